/** Finds the payments of this order that the payer must see before a new payment. */
import { blocksNewPayment, type JournalEntry } from '../journal/entry.js';
import type { PaymentContext } from './context.js';

/**
 * Returns the journal's payments that block a new payment, newest first.
 * @param ended ids of the settled payments that the payer has seen; default: `context.endedBefore()`
 */
export function findBlockers(
  context: PaymentContext,
  ended: ReadonlySet<string> = context.endedBefore(),
): JournalEntry[] {
  const now = context.deps.clock.now();
  return context.journal.read().filter((entry) => blocksNewPayment(entry, ended, now));
}
