/** Tests the translations: placeholders, fallbacks, plural forms, complete errors, and the choice of a language. */
import { expect } from 'chai';
import * as fc from 'fast-check';
import { errorCodes } from '../../src/errors.js';
import { englishTexts as en } from '../../stories/support/english.js';
import { createTranslate, languageOf, resolveLocale } from '../../src/i18n/translate.js';
import { languageTags } from '../../src/i18n/locales/languages.js';
import type { MessageKey } from '../../src/i18n/locales/messages.js';
import { texts } from '../../src/locales/en.js';
import { solvedByOtherAsset } from '../../src/ui/context/phrases.js';

const keys = Object.keys(en) as MessageKey[];

describe('t()', () => {
  const t = createTranslate('en', null, [], [texts]);

  it('fills the values into the text', () => {
    expect(t('button.pay', { amount: '25.00 USDC' })).to.equal('Pay 25.00 USDC');
  });
  it('leaves a sentence out when its value is unknown', () => {
    expect(t('errors.insufficient-funds.body', { money: 'Nothing was sent.' })).to.equal('Nothing was sent.');
    expect(t('errors.insufficient-funds.body', { money: 'Nothing was sent.', missing: '3.12 USDC' })).to.equal(
      'You need 3.12 USDC more. Nothing was sent.',
    );
  });
  it('takes the merchant’s text first, then the language’s text, then English', () => {
    const own = createTranslate('de', { done: 'OK' }, [{ done: 'Fertig', close: 'Schließen' }], [texts]);
    expect([own('done'), own('close'), own('back')]).to.deep.equal(['OK', 'Schließen', 'Back']);
  });
  it('returns the texts of the entry before the texts of the screens have loaded', () => {
    const early = createTranslate('en', null);
    expect(early('button.open', { merchant: 'Acme' })).to.equal('Pay Acme');
    expect(early('deposit.amount')).to.equal('');
    expect(t('deposit.amount')).to.equal('Amount');
    expect(createTranslate('de', { 'deposit.amount': 'Betrag' })('deposit.amount')).to.equal('Betrag');
    expect(createTranslate('de', null, [{ 'deposit.amount': 'Betrag' }], [texts])('deposit.amount')).to.equal('Betrag');
  });
  it('tells which keys have a text', () => {
    const early = createTranslate('de', { 'deposit.amount': 'Betrag' });
    expect(['deposit.amount', 'button.open', 'deposit.qr', 'no.key', 'constructor'].map(early.has)).to.deep.equal([
      true,
      true,
      false,
      false,
      false,
    ]);
    expect(t.has('deposit.qr')).to.equal(true);
  });
  it('ignores a catalogue entry when it is not a string or is inherited', () => {
    const own = [{ done: 7, back: {} } as never, Object.create({ close: 'X' }) as never, null, undefined];
    const odd = createTranslate('en', undefined, own, [texts]);
    expect([odd('done'), odd('close'), odd('back')]).to.deep.equal(['Done', 'Close', 'Back']);
  });
  it('returns an empty text for a key of the screens until their texts have loaded, after all other texts', () => {
    const own = { 'price-impact.primary': 'Zeigen' };
    const early = createTranslate('de', own);
    expect([early('price-impact.primary'), early('price-impact.next'), early('retry')]).to.deep.equal([
      'Zeigen',
      '',
      'Retry',
    ]);
    const later = createTranslate('de', own, [], [{ 'price-impact.primary': 'Show', 'price-impact.next': 'Then' }]);
    expect([later('price-impact.primary'), later('price-impact.next'), later('retry')]).to.deep.equal([
      'Zeigen',
      'Then',
      'Retry',
    ]);
  });
  it('chooses the form of a text by the count and the rules of its language, with the digits of the locale', () => {
    expect([t('search.count', { count: 1 }), t('search.count', { count: 2_000 })]).to.deep.equal([
      '1 token found',
      '2,000 tokens found',
    ]);
    const russian = { one: '{count} токен', few: '{count} токена', many: '{count} токенов', other: '{count} токена' };
    const own = createTranslate('ru', { 'search.count': russian }, [], [texts]);
    const found = [1, 3, 5, 21].map((count) => own('search.count', { count }));
    expect(found).to.deep.equal(['1 токен', '3 токена', '5 токенов', '21 токен']);
    expect(own('history.count', { count: 21 }), 'an English text by English rules').to.equal('21 payments shown');
    expect(createTranslate('ar-EG', null, [], [texts])('history.count', { count: 12 })).to.contain('١٢');
  });
  it('leaves out a sentence of a language that writes no space after it', () => {
    const own = createTranslate('ja', { 'errors.price-moved.body': '{money}現在は{new}です。変更前は{old}でした。' });
    const money = '何も送られていません。';
    expect(own('errors.price-moved.body', { money, old: '1 ETH' })).to.equal(`${money}変更前は1 ETHでした。`);
  });
  it('inserts a value literally when it contains replacement patterns or placeholders', () => {
    expect(t('button.pay', { amount: "$& {merchant} $'" })).to.equal("Pay $& {merchant} $'");
  });
  it('I22 isolates a value when it could change the direction of the sentence', () => {
    expect(t('button.open', { merchant: 'Acme\u202e\u2066\u200b Coffee\n' })).to.equal('Pay Acme Coffee');
    expect(t('button.open', { merchant: 'קפה' })).to.equal('Pay \u2068קפה\u2069');
    expect(createTranslate('ar', { 'button.open': 'ادفع {merchant}' })('button.open', { merchant: 'Acme' })).to.equal(
      'ادفع \u2068Acme\u2069',
    );
  });
  it('writes a word in place of a missing value with a capital letter only at the start of a sentence', () => {
    const [amount, wallet, chain] = [t('word.amount'), t('word.wallet'), t('word.chain')];
    expect(t('processing.sign-text', { amount })).to.contain('can pay, so this amount leaves your wallet');
    expect(t('errors.amount-too-low.title', { amount })).to.equal('This amount is too small to pay this way');
    expect(t('errors.wrong-network.title', { wallet, chain })).to.equal('Your wallet can’t switch to this network');
    const later = createTranslate('tr', { back: 'Tamam. {chain} bekliyor. {wallet}', 'word.chain': 'iyi ağ' });
    expect(later('back', { chain: later('word.chain'), wallet: 'imToken' })).to.equal(
      'Tamam. İyi ağ bekliyor. imToken',
    );
    const names = createTranslate('en', null, [], [texts]);
    expect(names('errors.wallet-unable.title', { wallet: 'imToken' }), 'no word').to.contain('imToken can’t');
  });
  it('never returns an unfilled placeholder when any of the values are missing', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...keys),
        fc.dictionary(fc.constantFrom('money', 'amount', 'chain', 'merchant'), fc.constant('x')),
        (key, values) => {
          expect(t(key, values)).not.to.match(/[{}]/);
        },
      ),
    );
  });
});

describe('message catalogue', () => {
  it('has a title for each error code, names where the money is in each body, and has the actions that a button shows', () => {
    for (const code of Object.keys(errorCodes)) {
      expect(Object.hasOwn(en, `errors.${code}.title`), code).to.equal(true);
      expect(Object.hasOwn(en, `errors.${code}.action`), code).to.equal(solvedByOtherAsset.includes(code));
      const body = en[`errors.${code}.body`] ?? '{money}';
      expect(body, code).to.match(
        /\{money\}|[Nn]othing was (sent|charged)|This payment is not sent yet|being returned|is unchanged/,
      );
    }
  });
  it('has a sentence for each place where the money can be', () => {
    const places = ['not-sent', 'in-wallet', 'unknown', 'on-its-way', 'returned', 'delivered'];
    for (const money of places) expect(Object.hasOwn(en, `money.${money}`), money).to.equal(true);
  });
});

/** Locales, and the language of the package that their readers read. */
const MATCHES: readonly (readonly [locales: readonly string[], language: string])[] = [
  [['zh', 'zh-CN', 'zh-SG', 'zh-Hans', 'zh-Hans-HK', 'zh-MY'], 'zh-Hans'],
  [['zh-TW', 'zh-HK', 'zh-MO', 'zh-Hant', 'zh-Hant-SG'], 'zh-Hant'],
  [['pt', 'pt-PT', 'pt-BR', 'pt-AO'], 'pt-BR'],
  [['es', 'es-419', 'es-MX'], 'es'],
  [['id', 'in', 'in-ID'], 'id'],
  [['de', 'de-AT', 'de-1996', 'de-CH-u-nu-latn', 'DE-at'], 'de'],
  [['ar', 'ar-EG', 'ar-u-nu-latn'], 'ar'],
  [['hi', 'hi-IN'], 'hi'],
  [['ja', 'ja-JP'], 'ja'],
  [['en', 'en-GB', 'iw', 'he', 'xx', 'nl', 'yue', 'hi-Latn', 'ru-Latn', 'sr'], 'en'],
];

describe('locale resolution', () => {
  it('returns the first valid language tag, or English when there is none', () => {
    expect(resolveLocale([null, '', 'not a tag', 'DE-at', 'fr'])).to.equal('de-AT');
    expect(resolveLocale([])).to.equal('en');
  });
  it('returns the language of the package that the reader of the locale reads, otherwise English', () => {
    for (const [locales, language] of MATCHES) {
      // Until the package has the language, its readers read English.
      const expected = (languageTags as readonly string[]).includes(language) ? language : 'en';
      for (const locale of locales) expect(languageOf(resolveLocale([locale])), locale).to.equal(expected);
    }
  });
  it('tells the language and the direction of the texts, and which texts are English for want of others', () => {
    const t = createTranslate('ar-EG', { done: 'تم' }, [], [texts]);
    expect([t('done'), t('back'), t.lang, t.isRightToLeft]).to.deep.equal(['تم', 'Back', 'ar-EG', true]);
    expect([...t.foreign]).to.deep.equal(['Back']);
    const english = createTranslate('nl', null, [], [texts]);
    english('back');
    expect([english.lang, english.foreign.size], 'a screen all in English').to.deep.equal(['en', 0]);
  });
});
