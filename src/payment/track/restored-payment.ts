/** Asks about payments that an earlier page or another tab has stored. The code that asks loads when it is needed. */
import { isAborted, sleep } from '../../shared/clock.js';
import { sharedOnPage } from '../../shared/memory-store.js';
import type { PaymentContext } from '../context/context.js';
import type { JournalEntry } from '../journal/entry.js';
import { lacksTerms } from '../journal/page-terms.js';
import { loadRecall } from './load-recall-payment.js';
import type { PaymentRecord } from './payment-record.js';

/** Time before the record is read again if it does not pay this order or could not be read, in milliseconds. */
const REREAD_MS = 15_000;

/**
 * Returns a function that reads the terms of a payment that another page has stored. It resolves with false while the
 * service's record is of a payment that does not pay this order. Without the code, the terms stay unknown.
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
 * Asks the service how a stored payment has ended, and shows it. Does nothing while the service is already asked.
 * @param reopen shows and tracks the payment again, because it has not ended
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
