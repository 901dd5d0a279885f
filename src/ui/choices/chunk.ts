/**
 * Exports the screens for choices that only some payers have: a wallet of another family, a recipient, a received
 * token, or a token with a high price impact. The browser loads this file when a payer has such a choice to make.
 */
import { html } from 'lit';
import { choiceTexts } from '../../i18n/locales/en/choices.js';
import { addTexts } from '../../i18n/locales/en/later-texts.js';
import type { ChoiceScreens } from '../context/view-context.js';
import { accountsView, addWalletView } from './accounts.js';
import { destinationList } from './destination-list.js';
import { recipientField } from './recipient-field.js';
import * as table from './screens.js';

addTexts(choiceTexts);

export const screens: ChoiceScreens = {
  accounts: (state, ctx) => html`${destinationList(state, ctx)}${accountsView(state, ctx)}`,
  addWallet: addWalletView,
  recipientField,
  screens: Object.values(table),
};
