/** The words of the pay button. `npm run docs` copies them from `../tr.ts`, which loads later. */
import type { LanguageWords } from '../messages.js';

export const words: LanguageWords['words'] = {
  'button.pay': '{amount} öde',
  'button.open': '{merchant} alıcısına öde',
  'form.required': 'Önce ödeme yapın',
  close: 'Kapat',
  retry: 'Yeniden dene',
  'select.loading': 'Ödeme seçenekleri aranıyor',
  'unavailable.title': 'Şu anda ödeme yapılamıyor',
  'unavailable.text': 'Hiçbir tutar çekilmedi.',
  'money.unknown': 'Ödeme gönderilmiş olabilir. Cüzdanınızın etkinliğini kontrol edin; iki kez ödemeyin.',
};

export const giftWords: LanguageWords['giftWords'] = {
  'button.pay': '{amount} bağış yap',
  'button.open': '{merchant} için bağış yap',
};

export const loadTexts: LanguageWords['loadTexts'] = () => import('../tr.js');
