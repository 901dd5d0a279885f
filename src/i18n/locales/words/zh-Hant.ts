/** The words of the pay button. `npm run docs` copies them from `../zh-Hant.ts`, which loads later. */
import type { LanguageWords } from '../messages.js';

export const words: LanguageWords['words'] = {
  'button.pay': '支付 {amount}',
  'button.open': '向 {merchant} 付款',
  'form.required': '請先付款',
  close: '關閉',
  retry: '重試',
  'select.loading': '正在查詢您可以用來付款的資產',
  'unavailable.title': '目前無法付款',
  'unavailable.text': '沒有扣款。',
  'money.unknown': '款項可能已經發出。請查看錢包的活動紀錄，不要重複付款。',
};

export const giftWords: LanguageWords['giftWords'] = {
  'button.pay': '捐贈 {amount}',
  'button.open': '向 {merchant} 捐贈',
};

export const loadTexts: LanguageWords['loadTexts'] = () => import('../zh-Hant.js');
