/**
 * Sending to an address, from any wallet or exchange: its row among the wallets, the refund address, the address with
 * its code, and what became of money that came beside the order. It loads late, with words of its own.
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
