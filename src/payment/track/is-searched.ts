/** Decides for which payments the tracker searches the chain and the wallet for a transaction. */
import { isBatchPending, isProvedUnpaid, lacksHash, type JournalEntry } from '../journal/entry.js';

/**
 * True if the paying transaction is unknown, or if the payment is abandoned. False if two sources have shown that
 * nothing was paid.
 */
export const hasNoTransaction = (entry: JournalEntry): boolean =>
  (lacksHash(entry) || isBatchPending(entry) || isAbandoned(entry)) && !isProvedUnpaid(entry);

/** True for an abandoned payment, with or without a transaction hash. False for a payment to a deposit address. */
const isAbandoned = ({ stage, payment }: JournalEntry): boolean => stage === 'abandoned' && !payment.deposit;

/**
 * True if the tracker must search for the paying transaction. Also true in the stage `prepared`, because another tab
 * can prompt the payer for single steps after the wallet refused the batch.
 */
export const isSearched = (entry: JournalEntry): boolean => hasNoTransaction(entry) || entry.stage === 'prepared';
