/** The keys of all texts, as types. */
import type { en } from './en.js';
import type { enEntry } from './en-entry.js';

export type MessageKey = keyof typeof enEntry | keyof typeof en;

/**
 * A full or partial message catalogue. A missing key falls back to English. The merchant's `messages` property has this
 * type.
 */
export type Messages = {
  readonly [key in MessageKey]?: string;
};
