/** Waits until a sent payment is overdue. Only then loads the code that looks closer and asks the payer. */
import { isAborted, sleep } from '../../shared/clock.js';
import type { PaymentContext } from '../context/context.js';
import { OVERDUE_MS, untilOverdue } from '../context/status.js';
import type * as TrackOverdue from './track-overdue.js';
import type { PaymentRecord } from './payment-record.js';

const loadTrackOverdue = (): Promise<typeof TrackOverdue> => import('./track-overdue.js');

/**
 * After 30 minutes without news of a sent payment, asks the payer about it. If the service has seen it, after a day.
 * Each tab with this payment asks.
 * @param load without this code, the payer is asked at once
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
    const isGivenUp = entry?.stage === 'abandoned' && entry.payment.payingHash !== undefined;
    return !entry || isGivenUp ? 0 : untilOverdue(entry, clock.now());
  };
  for (let wait = left(); wait > 0; wait = left()) {
    await sleep(Math.min(wait, OVERDUE_MS), clock, signal);
    if (isAborted(signal)) return;
  }
  const code = await load().catch(() => null);
  if (code) await code.trackOverdue(context, record, signal);
  else if (record.entry()?.stage === 'sent') record.ask();
}
