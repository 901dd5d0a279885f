/** The words of the pay button. `npm run docs` copies them from `../hi.ts`, which loads later. */
import type { LanguageWords } from '../messages.js';

export const words: LanguageWords['words'] = {
  'button.pay': '{amount} चुकाएँ',
  'button.open': '{merchant} को भुगतान करें',
  'form.required': 'पहले भुगतान करें',
  close: 'बंद करें',
  retry: 'दोबारा कोशिश करें',
  'select.loading': 'देख रहे हैं कि आप किससे भुगतान कर सकते हैं',
  'unavailable.title': 'भुगतान अभी उपलब्ध नहीं है',
  'unavailable.text': 'कोई रकम नहीं काटी गई।',
  'money.unknown': 'हो सकता है कि रकम भेजी जा चुकी हो। अपने वॉलेट की गतिविधि देखें; दो बार भुगतान न करें।',
};

export const giftWords: LanguageWords['giftWords'] = {
  'button.pay': '{amount} दें',
  'button.open': '{merchant} को दें',
};

export const loadTexts: LanguageWords['loadTexts'] = () => import('../hi.js');
