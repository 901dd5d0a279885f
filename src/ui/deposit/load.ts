/** The way to what only a payment to an address needs: it loads when such a payment is offered, shown or told of. */
import { nothing } from 'lit';
import type { AddressScreens, ViewContext } from '../context/view-context.js';
import type { Piece } from '../context/view.js';
import type { Sent } from '../context/view-context.js';

/** Null until it has loaded, which draws the screen again; where it could not be, the next drawing asks once more. */
export function addressScreens({ local, set }: ViewContext): AddressScreens | null {
  if (!local.byAddress) {
    void import('./chunk.js').then(
      (code) => {
        set({ byAddress: code.addressScreens });
      },
      () => undefined,
    );
  }
  return local.byAddress;
}

/** What such a payment has to say beside its end; nothing of any other. */
export const depositNotes = (state: Sent, ctx: ViewContext): Piece =>
  state.payment.deposit ? (addressScreens(ctx)?.notes(state, ctx) ?? nothing) : nothing;
