/** Functions for states that contain a payment. */
import type { Payment } from '../../types.js';
import { isShowing, type PaymentState, type Selection, type StateOf } from './state.js';

/**
 * True if the screen shows this payment in the state `processing` or `failed`. In these states, a delivery or a refund
 * can still arrive.
 */
export const awaitsDeposit = (
  state: PaymentState,
  { requestId }: { requestId: string },
): state is StateOf<'processing' | 'failed'> =>
  (state.name === 'processing' || state.name === 'failed') && isShowing(state, requestId);

export function processing(
  payment: Payment,
  status: string,
  since: number,
  selection?: Selection,
): StateOf<'processing'> {
  return { name: 'processing', payment, status, since, slow: false, sent: false, ...(selection && { selection }) };
}

/**
 * Updates the payment in the state that shows it. If the payment now has a hash or an accepted batch, changes the
 * status `unknown` to `waiting`.
 */
export function update(state: PaymentState, payment: Payment): PaymentState {
  if (!isShowing(state, payment.requestId)) return state;
  if (
    state.name === 'processing' &&
    state.status === 'unknown' &&
    (payment.payingHash !== undefined || payment.batched)
  ) {
    return { ...state, payment, status: 'waiting' };
  }
  return { ...state, payment };
}
