/**
 * Sending to an address, from any wallet or exchange: its row among the wallets, the refund address, the address with
 * its code, and what became of money that came beside the order. It loads late, with words of its own.
 */
import type { TemplateResult } from 'lit';
import { addressWords } from '../../i18n/locales/merge--en-address.js';
import { withWords } from '../../i18n/translate.js';
import type { Selection, StateOf } from '../../payment/model/state.js';
import type { ViewContext } from '../view-context.js';
import { addressRow } from './wallet-row.js';
import { depositNotes, type Sent } from './notes.js';
import { refundField } from './refund-field.js';
import type { Piece, View } from '../view.js';
import { depositView } from './view.js';

const inWords = (ctx: ViewContext): ViewContext => ({ ...ctx, t: withWords(ctx.t, addressWords) });

export const addressScreens = {
  row: (selection: Selection, ctx: ViewContext): TemplateResult => addressRow(selection, inWords(ctx)),
  refund: (selection: Selection, ctx: ViewContext): TemplateResult => refundField(selection, inWords(ctx)),
  deposit: (state: StateOf<'awaiting-deposit'>, ctx: ViewContext): View => depositView(state, inWords(ctx)),
  notes: (state: Sent, ctx: ViewContext): Piece => depositNotes(state, inWords(ctx)),
} as const;

export type AddressScreens = typeof addressScreens;
