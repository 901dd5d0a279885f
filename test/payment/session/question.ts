/** Tells which presses of a payer answer a question that says that money may be out. */
import type { PayerEvent } from '../../../src/payment/model/payer-event.js';
import type { PaymentState } from '../../../src/payment/model/state.js';

/** True if the screen says that a stored payment of the order cannot be read. */
export const isUnreadable = (state: PaymentState): boolean =>
  state.name === 'idle' && state.problem?.reason === 'unreadable-entry';

/** True if the payer presses this on a screen that says that money may be out. */
export function asksBeforeAgain(state: PaymentState, event: PayerEvent): boolean {
  switch (event.type) {
    case 'abandoned':
      return state.name === 'processing' || isUnreadable(state);
    case 'reset':
      return (
        (state.name === 'failed' && state.problem.money === 'unknown') ||
        (state.name === 'refunded' && !state.refund.confirmed)
      );
    case 'confirmed':
      return state.name === 'reviewing' && state.problem?.money === 'unknown';
    default:
      return false;
  }
}
