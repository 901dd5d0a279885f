/** Waits until a sent payment is overdue. Only then loads the code that looks closer and asks the payer. */
import { isAborted, sleep } from '../../shared/clock.js';
import type { PaymentContext } from '../context/context.js';
import { isUnseen, OVERDUE_MS } from '../context/status.js';
import type * as TrackOverdue from './track-overdue.js';
import type { PaymentRecord } from './payment-record.js';

const loadTrackOverdue = (): Promise<typeof TrackOverdue> => import('./track-overdue.js');

/**
 * After 30 minutes without news of a sent payment, asks the payer about it. Each tab with this payment asks.
 * @param load without this code, the payer is asked at once
 */
export async function watchOverdue(
  context: PaymentContext,
  record: PaymentRecord,
  signal: AbortSignal,
  load = loadTrackOverdue,
): Promise<void> {
  const { clock } = context.deps;
  const isSent = (): boolean => {
    const entry = record.entry();
    return entry !== undefined && isUnseen(entry);
  };
  while (isSent()) {
    const left = (record.entry()?.updatedAt ?? 0) + OVERDUE_MS - clock.now();
    if (left <= 0) break;
    await sleep(Math.min(left, OVERDUE_MS), clock, signal);
    if (isAborted(signal)) return;
  }
  const { stage, payment } = record.entry() ?? {};
  if (!isSent() && !(stage === 'abandoned' && payment?.payingHash !== undefined)) return;
  const code = await load().catch(() => null);
  if (code) await code.trackOverdue(context, record, signal);
  else if (isSent()) record.ask();
}
