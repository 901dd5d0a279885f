/** Renders the notes on a payment to a deposit address. The code of the notes loads on demand. */
import { nothing } from 'lit';
import type { SubmittedState, ViewContext } from '../context/view-context.js';
import type { Piece } from '../context/view.js';

/** Renders nothing for a payment by wallet. Also renders nothing until the deposit screens have loaded. */
export const lazyDepositNotes = (state: SubmittedState, ctx: ViewContext): Piece =>
  state.payment.deposit ? (ctx.depositScreens?.notes(state, ctx) ?? nothing) : nothing;
