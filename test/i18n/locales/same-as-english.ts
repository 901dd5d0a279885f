/** The texts that are rightly the same as in English, such as names and words that the language has borrowed. */
import type { MessageKey } from '../../../src/i18n/locales/messages.js';

/** The names of chain families, in every language. */
const NAMES: readonly MessageKey[] = ['word.evm', 'word.svm'];

const OWN: Readonly<Record<string, readonly MessageKey[]>> = {
  de: ['select.wallets', 'fees.app', 'word.wallet-number'],
  es: ['fees.app'],
  'pt-BR': ['fees.app'],
  fr: ['fees.huber', 'fees.hubService', 'receipt.date'],
  it: ['fees.app', 'word.wallet-number'],
};

/**
 * Returns the keys whose text may be the same as in English.
 * @param tag the tag of the language
 */
export const sameAsEnglish = (tag: string): readonly string[] => [...NAMES, ...(OWN[tag] ?? [])];
