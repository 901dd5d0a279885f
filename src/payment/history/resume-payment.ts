/** Any payment by its id: one of this device's journal, or one that only the service knows. No wallet is ever asked. */
import { errorOf, HubPayError } from '../../errors.js';
import type { PaymentResult, RefundResult } from '../../types.js';
import type { Trackers } from '../track/tracker.js';
import type { PaymentContext } from '../context/context.js';
import type { JournalEntry } from '../journal/entry.js';
import { fetchPayment } from './fetch-payment.js';
import { isBusy, isRunning, type PaymentState } from '../model/state.js';

type PaymentOutcome = PaymentResult | RefundResult;

/**
 * Settles with the end of that payment alone: at once where the end is known here. It rejects, and changes nothing,
 * while another payment of this element is committed and this one has not ended yet.
 */
export async function resumePayment([own, foreign]: Trackers, requestId: string): Promise<PaymentOutcome> {
  const { context, tracker } = own.tracker.entryOf(requestId) ? own : foreign;
  if (isShown(context.state(), requestId)) return outcomeOf(context, requestId);
  let entry = tracker.entryOf(requestId);
  const end = entry && knownOutcome(entry);
  if (entry && end) {
    if (!isBusy(context.state())) tracker.showPastOutcome(entry);
    return end;
  }
  assertNotBusy(context);
  if (!entry) {
    const found = await fetchPayment(context, requestId);
    if (isShown(context.state(), requestId)) return outcomeOf(context, requestId);
    assertNotBusy(context);
    entry = tracker.entryOf(requestId) ?? found;
  }
  // One that had been given up long ago is watched again from now on.
  context.journal.write(entry);
  tracker.show(entry);
  return outcomeOf(context, requestId);
}

/**
 * How the payment ended, as far as the journal knows; null where it is to be followed.
 * @throws HubPayError where it came to nothing
 */
function knownOutcome({ stage, outcome }: JournalEntry): PaymentOutcome | null {
  const end = outcome?.receipt ?? outcome?.refund;
  if (end) return end;
  if (stage !== 'cancelled' && stage !== 'prepared') return null;
  if (outcome?.problem) throw errorOf(outcome.problem);
  throw new HubPayError('service-refused', 'No wallet was asked to pay this.', { money: 'not-sent' });
}

function assertNotBusy(context: PaymentContext): void {
  if (!isBusy(context.state())) return;
  throw new HubPayError('service-refused', 'Another payment is shown here: wait for its end, and reset it.', {
    money: 'unknown',
  });
}

const isShown = (state: PaymentState, requestId: string): boolean =>
  'payment' in state && state.payment.requestId === requestId;

/** Waits until this payment has left the screen or has come to an end there. */
async function outcomeOf(context: PaymentContext, requestId: string): Promise<PaymentOutcome> {
  // Events that are dispatched from a listener of the page wait for their turn.
  if (!isShown(context.state(), requestId)) await Promise.resolve();
  let last = context.state();
  await context.until((state) => {
    last = state;
    return !isRunning(state) || !isShown(state, requestId);
  });
  if (isShown(last, requestId)) {
    if (last.name === 'succeeded') return last.receipt;
    if (last.name === 'refunded') return last.refund;
  }
  const problem = 'problem' in last ? last.problem : undefined;
  if (problem) throw errorOf(problem);
  throw new HubPayError('outcome-unknown', 'The payment is not followed here any more; its end is not known.');
}
