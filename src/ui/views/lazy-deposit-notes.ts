/**
 * Renders the notes on a payment to a deposit address. The browser loads the code of the notes only for a payment to a
 * deposit address.
 */
import { nothing } from 'lit';
import type { SubmittedState, ViewContext } from '../context/view-context.js';
import type { Piece } from '../context/view.js';

/**
 * Renders nothing if the payer pays with a connected wallet. Renders nothing until the code of the notes has loaded.
 */
export const lazyDepositNotes = (state: SubmittedState, ctx: ViewContext): Piece =>
  state.payment.deposit ? (ctx.depositScreens?.notes(state, ctx) ?? nothing) : nothing;
