/** Tests the texts of every language: the words of the button, the screens, and the texts for `purpose="gift"`. */
import { expect } from 'chai';
import { englishTexts as english } from '../../../stories/support/english.js';
import { loadWords } from '../../../src/i18n/load-messages.js';
import { buttonTexts, giftButtonTexts } from '../../../src/i18n/locales/en/button.js';
import { giftTexts } from '../../../src/i18n/locales/en/gift.js';
import { languages, languageTags, type Language } from '../../../src/i18n/locales/languages.js';
import type { LanguageWords } from '../../../src/i18n/locales/messages.js';

type Loaded = Awaited<ReturnType<LanguageWords['loadTexts']>> & Pick<LanguageWords, 'words' | 'giftWords'>;

const others = Object.keys(languages) as Exclude<Language, 'en'>[];
const holesOf = (text = ''): string[] => (text.match(/\{[\w-]+\}/gu) ?? []).sort();

async function allOf(language: Exclude<Language, 'en'>): Promise<Loaded> {
  const { words, giftWords, loadTexts } = await loadWords(language);
  return { words, giftWords, ...(await loadTexts()) };
}

describe('languages', () => {
  it('are English and those of the table, each under its tag in canonical form', () => {
    expect(languageTags).to.deep.equal(['en', ...others]);
    expect(languageTags.map((tag) => Intl.getCanonicalLocales(tag)[0])).to.deep.equal(languageTags);
  });

  for (const language of others) {
    it(`${language} has the words of the button in their own file, as in the file of its texts`, async () => {
      const { words, giftWords, texts, giftTexts: gift } = await allOf(language);
      const pick = (from: object, keys: object): object =>
        Object.fromEntries(Object.keys(keys).map((key) => [key, (from as Record<string, string>)[key]]));
      expect(words).to.deep.equal(pick(texts, buttonTexts));
      expect(giftWords).to.deep.equal(pick(gift, giftButtonTexts));
    });

    it(`${language} replaces for a gift the same texts as English, with the same placeholders`, async () => {
      const { giftTexts: gift } = await allOf(language);
      const keys = Object.keys({ ...giftButtonTexts, ...giftTexts });
      expect(Object.keys(gift)).to.have.members(keys);
      for (const [key, text] of Object.entries(gift)) expect(holesOf(text), key).to.deep.equal(holesOf(english[key]));
    });
  }

  it('replace for a gift only texts that a payment has', () => {
    expect(english).to.include.keys(Object.keys({ ...giftButtonTexts, ...giftTexts }));
  });
});
