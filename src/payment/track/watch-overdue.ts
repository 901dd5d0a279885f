/** Waits until a sent payment is overdue, and then loads the code that reads the chain and can ask the payer. */
import { isAborted, sleep } from '../../shared/time/clock.js';
import type { PaymentContext } from '../context/context.js';
import { isSeenByService, OVERDUE_MS, untilOverdue } from '../context/status.js';
import { isAbandoned, isSent } from '../journal/lifecycle.js';
import type * as TrackOverdue from './track-overdue.js';
import type { PaymentRecord } from '../context/payment-record.js';

const loadTrackOverdue = (): Promise<typeof TrackOverdue> => import('./track-overdue.js');

/**
 * Waits until the journal entry of a sent payment was not written for 30 minutes, or for a day if the service has seen
 * the payment. Then the loaded code reads the chain, and can ask the payer whether to keep waiting. Each tab that
 * tracks this payment does this. For an abandoned payment with a known paying hash, there is no wait.
 * @param load loads the code that reads the chain; if this load fails, the screen then asks the payer whether to keep
 *   waiting for a sent payment
 */
export async function watchOverdue(
  context: PaymentContext,
  record: PaymentRecord,
  signal: AbortSignal,
  load = loadTrackOverdue,
): Promise<void> {
  const { clock } = context.deps;
  const left = (): number => {
    const entry = record.entry();
    if (!entry || (isAbandoned(entry) && entry.payment.payingHash !== undefined)) return 0;
    return untilOverdue(entry, clock.now());
  };
  for (let wait = left(); wait > 0; wait = left()) {
    await sleep(Math.min(wait, OVERDUE_MS), clock, signal);
    if (isAborted(signal)) return;
  }
  const code = await load().catch(() => null);
  const entry = record.entry();
  if (code) await code.trackOverdue(context, record, signal);
  else if (entry && isSent(entry)) record.ask(isSeenByService(entry.status));
}
