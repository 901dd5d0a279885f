/** Every English text of the checkout, including the texts of screens that load later. */
import { buttonTexts } from '../../src/i18n/locales/en/button.js';
import { checkoutTexts } from '../../src/i18n/locales/en/checkout.js';
import { amountTexts } from '../../src/i18n/locales/en/amount.js';
import { currencyTexts } from '../../src/i18n/locales/en/currency.js';
import { choiceTexts } from '../../src/i18n/locales/en/choices.js';
import { depositTexts } from '../../src/i18n/locales/en/deposit.js';
import { historyTexts } from '../../src/i18n/locales/en/history.js';
import { testTexts } from '../../src/i18n/locales/en/testing.js';
import type { PluralText } from '../../src/i18n/locales/messages.js';

export const screenTexts = {
  ...checkoutTexts,
  ...amountTexts,
  ...currencyTexts,
  ...choiceTexts,
  ...depositTexts,
  ...historyTexts,
  ...testTexts,
};

/** Returns the forms of a text: several for a text whose form depends on a count. */
export const formsOf = (text: string | PluralText | undefined): string[] =>
  typeof text === 'string' ? [text] : Object.values(text ?? {});

/** Every English text of the element. A text with several forms is in its form for many. */
export const englishTexts: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries({ ...buttonTexts, ...screenTexts }).map(([key, text]) => [key, formsOf(text).at(-1) ?? '']),
);
