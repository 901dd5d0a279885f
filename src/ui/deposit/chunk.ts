/**
 * Bundles everything of paying to a deposit address: the wallet row, the refund field, the address with its QR code,
 * and notes on extra deposits. It loads on demand.
 */
import type { TemplateResult } from 'lit';
import { addressWords } from '../../i18n/locales/merge--en-address.js';
import { withMessages } from '../../i18n/translate.js';
import type { Selection, StateOf } from '../../payment/model/state.js';
import type { DepositScreens, ViewContext } from '../context/view-context.js';
import { depositAddressRow } from './wallet-row.js';
import { depositNotes } from './notes.js';
import { type SubmittedState } from '../context/view-context.js';
import { refundField } from './refund-field.js';
import type { Piece, View } from '../context/view.js';
import { depositView } from './view.js';

const withDepositWords = (ctx: ViewContext): ViewContext => ({ ...ctx, t: withMessages(ctx.t, addressWords) });

export const depositScreens: DepositScreens = {
  row: (selection: Selection, ctx: ViewContext): TemplateResult => depositAddressRow(selection, withDepositWords(ctx)),
  refund: (selection: Selection, ctx: ViewContext): TemplateResult => refundField(selection, withDepositWords(ctx)),
  deposit: (state: StateOf<'awaiting-deposit'>, ctx: ViewContext): View => depositView(state, withDepositWords(ctx)),
  notes: (state: SubmittedState, ctx: ViewContext): Piece => depositNotes(state, withDepositWords(ctx)),
};
