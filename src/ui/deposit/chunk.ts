/**
 * Exports the screens for a payment to a deposit address. The browser loads this file when the element offers or shows
 * such a payment.
 */
import { depositTexts } from '../../i18n/locales/en/deposit.js';
import { addTexts } from '../../i18n/locales/en/later-texts.js';
import type { DepositScreens } from '../context/view-context.js';
import { depositAddressRow } from './deposit-address-row.js';
import { depositNotes } from './deposit-notes.js';
import { refundField } from './refund-field.js';
import * as table from './screens.js';

addTexts(depositTexts);

export const screens: DepositScreens = {
  row: depositAddressRow,
  refundField,
  notes: depositNotes,
  screens: Object.values(table),
};
