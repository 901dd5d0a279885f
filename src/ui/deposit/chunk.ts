/**
 * Bundles the screens for paying to a deposit address: the wallet row, the refund field, the address with its QR code,
 * and the notes on extra deposits. It loads on demand.
 */
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
