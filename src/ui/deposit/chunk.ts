/** Bundles the screens for payments to a deposit address. This file loads on demand. */
import { depositTexts } from '../../i18n/locales/en-deposit.js';
import { addTexts } from '../../i18n/locales/later-texts.js';
import type { DepositScreens } from '../context/view-context.js';
import { depositNotes } from './notes.js';
import { refundField } from './refund-field.js';
import { depositView } from './view.js';
import { depositAddressRow } from './wallet-row.js';

addTexts(depositTexts);

export const depositScreens: DepositScreens = {
  row: depositAddressRow,
  refund: refundField,
  deposit: depositView,
  notes: depositNotes,
};
