/** The English texts of the amount field. They load with the field, and only if the merchant has not set the amount. */
import type { PluralText } from './plural-text.js';

export const amountTexts = {
  'amount.label': 'Amount in {token}',
  'amount.ambiguous': '{text} can mean two amounts: write {one} or {two}.',
  'amount.invalid': 'Write an amount such as {example}.',
  'amount.other-unit': 'This amount is in {token}. Write only the number, such as {example}.',
  'amount.too-precise': {
    one: '{token} has {count} decimal place at most.',
    other: '{token} has {count} decimal places at most.',
  },
  'amount.presets': 'Suggested amounts',
  'amount.too-low': 'Enter at least {amount}.',
  'amount.too-high': 'Enter at most {amount}.',
} as const satisfies Record<string, string | PluralText>;
