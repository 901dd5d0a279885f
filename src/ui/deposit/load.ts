/** Loads the screens of paying to a deposit address when such a payment is offered or shown. */
import { nothing } from 'lit';
import type { DepositScreens, ViewContext } from '../context/view-context.js';
import type { Piece } from '../context/view.js';
import type { SubmittedState } from '../context/view-context.js';

/** Null until the code has loaded, which renders again. After a failed load, the next rendering retries. */
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

/** The notes of a payment to a deposit address. Nothing for any other payment. */
export const depositNotes = (state: SubmittedState, ctx: ViewContext): Piece =>
  state.payment.deposit ? (loadDepositScreens(ctx)?.notes(state, ctx) ?? nothing) : nothing;
