/**
 * The English texts of the pay button, of form validation and of the empty sheet, which load with the code of the
 * button. The files in `words` contain those of every other language.
 */
export const buttonTexts = {
  'button.pay': 'Pay {amount}',
  'button.open': 'Pay {merchant}',
  'form.required': 'Pay first',
  close: 'Close',
  retry: 'Retry',
  'select.loading': 'Looking up what you can pay with',
  'unavailable.title': 'Payments are not available right now',
  'unavailable.text': 'Nothing was charged.',
  'money.unknown': 'It may have been sent. Check your wallet’s activity; don’t pay twice.',
} as const satisfies Record<string, string>;

/** The texts of the pay button for `purpose="gift"`. */
export const giftButtonTexts = {
  'button.pay': 'Give {amount}',
  'button.open': 'Give to {merchant}',
} as const satisfies Record<string, string>;
