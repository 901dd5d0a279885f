/** The words of the pay button. `npm run docs` copies them from `../zh-Hans.ts`, which loads later. */
import type { LanguageWords } from '../messages.js';

export const words: LanguageWords['words'] = {
  'button.pay': '支付 {amount}',
  'button.open': '向 {merchant} 付款',
  'form.required': '请先付款',
  close: '关闭',
  retry: '重试',
  'select.loading': '正在查找您可以用来付款的资产',
  'unavailable.title': '目前无法付款',
  'unavailable.text': '没有扣款。',
  'money.unknown': '款项可能已经发出。请查看钱包的活动记录，不要重复付款。',
};

export const giftWords: LanguageWords['giftWords'] = {
  'button.pay': '捐赠 {amount}',
  'button.open': '向 {merchant} 捐赠',
};

export const loadTexts: LanguageWords['loadTexts'] = () => import('../zh-Hans.js');
