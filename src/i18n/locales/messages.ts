/** The keys of all texts, as types. */
import type { en } from './en.js';
import type { enEntry } from './en-entry.js';

/** The key of a text. The page "Localization" of the documentation lists all keys. */
export type MessageKey = keyof typeof enEntry | keyof typeof en;

/**
 * A full or partial message catalogue. A missing key falls back to English. The merchant's `messages` property has this
 * type.
 */
export type Messages = {
  readonly [key in MessageKey]?: string;
};
