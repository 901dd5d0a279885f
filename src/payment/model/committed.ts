/** The parts of a state that is about one payment: whose end it waits for, and what becomes of its record. */
import type { Payment } from '../../types.js';
import type { PaymentState, Selection, StateOf } from './state.js';

/** Whether this end is the end of the payment that is shown; one that has failed may still be refunded or delivered. */
export const awaitsDeposit = (
  state: PaymentState,
  end: { requestId: string },
): state is StateOf<'processing' | 'failed'> =>
  (state.name === 'processing' || state.name === 'failed') && isOf(state, end);

export const isOf = ({ payment }: { payment: Payment }, { requestId }: { requestId: string }): boolean =>
  payment.requestId === requestId;

export function processing(
  payment: Payment,
  status: string,
  since: number,
  selection?: Selection,
): StateOf<'processing'> {
  return { name: 'processing', payment, status, since, slow: false, sent: false, ...(selection && { selection }) };
}

/** Replaces the payment's record where it is the same payment; an answer that came after all is lost no longer. */
export function update(state: PaymentState, payment: Payment): PaymentState {
  if (!('payment' in state) || state.payment.requestId !== payment.requestId) return state;
  if (
    state.name === 'processing' &&
    state.status === 'unknown' &&
    (payment.payingHash !== undefined || payment.batched)
  ) {
    return { ...state, payment, status: 'waiting' };
  }
  return { ...state, payment };
}
