/** Creates, changes and checks the states that contain a payment. */
import { errorInfo, HubPayError, type ErrorInfo } from '../../errors.js';
import type { Payment, PaymentResult } from '../../types.js';
import { isShowing, withoutProblem, type PaymentState, type StateOf } from './state.js';

/**
 * True if the screen shows this payment in the state `processing` or `failed`. In these states, a delivery or a refund
 * can still arrive.
 */
export const canStillEnd = (
  state: PaymentState,
  { requestId }: { requestId: string },
): state is StateOf<'processing' | 'failed'> =>
  (state.name === 'processing' || state.name === 'failed') && isShowing(state, requestId);

export function processing(
  payment: Payment,
  status: string,
  since: number,
  state: PaymentState,
): StateOf<'processing'> {
  return {
    name: 'processing',
    payment,
    status,
    since,
    slow: false,
    sent: false,
    ...('selection' in state && { selection: state.selection }),
    ...otherOf(state),
  };
}

/**
 * Returns an object with the state's `otherPayment`, a second payment of the same order; empty if the state has none.
 */
export const otherOf = (state: PaymentState): { otherPayment?: Payment } =>
  'otherPayment' in state ? { otherPayment: state.otherPayment } : {};

/**
 * Adds `otherPayment`, a second payment of the order that was sent or perhaps sent, unless the screen shows this
 * payment itself. In the state `authorizing`, also sets a problem, because the payer must reject the wallet's request.
 * @param status the last known status of `otherPayment` at the service
 */
export function withOther(state: PaymentState, otherPayment: Payment, status: string): PaymentState {
  const { requestId } = otherPayment;
  const isSame = otherOf(state).otherPayment?.requestId === requestId;
  switch (state.name) {
    case 'authorizing': {
      const money = status === 'success' ? 'delivered' : 'on-its-way';
      if (state.payment.requestId === requestId || (isSame && state.problem?.money === money)) return state;
      const problem = errorInfo(new HubPayError('already-paid', 'Another payment of this order was sent', { money }));
      return { ...state, otherPayment, problem };
    }
    case 'processing':
    case 'succeeded':
    case 'refunded':
    case 'failed':
      return isSame || state.payment.requestId === requestId ? state : { ...state, otherPayment };
    default:
      return state;
  }
}

/**
 * Replaces the payment in a state that shows it. If the status is `unknown`, and the payment has a new paying hash or
 * the wallet has just accepted a batch, the status becomes `waiting`, and the shown problem is removed.
 */
export function update(state: PaymentState, payment: Payment): PaymentState {
  if (!isShowing(state, payment.requestId)) return state;
  const { payingHash, batched } = payment;
  const isNew =
    (payingHash !== undefined && payingHash !== state.payment.payingHash) || (batched && !state.payment.batched);
  if (state.name === 'processing' && state.status === 'unknown' && isNew)
    return { ...withoutProblem(state), payment, status: 'waiting' };
  return { ...state, payment };
}

/** Returns the id of the wallet that this page or an earlier one asked to pay; undefined if it is not known. */
export const walletIdOf = (state: StateOf<'authorizing' | 'processing'>): string | undefined =>
  state.payment.account?.wallet ?? (state.name === 'processing' ? state.wallet : undefined);

/**
 * Shows that a wallet has refused this payment late, while the page does not know whether it was sent. The payment
 * stays open, because a wallet can have paid after a refusal. Before another payment, removes the problem that the
 * wallet has not answered.
 */
export function answeredLate(
  state: PaymentState,
  { wallet, chainId, problem }: { wallet: string; chainId: number; problem: ErrorInfo },
): PaymentState {
  return state.name === 'processing' &&
    state.status === 'unknown' &&
    walletIdOf(state) === wallet &&
    state.payment.quote.pays.chainId === chainId
    ? { ...state, problem }
    : withoutUnanswered(state);
}

/** Removes the problem that a wallet has not answered, when it has refused. */
export function withoutUnanswered(state: PaymentState): PaymentState {
  if (state.name !== 'selecting' && state.name !== 'quoting' && state.name !== 'reviewing') return state;
  const { problem, ...rest } = state;
  return problem?.reason === 'unanswered' ? rest : state;
}

/**
 * False during the checks after the press on the pay button, while a payment runs, and while a deposit address waits
 * for money. True in every other state.
 */
export const hasOutcome = (state: PaymentState): boolean => {
  switch (state.name) {
    case 'succeeded':
    case 'refunded':
    case 'failed':
    case 'idle':
    case 'selecting':
    case 'quoting':
      return true;
    case 'reviewing':
      return !state.confirming;
    case 'authorizing':
    case 'awaiting-deposit':
    case 'processing':
      return false;
  }
};

/** Replaces the shown receipt if it names no transaction of the delivery, but `receipt` names one. */
export const withLinks = (state: StateOf<'succeeded'>, receipt: PaymentResult): PaymentState =>
  state.receipt.destination.length === 0 && receipt.destination.length > 0 ? { ...state, receipt } : state;
