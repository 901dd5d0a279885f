/** The way to what only a payment to an address needs: it loads when such a payment is offered, shown or told of. */
import { nothing } from 'lit';
import type { DepositScreens, ViewContext } from '../context/view-context.js';
import type { Piece } from '../context/view.js';
import type { SubmittedState } from '../context/view-context.js';

/** Null until it has loaded, which draws the screen again; where it could not be, the next drawing asks once more. */
export function loadDepositScreens({ local, set }: ViewContext): DepositScreens | null {
  if (!local.depositScreens) {
    void import('./chunk.js').then(
      (code) => {
        set({ depositScreens: code.depositScreens });
      },
      () => undefined,
    );
  }
  return local.depositScreens;
}

/** What such a payment has to say beside its end; nothing of any other. */
export const depositNotes = (state: SubmittedState, ctx: ViewContext): Piece =>
  state.payment.deposit ? (loadDepositScreens(ctx)?.notes(state, ctx) ?? nothing) : nothing;
