/** Loads the texts in the payer's language, and keeps the languages that the page has bundled. */
import { languages, type Language } from './locales/languages.js';
import type { LanguageWords, LanguageTexts, Messages } from './locales/messages.js';

/** The words of the pay button in a language. */
export type ButtonWords = Pick<LanguageWords, 'words' | 'giftWords'>;

/** The languages that the page has bundled. They belong to the code of the page, and not to one element. */
const bundled: { [tag in Language]?: LanguageTexts } = {};

/** Adds the texts of a language that the page has bundled, so that none of them is loaded. */
export function addLanguage(language: Language, texts: LanguageTexts): void {
  bundled[language] = texts;
}

/**
 * Loads the words of the pay button in a language other than English. The English words load with the button. If the
 * page has bundled the language, returns them at once.
 */
export function loadWords(language: Exclude<Language, 'en'>): ButtonWords | Promise<ButtonWords> {
  const found = bundled[language];
  return found ? { words: found.texts, giftWords: found.giftTexts } : languages[language]();
}

/**
 * Loads the texts for this language and `purpose`; null means the English texts of a payment. If the page has bundled
 * the language, returns them at once.
 */
export function loadMessages(language: Language, purpose?: string): Messages | null | Promise<Messages | null> {
  const isGift = purpose === 'gift';
  const all = ({ texts, giftTexts }: LanguageTexts): Messages => (isGift ? { ...texts, ...giftTexts } : texts);
  if (language === 'en') return isGift ? englishGift() : null;
  const found = bundled[language];
  return found ? all(found) : loadTexts(language).then(all);
}

const englishGift = async (): Promise<Messages> => (await import('./locales/en/gift.js')).giftTexts;

/** Loads all texts of a language other than English. */
export const loadTexts = async (language: Exclude<Language, 'en'>): Promise<LanguageTexts> =>
  (await languages[language]()).loadTexts();
