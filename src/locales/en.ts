/** The English texts of the element, for a page that builds its own texts on them. The element has them already. */
import { amountTexts } from '../i18n/locales/en/amount.js';
import { buttonTexts, giftButtonTexts } from '../i18n/locales/en/button.js';
import { checkoutTexts } from '../i18n/locales/en/checkout.js';
import { choiceTexts } from '../i18n/locales/en/choices.js';
import { currencyTexts } from '../i18n/locales/en/currency.js';
import { depositTexts } from '../i18n/locales/en/deposit.js';
import { giftTexts as giftScreenTexts } from '../i18n/locales/en/gift.js';
import { historyTexts } from '../i18n/locales/en/history.js';
import { phoneTexts } from '../i18n/locales/en/phone.js';
import { testTexts } from '../i18n/locales/en/testing.js';
import type { GiftTexts, Texts } from '../i18n/locales/messages.js';

/** All English texts, by key. A text with plural forms is an object. */
export const texts: Texts = {
  ...buttonTexts,
  ...checkoutTexts,
  ...amountTexts,
  ...currencyTexts,
  ...choiceTexts,
  ...depositTexts,
  ...historyTexts,
  ...phoneTexts,
  ...testTexts,
};

/** The texts for `purpose="gift"` that differ from those of a payment. */
export const giftTexts: GiftTexts = { ...giftButtonTexts, ...giftScreenTexts };
