/** Defines the types of the message keys and of a message catalogue. */
import type { amountTexts } from './en/amount.js';
import type { buttonTexts, giftButtonTexts } from './en/button.js';
import type { checkoutTexts } from './en/checkout.js';
import type { choiceTexts } from './en/choices.js';
import type { currencyTexts } from './en/currency.js';
import type { depositTexts } from './en/deposit.js';
import type { giftTexts } from './en/gift.js';
import type { historyTexts } from './en/history.js';
import type { phoneTexts } from './en/phone.js';
import type { PluralText } from './en/plural-text.js';
import type { testTexts } from './en/testing.js';

export type { PluralText } from './en/plural-text.js';

/** The English texts. Every other language has all of them too. */
type English = typeof buttonTexts &
  typeof checkoutTexts &
  typeof amountTexts &
  typeof currencyTexts &
  typeof choiceTexts &
  typeof depositTexts &
  typeof historyTexts &
  typeof phoneTexts &
  typeof testTexts;

/** The keys of texts whose form depends on `{count}`. */
export type PluralKey = 'amount.too-precise' | 'history.count' | 'search.count';

/**
 * The key of a text. The page "Localization" of the documentation lists the keys. The merchant can set a text for the
 * body of an error even if the element has no such text.
 */
export type MessageKey =
  | keyof typeof buttonTexts
  | keyof typeof checkoutTexts
  | keyof typeof amountTexts
  | keyof typeof currencyTexts
  | keyof typeof choiceTexts
  | keyof typeof depositTexts
  | keyof typeof historyTexts
  | keyof typeof phoneTexts
  | keyof typeof testTexts
  | `errors.${string}.body`;

/**
 * A complete or partial catalogue of texts, for the element's property `messages`. For a missing key, the element shows
 * its own text.
 */
export type Messages = {
  readonly [key in MessageKey]?: key extends PluralKey ? string | PluralText : string;
};

/** All texts of a language for a payment. */
export type Texts = { readonly [key in keyof English]: key extends PluralKey ? PluralText : string };

/** The texts of a language for `purpose="gift"`. */
export type GiftTexts = Readonly<Record<keyof typeof giftButtonTexts | keyof typeof giftTexts, string>>;

/** All texts of a language, for a payment and for a gift. */
export type LanguageTexts = { readonly texts: Texts; readonly giftTexts: GiftTexts };

/**
 * The words of the pay button in a language, and the function that loads all texts of the language. The words include
 * those of form validation and of the empty sheet, because these appear before the other texts have loaded.
 */
export type LanguageWords = {
  readonly words: Readonly<Record<keyof typeof buttonTexts, string>>;
  /** The words that differ for `purpose="gift"`. */
  readonly giftWords: Readonly<Record<keyof typeof giftButtonTexts, string>>;
  readonly loadTexts: () => Promise<LanguageTexts>;
};
