/** Decides which payments are searched for on the chain and in the wallet. */
import { isBatchPending, isProvedUnpaid, lacksHash, type JournalEntry } from '../journal/entry.js';

/** True if the payment has no known problem, and no known transaction that the chain has confirmed. */
export const hasNoTransaction = (entry: JournalEntry): boolean =>
  (lacksHash(entry) || isBatchPending(entry) || isAbandoned(entry)) && !isProvedUnpaid(entry);

/** True if the payer gave up a payment with a hash, because no chain and no service has shown it. */
const isAbandoned = ({ stage, payment }: JournalEntry): boolean => stage === 'abandoned' && !payment.deposit;

/**
 * True if the payment must be searched for. In the stage `prepared`, another tab can prompt the payer again after the
 * wallet refused the batch, so the search goes on in this stage.
 */
export const isSearched = (entry: JournalEntry): boolean => hasNoTransaction(entry) || entry.stage === 'prepared';
