/** The words of the pay button. `npm run docs` copies them from `../it.ts`, which loads later. */
import type { LanguageWords } from '../messages.js';

export const words: LanguageWords['words'] = {
  'button.pay': 'Paga {amount}',
  'button.open': 'Paga {merchant}',
  'form.required': 'Prima paga',
  close: 'Chiudi',
  retry: 'Riprova',
  'select.loading': 'Ricerca di ciò con cui puoi pagare',
  'unavailable.title': 'I pagamenti non sono disponibili al momento',
  'unavailable.text': 'Non è stato addebitato nulla.',
  'money.unknown':
    'Il pagamento potrebbe essere stato inviato. Controlla l’attività del tuo wallet; non pagare due volte.',
};

export const giftWords: LanguageWords['giftWords'] = {
  'button.pay': 'Dona {amount}',
  'button.open': 'Dona a {merchant}',
};

export const loadTexts: LanguageWords['loadTexts'] = () => import('../it.js');
