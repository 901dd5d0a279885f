/** Loads the texts of the checkout in the payer's language. */
import type { Language } from './locales/button.js';
import type { Messages } from './locales/messages.js';

/**
 * Loads the catalogue of a language. Returns null for English, because the English texts load with the code of the
 * checkout.
 */
export const loadMessages = async (language: Language): Promise<Messages | null> =>
  (await catalogues[language]?.()) ?? null;

const catalogues: { readonly [language in Language]?: () => Promise<Messages> } = {
  de: async () => (await import('./locales/de.js')).de,
};
