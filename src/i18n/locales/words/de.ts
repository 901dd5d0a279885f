/** The words of the pay button. `npm run docs` copies them from `../de.ts`, which loads later. */
import type { LanguageWords } from '../messages.js';

export const words: LanguageWords['words'] = {
  'button.pay': '{amount} zahlen',
  'button.open': '{merchant} bezahlen',
  'form.required': 'Bitte zuerst bezahlen',
  close: 'Schließen',
  retry: 'Erneut versuchen',
  'select.loading': 'Wir suchen, womit Sie zahlen können',
  'unavailable.title': 'Zahlungen sind gerade nicht möglich',
  'unavailable.text': 'Es wurde nichts abgebucht.',
  'money.unknown':
    'Die Zahlung könnte gesendet worden sein. Prüfen Sie die Aktivität Ihrer Wallet; zahlen Sie nicht zweimal.',
};

export const giftWords: LanguageWords['giftWords'] = {
  'button.pay': '{amount} spenden',
  'button.open': 'An {merchant} spenden',
};

export const loadTexts: LanguageWords['loadTexts'] = () => import('../de.js');
