/** The words of the pay button. `npm run docs` copies them from `../fr.ts`, which loads later. */
import type { LanguageWords } from '../messages.js';

export const words: LanguageWords['words'] = {
  'button.pay': 'Payer {amount}',
  'button.open': 'Payer {merchant}',
  'form.required': 'Payez d’abord',
  close: 'Fermer',
  retry: 'Réessayer',
  'select.loading': 'Recherche de vos moyens de payer',
  'unavailable.title': 'Le paiement n’est pas disponible pour le moment',
  'unavailable.text': 'Rien n’a été débité.',
  'money.unknown': 'L’envoi a peut-être eu lieu. Vérifiez l’activité de votre portefeuille ; ne payez pas deux fois.',
};

export const giftWords: LanguageWords['giftWords'] = {
  'button.pay': 'Donner {amount}',
  'button.open': 'Donner à {merchant}',
};

export const loadTexts: LanguageWords['loadTexts'] = () => import('../fr.js');
