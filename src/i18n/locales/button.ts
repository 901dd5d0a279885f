/**
 * The texts that load with the entry, in every language: the pay button, form validation, and the first frame of the
 * sheet. The label must be in the payer's language before any other code has loaded.
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

/** The languages of the catalogues. */
export type Language = keyof typeof buttonTexts;
