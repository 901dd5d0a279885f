/** Resumes a payment by its request id, from the session's journals or from the service, and never prompts a wallet. */
import { errorOf, HubPayError } from '../../errors.js';
import type { PaymentResult, RefundResult } from '../../types.js';
import type { Trackers } from '../track/tracker.js';
import type { PaymentContext } from '../context/context.js';
import { isUnsent, type JournalEntry } from '../journal/entry.js';
import { isFailed, writeEvent } from '../journal/lifecycle.js';
import { readAll } from '../journal/storage.js';
import { fetchPayment } from './fetch-payment.js';
import { isBusy, isRunning, isShowing } from '../model/state.js';

type PaymentOutcome = PaymentResult | RefundResult;

/**
 * Tracks this payment and resolves with its outcome.
 * @throws HubPayError `invalid-state` if the screen shows another payment and the journal has no outcome of this one,
 *   or if the journal shows that this one was not sent
 * @throws HubPayError the problem of a payment that failed or was cancelled; the errors of `fetchPayment`;
 *   `outcome-unknown` if this page no longer tracks the payment
 */
export async function resumePayment([own, foreign]: Trackers, requestId: string): Promise<PaymentOutcome> {
  const { context, tracker } = own.tracker.entryOf(requestId) ? own : foreign;
  const trackAgain = (entry: JournalEntry): void => {
    // Write the entry again to restart the time limit for tracking.
    writeEvent(context.journal, entry, { type: 'rewritten' });
    tracker.show(entry);
  };
  let entry = tracker.entryOf(requestId);
  if (isShowing(context.state(), requestId)) {
    if (entry && isFailed(entry)) trackAgain(entry);
    return outcomeOf(context, requestId);
  }
  const end = entry && knownOutcome(entry);
  if (entry && end) {
    if (!isBusy(context.state())) tracker.showPastOutcome(entry);
    return end;
  }
  assertNotBusy(context);
  if (!entry) {
    const found = await fetchPayment(context, requestId);
    if (isShowing(context.state(), requestId)) return outcomeOf(context, requestId);
    assertNotBusy(context);
    // A page of another order on this device may have emitted events of this payment already.
    const told = readAll(context.deps.storage, []).filter(({ payment }) => payment.requestId === requestId);
    entry = tracker.entryOf(requestId) ?? { ...found, emitted: told.flatMap(({ emitted }) => emitted) };
  }
  trackAgain(entry);
  return outcomeOf(context, requestId);
}

/**
 * Returns the delivery or the refund from the journal entry, or null if the entry contains neither, so that the caller
 * tracks the payment.
 * @throws HubPayError if the journal shows that the payment was not sent: its problem, or `invalid-state`
 */
function knownOutcome(entry: JournalEntry): PaymentOutcome | null {
  const { outcome } = entry;
  const end = outcome?.receipt ?? outcome?.refund;
  if (end) return end;
  if (!isUnsent(entry)) return null;
  if (outcome?.problem) throw errorOf(outcome.problem);
  throw new HubPayError('invalid-state', 'The journal shows that this payment was not sent.', { money: 'not-sent' });
}

function assertNotBusy(context: PaymentContext): void {
  if (!isBusy(context.state())) return;
  throw new HubPayError('invalid-state', 'Another payment is shown here: wait for its end, then call reset().', {
    money: 'unknown',
  });
}

/**
 * Waits until this payment ends, or until the screen no longer shows it.
 * @throws HubPayError the problem on the screen; `outcome-unknown` if the screen shows neither a problem nor the
 *   outcome of this payment
 */
async function outcomeOf(context: PaymentContext, requestId: string): Promise<PaymentOutcome> {
  // The event from `tracker.show` can still be in the queue, so wait until it has changed the state.
  if (!isShowing(context.state(), requestId)) await Promise.resolve();
  let last = context.state();
  await context.until((state) => {
    last = state;
    return !isRunning(state) || !isShowing(state, requestId);
  });
  if (isShowing(last, requestId)) {
    if (last.name === 'succeeded') return last.receipt;
    if (last.name === 'refunded') return last.refund;
  }
  const problem = 'problem' in last ? last.problem : undefined;
  if (problem) throw errorOf(problem);
  throw new HubPayError('outcome-unknown', 'This page no longer tracks the payment, and its outcome is unknown.');
}
