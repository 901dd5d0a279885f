/** Bundles the screens for payments to a deposit address. This file loads on demand. */
import type { DepositScreens } from '../context/view-context.js';
import { depositNotes } from './notes.js';
import { refundField } from './refund-field.js';
import { depositView } from './view.js';
import { depositAddressRow } from './wallet-row.js';

export const depositScreens: DepositScreens = {
  row: depositAddressRow,
  refund: refundField,
  deposit: depositView,
  notes: depositNotes,
};
