/** Types of the message keys and of a message catalogue. */
import type { buttonTexts } from './button.js';
import type { en } from './en.js';
import type { depositTexts } from './en-deposit.js';
import type { historyTexts } from './en-history.js';

/** The key of a text. The page "Localization" of the documentation lists all keys. */
export type MessageKey =
  keyof (typeof buttonTexts)['en'] | keyof typeof en | keyof typeof depositTexts | keyof typeof historyTexts;

/** The key of a text that is not in `button.ts`. */
export type ScreenKey = Exclude<MessageKey, keyof (typeof buttonTexts)['en']>;

/** A full or partial message catalogue, for the element's property `messages`. A missing key falls back to English. */
export type Messages = {
  readonly [key in MessageKey]?: string;
};
