/**
 * Sending to an address, from any wallet or exchange: its row among the wallets, the refund address, the address with
 * its code, and what became of money that came beside the order. It loads late, with words of its own.
 */
import type { TemplateResult } from 'lit';
import { addressWords } from '../../i18n/locales/merge--en-address.js';
import { withWords } from '../../i18n/translate.js';
import type { Selection, StateOf } from '../../payment/model/state.js';
import type { AddressScreens, ViewContext } from '../context/view-context.js';
import { addressRow } from './wallet-row.js';
import { depositNotes } from './notes.js';
import { type Sent } from '../context/view-context.js';
import { refundField } from './refund-field.js';
import type { Piece, View } from '../context/view.js';
import { depositView } from './view.js';

const inWords = (ctx: ViewContext): ViewContext => ({ ...ctx, t: withWords(ctx.t, addressWords) });

export const addressScreens: AddressScreens = {
  row: (selection: Selection, ctx: ViewContext): TemplateResult => addressRow(selection, inWords(ctx)),
  refund: (selection: Selection, ctx: ViewContext): TemplateResult => refundField(selection, inWords(ctx)),
  deposit: (state: StateOf<'awaiting-deposit'>, ctx: ViewContext): View => depositView(state, inWords(ctx)),
  notes: (state: Sent, ctx: ViewContext): Piece => depositNotes(state, inWords(ctx)),
};
