/** Types of the message keys and of a message catalogue. */
import type { buttonTexts } from './button.js';
import type { en } from './en.js';

/** The key of a text. The page "Localization" of the documentation lists all keys. */
export type MessageKey = keyof (typeof buttonTexts)['en'] | keyof typeof en;

/** A full or partial message catalogue, for the element's property `messages`. A missing key falls back to English. */
export type Messages = {
  readonly [key in MessageKey]?: string;
};
