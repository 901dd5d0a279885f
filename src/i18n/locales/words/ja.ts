/** The words of the pay button. `npm run docs` copies them from `../ja.ts`, which loads later. */
import type { LanguageWords } from '../messages.js';

export const words: LanguageWords['words'] = {
  'button.pay': '{amount} を支払う',
  'button.open': '{merchant} に支払う',
  'form.required': '先にお支払いください',
  close: '閉じる',
  retry: '再試行',
  'select.loading': 'お支払いに使えるものを調べています',
  'unavailable.title': '現在、お支払いできません',
  'unavailable.text': 'お金は引き落とされていません。',
  'money.unknown': '送金された可能性があります。ウォレットの履歴を確認し、二重に支払わないでください。',
};

export const giftWords: LanguageWords['giftWords'] = {
  'button.pay': '{amount} を贈る',
  'button.open': '{merchant} に贈る',
};

export const loadTexts: LanguageWords['loadTexts'] = () => import('../ja.js');
