/** The words of the pay button. `npm run docs` copies them from `../pt-BR.ts`, which loads later. */
import type { LanguageWords } from '../messages.js';

export const words: LanguageWords['words'] = {
  'button.pay': 'Pagar {amount}',
  'button.open': 'Pagar a {merchant}',
  'form.required': 'Pague primeiro',
  close: 'Fechar',
  retry: 'Tentar de novo',
  'select.loading': 'Buscando com o que você pode pagar',
  'unavailable.title': 'Os pagamentos não estão disponíveis agora',
  'unavailable.text': 'Nada foi cobrado.',
  'money.unknown': 'O pagamento pode ter sido enviado. Confira a atividade da sua carteira; não pague duas vezes.',
};

export const giftWords: LanguageWords['giftWords'] = {
  'button.pay': 'Doar {amount}',
  'button.open': 'Doar para {merchant}',
};

export const loadTexts: LanguageWords['loadTexts'] = () => import('../pt-BR.js');
