/** Types of the message keys and of a message catalogue. */
import type { buttonTexts } from './button.js';
import type { en } from './en.js';
import type { amountTexts } from './en-amount.js';
import type { currencyTexts } from './en-currency.js';
import type { choiceTexts } from './en-choices.js';
import type { depositTexts } from './en-deposit.js';
import type { historyTexts } from './en-history.js';
import type { testTexts } from './en-testing.js';

/**
 * The key of a text. The page "Localization" of the documentation lists all keys. The merchant can set a text for the
 * body of an error even if the element has no such text.
 */
export type MessageKey = keyof (typeof buttonTexts)['en'] | ScreenKey | `errors.${string}.body`;

/** The key of one of the element's texts that is not in `button.ts`. */
export type ScreenKey = Exclude<
  | keyof typeof en
  | keyof typeof amountTexts
  | keyof typeof currencyTexts
  | keyof typeof choiceTexts
  | keyof typeof depositTexts
  | keyof typeof historyTexts
  | keyof typeof testTexts,
  keyof (typeof buttonTexts)['en']
>;

/**
 * A complete or partial catalogue of texts, for the element's property `messages`. If a key is missing, the element
 * shows its own text for this key.
 */
export type Messages = {
  readonly [key in MessageKey]?: string;
};
