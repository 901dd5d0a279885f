/** The words of the pay button. `npm run docs` copies them from `../ru.ts`, which loads later. */
import type { LanguageWords } from '../messages.js';

export const words: LanguageWords['words'] = {
  'button.pay': 'Оплатить {amount}',
  'button.open': 'Оплатить: {merchant}',
  'form.required': 'Сначала оплатите',
  close: 'Закрыть',
  retry: 'Повторить',
  'select.loading': 'Ищем, чем вы можете заплатить',
  'unavailable.title': 'Оплата сейчас недоступна',
  'unavailable.text': 'Ничего не списано.',
  'money.unknown': 'Платёж, возможно, отправлен. Проверьте историю кошелька; не платите дважды.',
};

export const giftWords: LanguageWords['giftWords'] = {
  'button.pay': 'Пожертвовать {amount}',
  'button.open': 'Пожертвование: {merchant}',
};

export const loadTexts: LanguageWords['loadTexts'] = () => import('../ru.js');
