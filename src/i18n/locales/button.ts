/**
 * The texts of the pay button, of form validation and of the empty sheet, in every language. These texts load with the
 * code of the button, because the pay button must be in the payer's language at once.
 */
export const buttonTexts = {
  en: {
    'button.pay': 'Pay {amount}',
    'button.open': 'Pay {merchant}',
    'form.required': 'Pay first',
    close: 'Close',
    retry: 'Retry',
    'select.loading': 'Looking up what you can pay with',
    'unavailable.title': 'Payments are not available right now',
    'unavailable.text': 'Nothing was charged.',
    'money.unknown': 'It may have been sent. Check your wallet’s activity; don’t pay twice.',
  },
  de: {
    'button.pay': '{amount} zahlen',
    'button.open': '{merchant} bezahlen',
    'form.required': 'Bitte zuerst bezahlen',
    close: 'Schließen',
    retry: 'Erneut versuchen',
    'select.loading': 'Wir suchen, womit Sie zahlen können',
    'unavailable.title': 'Zahlungen sind gerade nicht möglich',
    'unavailable.text': 'Es wurde nichts abgebucht.',
    'money.unknown': 'Es könnte gesendet worden sein. Prüfen Sie die Aktivität Ihrer Wallet; zahlen Sie nicht zweimal.',
  },
} as const satisfies { readonly [language: string]: { readonly [key: string]: string } };

/** The texts of the pay button for `purpose="gift"`. */
const giftButtonTexts: { readonly [language in Language]: { readonly [key: string]: string } } = {
  en: { 'button.pay': 'Give {amount}', 'button.open': 'Give to {merchant}' },
  de: { 'button.pay': '{amount} spenden', 'button.open': 'An {merchant} spenden' },
};

/** The languages of the catalogues. */
export type Language = keyof typeof buttonTexts;

/** Returns the texts of the pay button. `purpose` is the element's property of this name. */
export const buttonTextsOf = (language: Language, purpose: string | undefined): { readonly [key: string]: string } => ({
  ...buttonTexts[language],
  ...(purpose === 'gift' && giftButtonTexts[language]),
});
