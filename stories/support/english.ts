/** Every English text of the checkout, including the texts of screens that load later. */
import { en } from '../../src/i18n/locales/en.js';
import { amountTexts } from '../../src/i18n/locales/en-amount.js';
import { currencyTexts } from '../../src/i18n/locales/en-currency.js';
import { choiceTexts } from '../../src/i18n/locales/en-choices.js';
import { depositTexts } from '../../src/i18n/locales/en-deposit.js';
import { historyTexts } from '../../src/i18n/locales/en-history.js';
import { phoneTexts } from '../../src/i18n/locales/en-phone.js';
import { testTexts } from '../../src/i18n/locales/en-testing.js';

export const screenTexts = {
  ...en,
  ...amountTexts,
  ...currencyTexts,
  ...choiceTexts,
  ...depositTexts,
  ...historyTexts,
  ...phoneTexts,
  ...testTexts,
};
