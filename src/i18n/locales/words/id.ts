/** The words of the pay button. `npm run docs` copies them from `../id.ts`, which loads later. */
import type { LanguageWords } from '../messages.js';

export const words: LanguageWords['words'] = {
  'button.pay': 'Bayar {amount}',
  'button.open': 'Bayar {merchant}',
  'form.required': 'Bayar dahulu',
  close: 'Tutup',
  retry: 'Coba lagi',
  'select.loading': 'Mencari apa yang dapat Anda pakai untuk membayar',
  'unavailable.title': 'Pembayaran sedang tidak tersedia',
  'unavailable.text': 'Tidak ada dana yang ditarik.',
  'money.unknown': 'Pembayaran mungkin sudah dikirim. Periksa aktivitas dompet Anda; jangan bayar dua kali.',
};

export const giftWords: LanguageWords['giftWords'] = {
  'button.pay': 'Beri {amount}',
  'button.open': 'Beri kepada {merchant}',
};

export const loadTexts: LanguageWords['loadTexts'] = () => import('../id.js');
