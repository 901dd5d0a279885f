/** Loads the texts of the checkout in the payer's language. */
import { languages, type Language } from './locales/languages.js';
import type { LanguageWords, Messages } from './locales/messages.js';

/** Loads the words of the pay button in a language other than English. The English words load with the button. */
export const loadWords = (language: Exclude<Language, 'en'>): Promise<LanguageWords> => languages[language]();

/** Loads the texts for this language and `purpose`; null means the English texts of `en/checkout.ts`. */
export async function loadMessages(language: Language, purpose?: string): Promise<Messages | null> {
  const isGift = purpose === 'gift';
  if (language === 'en') return isGift ? (await import('./locales/en/gift.js')).giftTexts : null;
  const { texts, giftTexts } = await (await loadWords(language)).loadTexts();
  return isGift ? { ...texts, ...giftTexts } : texts;
}
