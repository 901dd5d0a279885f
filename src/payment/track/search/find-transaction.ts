/** Finds the transaction of a payment, for example if the wallet returned no hash. */
import { backoff, createSleeper, type Sleeper } from '../../../shared/time/backoff.js';
import { isAborted } from '../../../shared/time/clock.js';
import type { TransactionLookup } from '../../../vm/family/abilities.js';
import { isOfOtherPayment } from '../../journal/transaction-owners.js';
import type { PaymentContext } from '../../context/context.js';
import type { JournalEntry } from '../../journal/entry.js';
import { isUnfinished } from '../../journal/lifecycle.js';
import { hasNoTransaction, isSearched } from './is-searched.js';
import { chainReader, notifyService, type ChainReader } from '../../context/readers.js';
import type { PaymentRecord } from '../../context/payment-record.js';

const FIRST_LOOKUP_MS = 15_000;
const MIN_PAUSE_MS = 1_000;
const SLOWEST_LOOKUP_MS = 240_000;

/**
 * Searches the chain once for the transaction of this payment. The result is also null if the chain is unknown or shows
 * no transactions, or if the entry does not contain what to search for.
 * @param through the source to read from, such as the payer's wallet; by default, the chain's RPC
 * @throws if the chain cannot be read
 */
export async function lookupOnChain(
  context: PaymentContext,
  { id, prompt, payment }: JournalEntry,
  signal: AbortSignal,
  through?: ChainReader,
): Promise<TransactionLookup> {
  const reader = through ?? (prompt && (await chainReader(context, prompt.chainId, signal)));
  const expected = prompt?.expected;
  if (!reader || !expected) return null;
  const { nonce, calls } = prompt;
  // If the payment has no paying hash, exclude its known transactions from the search, because none of them has paid.
  const isKnown = (hash: string): boolean => payment.submissions.some((each) => each.hash === hash);
  const belongsToOther = (hash: string): boolean =>
    isOfOtherPayment(context.deps.storage, hash, id) || (payment.payingHash === undefined && isKnown(hash));
  const query = { nonce, expected, ...(calls && { size: calls.size }), belongsToOther };
  return (await reader.adapter.ledger?.findTransaction(query, reader.access)) ?? null;
}

/**
 * Searches for the transaction repeatedly, until the transaction is found or the search is no longer needed. Also ends
 * after an abort.
 */
export async function pollForTransaction(
  context: PaymentContext,
  record: PaymentRecord,
  signal: AbortSignal,
): Promise<void> {
  const sleeper = createSleeper(context.deps.clock, signal);
  const stopWaking = context.onWake(() => {
    sleeper.wake();
  });
  try {
    await lookUp(context, record, signal, sleeper);
  } finally {
    stopWaking();
  }
}

async function lookUp(
  context: PaymentContext,
  record: PaymentRecord,
  signal: AbortSignal,
  sleeper: Sleeper,
): Promise<void> {
  const pace = backoff(FIRST_LOOKUP_MS, SLOWEST_LOOKUP_MS);
  for (let entry = record.entry(); entry && isSearched(entry) && !isAborted(signal); entry = record.entry()) {
    await context.turn?.(signal);
    // `found` is undefined if the chain could not be read or did not have to be searched.
    const found = hasNoTransaction(entry)
      ? await lookupOnChain(context, entry, signal).catch(() => undefined)
      : undefined;
    // Read the entry again, in case the wallet, the service or another tab changed the entry.
    const current = record.entry();
    if (isAborted(signal) || !current || !isSearched(current)) return;
    if (found === null || found?.outcome === 'hidden') {
      pace.reset();
    } else if (found) {
      // Do not show an abandoned payment again if its transaction reverted.
      if ('hash' in found && (found.outcome !== 'reverted' || isUnfinished(current))) {
        if (found.outcome === 'reverted') record.markSent([found.hash]);
        else record.markFound(found.hash);
        notifyService(context, current.payment, found.hash);
        return;
      }
      pace.grow();
    }
    await sleeper.sleep(pace.delay, MIN_PAUSE_MS);
  }
}
