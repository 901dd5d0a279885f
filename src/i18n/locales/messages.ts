/** The keys of all texts, as types. */
import type { en } from './en.js';
import type { addressWords } from './merge--en-address.js';
import type { enHistory } from './merge--en-history.js';
import type { enScreens } from './merge--en-screens.js';

/** The key of a text. The page "Localization" of the documentation lists all keys. */
export type MessageKey = keyof typeof en | keyof typeof enScreens | keyof typeof enHistory | keyof typeof addressWords;

/**
 * A full or partial message catalogue. A missing key falls back to English. The merchant's `messages` property has this
 * type.
 */
export type Messages = {
  readonly [key in MessageKey]?: string;
};
