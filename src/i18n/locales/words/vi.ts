/** The words of the pay button. `npm run docs` copies them from `../vi.ts`, which loads later. */
import type { LanguageWords } from '../messages.js';

export const words: LanguageWords['words'] = {
  'button.pay': 'Thanh toán {amount}',
  'button.open': 'Thanh toán cho {merchant}',
  'form.required': 'Hãy thanh toán trước',
  close: 'Đóng',
  retry: 'Thử lại',
  'select.loading': 'Đang tìm tài sản bạn có thể dùng để thanh toán',
  'unavailable.title': 'Hiện không thể thanh toán',
  'unavailable.text': 'Không có khoản nào bị trừ.',
  'money.unknown': 'Khoản tiền có thể đã được gửi. Hãy xem hoạt động của ví; đừng thanh toán hai lần.',
};

export const giftWords: LanguageWords['giftWords'] = {
  'button.pay': 'Tặng {amount}',
  'button.open': 'Tặng cho {merchant}',
};

export const loadTexts: LanguageWords['loadTexts'] = () => import('../vi.js');
