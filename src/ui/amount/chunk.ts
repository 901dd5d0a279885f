/**
 * Exports the field for an amount that the payer types. The browser loads this file if the merchant has not set the
 * amount.
 */
import { amountTexts } from '../../i18n/locales/en/amount.js';
import { addTexts } from '../../i18n/locales/en/later-texts.js';
import type { AmountScreens } from '../context/view-context.js';
import { amountField } from './field.js';

addTexts(amountTexts);

export const screens: AmountScreens = { field: amountField };
