/** Loads the texts of the checkout in the payer's language. */
import { languages, type Language } from './locales/languages.js';
import type { LanguageWords, Messages } from './locales/messages.js';

/** Loads the words of the pay button in a language, except the English ones, which load with the button. */
export const loadWords = (language: Exclude<Language, 'en'>): Promise<LanguageWords> => languages[language]();

/**
 * Loads the texts of a language for `purpose`, the element's property of this name, or returns null for the English
 * texts in `en.ts`, which load with the code of the checkout.
 */
export async function loadMessages(language: Language, purpose?: string): Promise<Messages | null> {
  const isGift = purpose === 'gift';
  if (language === 'en') return isGift ? (await import('./locales/en-gift.js')).giftTexts : null;
  const { texts, giftTexts } = await (await loadWords(language)).loadTexts();
  return isGift ? { ...texts, ...giftTexts } : texts;
}
