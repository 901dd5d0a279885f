/**
 * Exports the screens that few payments need: for payments to a deposit address, for wallets of two families, for a
 * recipient or a received token that the payer chooses, and for a high price impact. The browser loads this file when a
 * payment needs these screens.
 */
import { html } from 'lit';
import { rareTexts } from '../../i18n/locales/en-rare.js';
import { addTexts } from '../../i18n/locales/later-texts.js';
import type { RareScreens } from '../context/view-context.js';
import { accountsView, addWalletView } from './accounts.js';
import { destinationList } from './destination-list.js';
import { depositNotes } from './deposit-notes.js';
import { priceImpactView } from './price-impact.js';
import { recipientField } from './recipient-field.js';
import { refundField } from './refund-field.js';
import { depositView } from './deposit-view.js';
import { depositAddressRow } from './deposit-address-row.js';

addTexts(rareTexts);

export const screens: RareScreens = {
  depositRow: depositAddressRow,
  refundField,
  depositView,
  depositNotes,
  accounts: (state, ctx) => html`${destinationList(state, ctx)}${accountsView(state, ctx)}`,
  addWallet: addWalletView,
  recipientField,
  priceImpact: priceImpactView,
};
