/** Loads the texts of the checkout in the payer's language. */
import type { Language } from './locales/button.js';
import type { Messages } from './locales/messages.js';

/**
 * Loads the catalogue of a language, with the texts for `purpose`, which is the element's property of this name.
 * Returns null if the texts in `en.ts` serve, which load with the code of the checkout.
 */
export async function loadMessages(language: Language, purpose?: string): Promise<Messages | null> {
  const [catalogue, gift] = await Promise.all([
    language === 'en' ? null : catalogues[language](),
    purpose === 'gift' ? import('./locales/gift.js') : null,
  ]);
  return gift ? { ...catalogue, ...gift.giftTexts[language] } : (catalogue ?? null);
}

const catalogues: { readonly [language in Exclude<Language, 'en'>]: () => Promise<Messages> } = {
  de: async () => (await import('./locales/de.js')).de,
};
