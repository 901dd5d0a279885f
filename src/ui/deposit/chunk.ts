/**
 * Exports the screens that few payments need: for payments to a deposit address, for wallets of two families, for a
 * recipient or a received token that the payer chooses, and for a high price impact. The browser loads this file when a
 * payment needs these screens.
 */
import { html } from 'lit';
import { depositTexts } from '../../i18n/locales/en-deposit.js';
import { addTexts } from '../../i18n/locales/later-texts.js';
import type { DepositScreens } from '../context/view-context.js';
import { accountsView, addWalletView } from './accounts.js';
import { destinationList } from './destination-list.js';
import { depositNotes } from './notes.js';
import { priceImpactView } from './price-impact.js';
import { recipientField } from './recipient-field.js';
import { refundField } from './refund-field.js';
import { depositView } from './view.js';
import { depositAddressRow } from './wallet-row.js';

addTexts(depositTexts);

export const screens: DepositScreens = {
  row: depositAddressRow,
  refund: refundField,
  deposit: depositView,
  notes: depositNotes,
  accounts: (state, ctx) => html`${destinationList(state, ctx)}${accountsView(state, ctx)}`,
  addWallet: addWalletView,
  recipient: recipientField,
  priceImpact: priceImpactView,
};
