/** The words of the pay button. `npm run docs` copies them from `../es.ts`, which loads later. */
import type { LanguageWords } from '../messages.js';

export const words: LanguageWords['words'] = {
  'button.pay': 'Pagar {amount}',
  'button.open': 'Pagar a {merchant}',
  'form.required': 'Paga primero',
  close: 'Cerrar',
  retry: 'Reintentar',
  'select.loading': 'Buscando con qué puedes pagar',
  'unavailable.title': 'Los pagos no están disponibles ahora',
  'unavailable.text': 'No se cobró nada.',
  'money.unknown': 'Puede que se haya enviado. Revisa la actividad de tu billetera; no pagues dos veces.',
};

export const giftWords: LanguageWords['giftWords'] = {
  'button.pay': 'Donar {amount}',
  'button.open': 'Donar a {merchant}',
};

export const loadTexts: LanguageWords['loadTexts'] = () => import('../es.js');
