/**
 * Tests the texts of every language: that none is missing, left in English or in words that a payer does not know, and
 * that each says with the same values what English says.
 */
import { expect } from 'chai';
import { englishTexts as english, formsOf } from '../../../stories/support/english.js';
import { amountTexts } from '../../../src/i18n/locales/en/amount.js';
import { buttonTexts, giftButtonTexts } from '../../../src/i18n/locales/en/button.js';
import { checkoutTexts } from '../../../src/i18n/locales/en/checkout.js';
import { choiceTexts } from '../../../src/i18n/locales/en/choices.js';
import { currencyTexts } from '../../../src/i18n/locales/en/currency.js';
import { depositTexts } from '../../../src/i18n/locales/en/deposit.js';
import { historyTexts } from '../../../src/i18n/locales/en/history.js';
import { phoneTexts } from '../../../src/i18n/locales/en/phone.js';
import { testTexts } from '../../../src/i18n/locales/en/testing.js';
import { languages, languageTags, type Language } from '../../../src/i18n/locales/languages.js';
import type { LanguageWords, PluralText } from '../../../src/i18n/locales/messages.js';
import * as englishEntry from '../../../src/locales/en.js';
import { forbiddenWords } from './forbidden-words.js';
import { sameAsEnglish } from './same-as-english.js';

type Loaded = Awaited<ReturnType<LanguageWords['loadTexts']>> & Pick<LanguageWords, 'words' | 'giftWords'>;
type AnyTexts = Readonly<Record<string, string | PluralText>>;

const englishForms: AnyTexts = englishEntry.texts;
const englishGift: AnyTexts = englishEntry.giftTexts;
const keys = Object.keys(englishForms);
const others = Object.keys(languages) as Exclude<Language, 'en'>[];

async function allOf(language: Exclude<Language, 'en'>): Promise<Loaded> {
  const { words, giftWords, loadTexts } = await languages[language]();
  return { words, giftWords, ...(await loadTexts()) };
}

/** The placeholders of a text, each once: a language may name a value twice. */
const holesOf = (text = ''): string[] => [...new Set(text.match(/\{[\w-]+\}/gu))].sort();

/** The plural categories of a language, such as `one` and `other` in English. */
const categoriesOf = (tag: string): string[] => new Intl.PluralRules(tag).resolvedOptions().pluralCategories.sort();

/** The keys of the texts that `isWrong` finds in a language. */
const wrongIn = (texts: AnyTexts, isWrong: (text: string, key: string) => boolean): string[] =>
  Object.entries(texts).flatMap(([key, text]) => (formsOf(text).some((form) => isWrong(form, key)) ? [key] : []));

/** Names of wallets and families, which have a capital letter anywhere. */
const NAMES = ['word.evm', 'word.svm', 'word.browser-wallet', 'word.wallet-number'];
/** German writes nouns and the polite "Ihr" with a capital letter. */
const NOUNS: Readonly<Record<string, readonly string[]>> = { de: ['word.chain-id', 'word.native', 'word.wallet'] };

/** The words in place of a missing value that would have a capital letter in the middle of a sentence. */
const capitalsIn = (texts: AnyTexts, language: string): string[] =>
  wrongIn(texts, (text, key) => {
    const isWord = key.startsWith('word.') && !NAMES.includes(key) && !NOUNS[language]?.includes(key);
    return isWord && text.slice(0, 1) !== text.slice(0, 1).toLocaleLowerCase(language);
  });

describe('languages', () => {
  it('write the words of English in place of a missing value in lower case', () => {
    expect(capitalsIn(englishForms, 'en')).to.deep.equal([]);
  });

  it('are English and those of the table, each under its tag in canonical form', () => {
    expect(languageTags).to.deep.equal(['en', ...others]);
    expect(languageTags.map((tag) => Intl.getCanonicalLocales(tag)[0])).to.deep.equal(languageTags);
  });

  it('have each key in one file of English', () => {
    const files = [buttonTexts, checkoutTexts, amountTexts, currencyTexts, choiceTexts, depositTexts, historyTexts];
    const all = [...files, phoneTexts, testTexts].flatMap((file) => Object.keys(file));
    expect(all.sort()).to.deep.equal([...keys].sort());
  });

  it('replace for a gift only texts that a payment has', () => {
    expect(english).to.include.keys(Object.keys(englishGift));
  });

  it('en has the plural forms of English, and no word that a payer does not know', () => {
    for (const text of Object.values(englishForms))
      if (typeof text !== 'string') expect(Object.keys(text).sort()).to.deep.equal(categoriesOf('en'));
    expect(wrongIn({ ...englishForms, ...englishGift }, (text) => forbiddenWords('en').test(text))).to.deep.equal([]);
  });

  for (const language of others) {
    describe(language, () => {
      let loaded: Loaded;
      let texts: AnyTexts;

      before(async () => {
        loaded = await allOf(language);
        texts = loaded.texts;
      });

      it(`has all ${keys.length} texts of English, none of them empty, and no others`, () => {
        const has = Object.keys(texts).filter((key) =>
          formsOf(texts[key]).every((form) => form.trim() === form && form),
        );
        expect(`${(has.length / keys.length) * 100} %`).to.equal('100 %');
        expect(Object.keys(texts)).to.have.members(keys);
        expect(Object.keys(loaded.giftTexts)).to.have.members(Object.keys(englishGift));
      });

      it('has the placeholders of English in every text', () => {
        const isOther = (text: string, key: string): boolean => {
          const wanted = holesOf(formsOf(englishForms[key]).at(-1));
          // A form for one or two may say the number in words.
          const isForm = typeof texts[key] !== 'string' && text !== (texts[key] as PluralText).other;
          const [mine, theirs] = [holesOf(text), wanted].map((holes) =>
            holes.filter((hole) => !isForm || hole !== '{count}').join(' '),
          );
          return mine !== theirs;
        };
        expect(wrongIn(texts, isOther)).to.deep.equal([]);
        const isOtherGift = (text: string, key: string): boolean =>
          holesOf(text).join(' ') !== holesOf(formsOf(englishGift[key])[0]).join(' ');
        expect(wrongIn(loaded.giftTexts, isOtherGift)).to.deep.equal([]);
      });

      it('writes the words in place of a missing value in lower case, which the code changes at a start', () => {
        expect(capitalsIn(texts, language)).to.deep.equal([]);
      });

      it('has every plural form of the language, and no other', () => {
        for (const [key, text] of Object.entries(texts))
          if (typeof text !== 'string') expect(Object.keys(text).sort(), key).to.deep.equal(categoriesOf(language));
      });

      it('contains no exclamation mark, jargon, blame or praise', () => {
        const forbidden = forbiddenWords(language);
        const all = { ...texts, ...prefixed(loaded.giftTexts) };
        expect(wrongIn(all, (text) => forbidden.test(text.replace(/\{[\w-]+\}/gu, '')))).to.deep.equal([]);
      });

      it('contains no invisible sign of direction, because the formatter isolates every value', () => {
        const direction = /[\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;
        expect(wrongIn(texts, (text) => direction.test(text))).to.deep.equal([]);
      });

      it('has no text in English, apart from those that are rightly the same', () => {
        const isSame = (text: string, key: string): boolean =>
          /\p{L}/u.test(text.replace(/\{[\w-]+\}/gu, '')) && text === english[key];
        expect(wrongIn(texts, isSame)).to.have.members(sameAsEnglish(language));
      });

      it('has the words of the button in their own file, as in the file of its texts', () => {
        const pick = (from: object, names: object): object =>
          Object.fromEntries(Object.keys(names).map((key) => [key, (from as Record<string, string>)[key]]));
        expect(loaded.words).to.deep.equal(pick(texts, buttonTexts));
        expect(loaded.giftWords).to.deep.equal(pick(loaded.giftTexts, giftButtonTexts));
      });
    });
  }
});

const prefixed = (texts: AnyTexts): AnyTexts =>
  Object.fromEntries(Object.entries(texts).map(([key, text]) => [`gift ${key}`, text]));
