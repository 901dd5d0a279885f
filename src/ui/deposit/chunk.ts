/**
 * Exports the screens that few payments need: for payments to a deposit address, and for wallets of two families. The
 * browser loads this file when a payment needs these screens.
 */
import { depositTexts } from '../../i18n/locales/en-deposit.js';
import { addTexts } from '../../i18n/locales/later-texts.js';
import type { DepositScreens } from '../context/view-context.js';
import { accountsView, addWalletView } from './accounts.js';
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
  accounts: accountsView,
  addWallet: addWalletView,
};
