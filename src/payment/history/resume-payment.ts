/** Any payment by its id: one of this device's journal, or one that only the service knows. No wallet is ever asked. */
import { errorOf, HubPayError } from '../../errors.js';
import type { PaymentResult, RefundResult } from '../../types.js';
import type { Places } from '../track/tracker.js';
import type { Flow } from '../context/context.js';
import type { JournalEntry } from '../journal/entry.js';
import { lookUp } from './fetch-payment.js';
import { isBusy, isRunning, type PaymentState } from '../model/state.js';

type End = PaymentResult | RefundResult;

/**
 * Settles with the end of that payment alone: at once where the end is known here. It rejects, and changes nothing,
 * while another payment of this element is committed and this one has not ended yet.
 */
export async function resumePayment([own, foreign]: Places, requestId: string): Promise<End> {
  const { flow, following } = own.following.entryOf(requestId) ? own : foreign;
  if (isShown(flow.state(), requestId)) return endOf(flow, requestId);
  let entry = following.entryOf(requestId);
  const end = entry && knownEnd(entry);
  if (entry && end) {
    if (!isBusy(flow.state())) following.recall(entry);
    return end;
  }
  refuseBusy(flow);
  if (!entry) {
    const found = await lookUp(flow, requestId);
    if (isShown(flow.state(), requestId)) return endOf(flow, requestId);
    refuseBusy(flow);
    entry = following.entryOf(requestId) ?? found;
  }
  // One that had been given up long ago is watched again from now on.
  flow.journal.write(entry);
  following.follow(entry);
  return endOf(flow, requestId);
}

/**
 * How the payment ended, as far as the journal knows; null where it is to be followed.
 * @throws HubPayError where it came to nothing
 */
function knownEnd({ stage, outcome }: JournalEntry): End | null {
  const end = outcome?.receipt ?? outcome?.refund;
  if (end) return end;
  if (stage !== 'closed' && stage !== 'open') return null;
  if (outcome?.problem) throw errorOf(outcome.problem);
  throw new HubPayError('service-refused', 'No wallet was asked to pay this.', { money: 'not-sent' });
}

function refuseBusy(flow: Flow): void {
  if (!isBusy(flow.state())) return;
  throw new HubPayError('service-refused', 'Another payment is shown here: wait for its end, and reset it.', {
    money: 'unknown',
  });
}

const isShown = (state: PaymentState, requestId: string): boolean =>
  'payment' in state && state.payment.requestId === requestId;

/** Waits until this payment has left the screen or has come to an end there. */
async function endOf(flow: Flow, requestId: string): Promise<End> {
  // Events that are dispatched from a listener of the page wait for their turn.
  if (!isShown(flow.state(), requestId)) await Promise.resolve();
  let last = flow.state();
  await flow.until((state) => {
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
