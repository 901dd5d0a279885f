/** The words of the pay button. `npm run docs` copies them from `../ar.ts`, which loads later. */
import type { LanguageWords } from '../messages.js';

export const words: LanguageWords['words'] = {
  'button.pay': 'ادفع {amount}',
  'button.open': 'ادفع إلى {merchant}',
  'form.required': 'ادفع أولًا',
  close: 'إغلاق',
  retry: 'إعادة المحاولة',
  'select.loading': 'نبحث عمّا يمكنك الدفع به',
  'unavailable.title': 'الدفع غير متاح حاليًا',
  'unavailable.text': 'لم يُخصم أي مبلغ.',
  'money.unknown': 'ربما أُرسلت الدفعة. راجع سجل محفظتك؛ لا تدفع مرتين.',
};

export const giftWords: LanguageWords['giftWords'] = {
  'button.pay': 'أهدِ {amount}',
  'button.open': 'أهدِ إلى {merchant}',
};

export const loadTexts: LanguageWords['loadTexts'] = () => import('../ar.js');
