/** Decides for which payments the tracker searches the chain and the wallet for a transaction. */
import type { JournalEntry } from '../../journal/entry.js';
import { isAbandoned, isBatchPending, isPrepared, isProvedUnpaid, lacksHash } from '../../journal/lifecycle.js';

/**
 * True if the paying transaction is unknown, or if the payment is abandoned, and false if two sources have shown that
 * nothing was paid.
 */
export const hasNoTransaction = (entry: JournalEntry): boolean =>
  (lacksHash(entry) || isBatchPending(entry) || isAbandonedTransfer(entry)) && !isProvedUnpaid(entry);

/** True for an abandoned payment, with or without a transaction hash, and false for a payment to a deposit address. */
const isAbandonedTransfer = (entry: JournalEntry): boolean => isAbandoned(entry) && !entry.payment.deposit;

/**
 * True if the search for the paying transaction must go on. In the stage `prepared`, to which a refused batch returns,
 * the search only waits, because another tab can prompt the payer for single steps.
 */
export const isSearched = (entry: JournalEntry): boolean => hasNoTransaction(entry) || isPrepared(entry);
