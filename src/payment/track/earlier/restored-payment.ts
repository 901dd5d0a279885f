/**
 * Asks the service about payments that an earlier page or another tab has stored. The code for this,
 * `recall-payment.ts`, loads only when it is needed.
 */
import { isAborted, sleep } from '../../../shared/time/clock.js';
import { sharedOnPage } from '../../../shared/memory-store.js';
import { orNull } from '../../../shared/load-code.js';
import type { PaymentContext } from '../../context/context.js';
import type { JournalEntry } from '../../journal/entry.js';
import { isAbandoned } from '../../journal/lifecycle.js';
import { lacksTerms } from '../../journal/page-terms.js';
import type { PaymentRecord } from '../../context/payment-record.js';

const loadRecall = () => orNull(import('./recall-payment.js'));

/**
 * Shortest pause in milliseconds before the service's record is read again. This happens if the record could not be
 * read, or does not fit this order, or if the code for this could not be loaded.
 */
const REREAD_MS = 15_000;

/**
 * Returns a function that reads the terms of a payment that another page has stored. The function resolves with false
 * while the payment seems to pay another order. If the record cannot be read or the code cannot be loaded, the function
 * resolves with true, and the terms stay unknown.
 */
export function termsReader(
  context: PaymentContext,
  record: PaymentRecord,
  signal: AbortSignal,
): () => Promise<boolean> {
  const { clock } = context.deps;
  let last = Promise.resolve(true);
  let next = -Infinity;
  const read = async (): Promise<boolean> => {
    const entry = record.entry();
    if (!entry || !lacksTerms(entry.payment, context.options)) return true;
    // The terms of an abandoned payment can wait, because the screen does not show it at first.
    await context.turn?.(signal, isAbandoned(entry));
    const isOwn = await (await loadRecall())?.learnTerms(context, record, signal);
    next = isOwn ? Infinity : clock.now() + REREAD_MS;
    if (isOwn === null) void readLater();
    return isOwn ?? true;
  };
  const ask = (): Promise<boolean> => {
    if (clock.now() >= next) {
      next = Infinity;
      last = read();
    }
    return last;
  };
  const readLater = async (): Promise<void> => {
    await sleep(REREAD_MS, clock, signal);
    if (!isAborted(signal)) void ask();
  };
  return ask;
}

/**
 * Asks the service how a stored payment has ended, and shows the end. Does nothing if an earlier call for the same
 * payment is still running.
 * @param reopen shows and tracks the payment again, if the payment has not ended
 */
export async function recallOnce(
  context: PaymentContext,
  id: string,
  reopen: (entry: JournalEntry) => void,
): Promise<void> {
  const ids = sharedOnPage(context, 'ends', () => new Set<string>());
  if (ids.has(id)) return;
  ids.add(id);
  await (await loadRecall())?.recallOutcome(context, id, reopen).catch(() => undefined);
  ids.delete(id);
}
