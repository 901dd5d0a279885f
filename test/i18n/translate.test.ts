/** Tests of the words: filling, fallbacks, the catalogues' completeness and tone, the choice of a language. */
import { expect } from 'chai';
import * as fc from 'fast-check';
import { errorCodes } from '../../src/errors.js';
import { de } from '../../src/i18n/locales/de.js';
import { en as early } from '../../src/i18n/locales/en.js';
import { enHistory } from '../../src/i18n/locales/en-history.js';
import { enScreens } from '../../src/i18n/locales/en-screens.js';
import { addressWords } from '../../src/i18n/locales/en-address.js';
import {
  createTranslate,
  isMessageKey,
  languageOf,
  loadMessages,
  resolveLocale,
  withWords,
  type MessageKey,
} from '../../src/i18n/translate.js';

const holes = (text: string): string[] => (text.match(/\{[\w-]+\}/g) ?? []).sort();
/** All of them, whenever they load. */
const en = { ...early, ...addressWords, ...enHistory, ...enScreens };
const keys = Object.keys(en) as MessageKey[];

describe('t()', () => {
  const t = withWords(createTranslate(), { ...enHistory, ...enScreens });

  it('fills the values in', () => {
    expect(t('button.pay', { amount: '25.00 USDC' })).to.equal('Pay 25.00 USDC');
  });
  it('leaves a sentence out whose value is not known, so that nobody reads a hole', () => {
    expect(t('errors.insufficient-funds.body', { money: 'Nothing was sent.' })).to.equal('Nothing was sent.');
    expect(t('errors.insufficient-funds.body', { money: 'Nothing was sent.', missing: '3.12 USDC' })).to.equal(
      'You need 3.12 USDC more. Nothing was sent.',
    );
  });
  it('takes the merchant’s words first, then the language’s, then English', () => {
    const own = createTranslate({ done: 'OK' }, { done: 'Fertig', close: 'Schließen' });
    expect([own('done'), own('close'), own('back')]).to.deep.equal(['OK', 'Schließen', 'Back']);
  });
  it('knows the words of a part that loads late once it is given them', () => {
    expect(t('deposit.amount')).to.equal('');
    expect(withWords(t, addressWords)('deposit.amount')).to.equal('Amount');
    const own = createTranslate({ 'deposit.amount': 'Betrag' });
    expect(withWords(own, addressWords)('deposit.amount')).to.equal('Betrag');
  });
  it('ignores what is no text, and what is inherited', () => {
    const odd = createTranslate({ done: 7 } as never, Object.create({ close: 'X' }) as never, null, undefined);
    expect([odd('done'), odd('close')]).to.deep.equal(['Done', 'Close']);
  });
  it('takes words that load later after all others, and before they are there says nothing', () => {
    const own = createTranslate({ 'loss.primary': 'Zeigen' });
    expect([own('loss.primary'), own('loss.next'), own('done')]).to.deep.equal(['Zeigen', '', 'Done']);
    const later = withWords(own, { 'loss.primary': 'Show', 'loss.next': 'Then' });
    expect([later('loss.primary'), later('loss.next'), later('done')]).to.deep.equal(['Zeigen', 'Then', 'Done']);
  });
  it('does not take a value for a pattern', () => {
    expect(t('button.pay', { amount: "$& {merchant} $'" })).to.equal("Pay $& {merchant} $'");
  });
  it('I22 keeps a value from changing the direction of the sentence', () => {
    expect(t('button.open', { merchant: 'Acme\u202e\u2066\u200b Coffee\n' })).to.equal('Pay Acme Coffee');
    expect(t('button.open', { merchant: 'קפה' })).to.equal('Pay \u2068קפה\u2069');
    expect(createTranslate({ 'button.open': 'ادفع {merchant}' })('button.open', { merchant: 'Acme' })).to.equal(
      'ادفع \u2068Acme\u2069',
    );
  });
  it('never yields a hole of the catalogue, whichever values are given', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...keys),
        fc.dictionary(fc.constantFrom('money', 'amount', 'chain', 'merchant'), fc.constant('x')),
        (key, values) => {
          expect(withWords(t, en)(key, values)).not.to.match(/[{}]/);
        },
      ),
    );
  });
});

describe('the catalogues', () => {
  it('have three texts for each error code, and the body says where the money is', () => {
    for (const code of Object.keys(errorCodes)) {
      for (const part of ['title', 'body', 'action']) {
        const key = `errors.${code}.${part}`;
        expect(isMessageKey(key), key).to.equal(true);
      }
      const body = en[`errors.${code}.body` as MessageKey];
      expect(body, code).to.match(/\{money\}|[Nn]othing was (sent|charged)|being returned|It is being returned/);
    }
  });
  it('have a sentence for each place that money can be in', () => {
    const places = ['not-sent', 'in-wallet', 'unknown', 'on-its-way', 'returned', 'delivered'];
    for (const money of places) expect(isMessageKey(`money.${money}`), money).to.equal(true);
  });
  it('speak plainly: no exclamation, no jargon, no praise', () => {
    const jargon =
      /!|\b(bridge|swap|gas|slippage|intent|solver|revert(ed)?|transaction|calldata|oops|invalid|successfully)\b/i;
    expect(keys.filter((key) => jargon.test(en[key]))).to.deep.equal([]);
  });
  it('German has the same keys and the same holes as English', () => {
    expect(Object.keys(de).sort()).to.deep.equal([...keys].sort());
    for (const key of keys) expect(holes(de[key]), key).to.deep.equal(holes(en[key]));
  });
});

describe('the language', () => {
  it('is the first tag that is one', () => {
    expect(resolveLocale([null, '', 'not a tag', 'DE-at', 'fr'])).to.equal('de-AT');
    expect(resolveLocale([])).to.equal('en');
  });
  it('is one whose words there are, else English', () => {
    expect(languageOf('de-AT')).to.equal('de');
    expect(languageOf('xx')).to.equal('en');
    expect(languageOf('constructor')).to.equal('en');
  });
  it('is loaded when it is asked for; English is there already', async () => {
    expect(await loadMessages('de-CH')).to.equal(de);
    expect(await loadMessages('en-GB')).to.equal(null);
  });
});
