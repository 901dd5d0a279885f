/** Decides for which payments the tracker searches the chain and the wallet for a transaction. */
import type { JournalEntry } from '../../journal/entry.js';
import { isAbandoned, isBatchPending, isPrepared, isProvedUnpaid, lacksHash } from '../../journal/lifecycle.js';

/**
 * True if the payment is `prompted` without a paying hash, if it is a pending batch, or if it is abandoned. Never true
 * for a payment to a deposit address, or if the entry has a problem that counts as proof that nothing was paid
 * (`isProvedUnpaid`).
 */
export const hasNoTransaction = (entry: JournalEntry): boolean =>
  (lacksHash(entry) || isBatchPending(entry) || isAbandonedTransfer(entry)) && !isProvedUnpaid(entry);

/** True for an abandoned payment that does not go to a deposit address, even if it has a transaction hash. */
const isAbandonedTransfer = (entry: JournalEntry): boolean => isAbandoned(entry) && !entry.payment.deposit;

/**
 * True if the search for the paying transaction must go on. A payment returns to the stage `prepared` if the wallet
 * cannot send a batch. The search then only waits, because another tab can prompt the payer for single steps.
 */
export const isSearched = (entry: JournalEntry): boolean => hasNoTransaction(entry) || isPrepared(entry);
