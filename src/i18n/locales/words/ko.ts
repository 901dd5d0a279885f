/** The words of the pay button. `npm run docs` copies them from `../ko.ts`, which loads later. */
import type { LanguageWords } from '../messages.js';

export const words: LanguageWords['words'] = {
  'button.pay': '{amount} 결제',
  'button.open': '{merchant}에 결제하기',
  'form.required': '먼저 결제해 주세요',
  close: '닫기',
  retry: '다시 시도',
  'select.loading': '결제할 수 있는 자산을 찾고 있습니다',
  'unavailable.title': '지금은 결제할 수 없습니다',
  'unavailable.text': '청구된 금액이 없습니다.',
  'money.unknown': '이미 전송되었을 수 있습니다. 지갑의 활동 내역을 확인하고, 두 번 결제하지 마세요.',
};

export const giftWords: LanguageWords['giftWords'] = {
  'button.pay': '{amount} 기부',
  'button.open': '{merchant}에 기부하기',
};

export const loadTexts: LanguageWords['loadTexts'] = () => import('../ko.js');
