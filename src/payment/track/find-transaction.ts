/**
 * Finds the transaction of a payment if the wallet returned no hash. Also checks abandoned payments before a new
 * payment.
 */
import type { WireStatus } from '../../api/responses/types.js';
import { backoff, createSleeper, type Sleeper } from '../../shared/backoff.js';
import { isAborted, within } from '../../shared/clock.js';
import { HubPayError } from '../../errors.js';
import type { CallsState, TransactionLookup } from '../../vm/adapter.js';
import { belongsToOtherEntry } from '../journal/transaction-owners.js';
import type { PaymentContext } from '../context/context.js';
import type { JournalEntry } from '../journal/entry.js';
import { isUnfinished } from '../journal/entry.js';
import { hasNoTransaction, isSearched } from './is-searched.js';
import { addDepositHashes } from './outcome.js';
import { readCallsState, showAccepted } from './track-calls.js';
import { chainReader } from '../context/readers.js';
import { PaymentRecord } from './payment-record.js';
import { isDepositSeen, endedUnfunded } from '../context/status.js';

const FIRST_LOOKUP_MS = 15_000;
const MIN_PAUSE_MS = 1_000;
const SLOWEST_LOOKUP_MS = 240_000;
const RECHECK_MS = 6_000;

/** @throws if the chain cannot be read */
async function lookupOnChain(
  context: PaymentContext,
  { id, prompt, payment }: JournalEntry,
  signal: AbortSignal,
): Promise<TransactionLookup> {
  const reader = prompt && (await chainReader(context, prompt.chainId, signal));
  const expected = prompt?.expected;
  if (!reader || !expected) return null;
  const { nonce, calls } = prompt;
  // Without a paying hash, none of the known transactions paid. Exclude these transactions from the search.
  const isKnown = (hash: string): boolean => payment.submissions.some((each) => each.hash === hash);
  const belongsToOther = (hash: string): boolean =>
    belongsToOtherEntry(context.deps.storage, hash, id) || (payment.payingHash === undefined && isKnown(hash));
  return reader.adapter.findTransaction(
    { nonce, expected, ...(calls && { size: calls.size }), belongsToOther: belongsToOther },
    reader.access,
  );
}

/**
 * Asks the wallet for the status of the batch. If a wallet that held the batch does not answer, the status is
 * `pending`.
 */
async function askWalletForCalls(
  context: PaymentContext,
  entry: JournalEntry,
  signal: AbortSignal,
): Promise<CallsState | null> {
  const calls = entry.prompt?.calls;
  if (!calls) return null;
  const read = (end: AbortSignal): Promise<CallsState | null> => readCallsState(context, entry, end);
  const state = await within(RECHECK_MS, context.deps.clock, signal, read);
  return state ?? (calls.pendingInWallet ? { name: 'pending' } : null);
}

/** Reads the status. If the order has ended without a deposit, also reads the request record. */
export async function readStatus(context: PaymentContext, requestId: string, signal: AbortSignal): Promise<WireStatus> {
  const answer = await context.client.status(requestId, { signal });
  if (!endedUnfunded(answer)) return answer;
  return addDepositHashes(context, requestId, answer, signal);
}

/**
 * Checks abandoned payments and awaited deposits again before a new payment. Shows a payment again if it was sent. A
 * failed check does not block the new payment.
 * @throws HubPayError `outcome-unknown` if a pending transaction or batch is perhaps the abandoned payment
 */
export async function recheckAbandoned(context: PaymentContext, signal: AbortSignal): Promise<void> {
  const { clock } = context.deps;
  const search = async (entry: JournalEntry): Promise<void> => {
    const { requestId } = entry.payment;
    const [found, answer, calls] = await Promise.all([
      within(RECHECK_MS, clock, signal, (end) => lookupOnChain(context, entry, end)),
      within(RECHECK_MS, clock, signal, (end) => readStatus(context, requestId, end)),
      askWalletForCalls(context, entry, signal),
    ]);
    signal.throwIfAborted();
    const record = new PaymentRecord(context, entry.id);
    const pendingInWallet = calls?.name === 'pending' && !entry.prompt?.calls?.released;
    const current = record.entry();
    if (current?.stage !== 'abandoned' && current?.stage !== 'awaiting-deposit') return;
    if (answer && isDepositSeen(answer.status) && !endedUnfunded(answer))
      record.markSent(answer.inTxHashes ?? [], answer.status);
    else if (found?.outcome === 'pending' || found?.outcome === 'confirmed') record.markSent([found.hash]);
    else if (
      calls?.name === 'done' ||
      (pendingInWallet && hasNoTransaction(current) && current.prompt?.calls?.isAccepted)
    )
      showAccepted(context, record);
    else if (pendingInWallet || (found?.outcome === 'hidden' && hasNoTransaction(current)))
      throw new HubPayError('outcome-unknown', 'A pending transaction or batch may be the abandoned payment.');
  };
  const entries = context.journal.read().filter(({ stage }) => stage === 'abandoned' || stage === 'awaiting-deposit');
  await Promise.all(entries.map(search));
}

/**
 * Searches for the transaction repeatedly. Stops when the transaction is found, or when the search is no longer needed.
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
    // Undefined if the chain could not be read or was not searched.
    const found = hasNoTransaction(entry)
      ? await lookupOnChain(context, entry, signal).catch(() => undefined)
      : undefined;
    // Read the entry again, in case the wallet, the service or another tab changed it.
    const current = record.entry();
    if (isAborted(signal) || !current || !isSearched(current)) return;
    if (found === null || found?.outcome === 'hidden') {
      pace.reset();
    } else if (found) {
      // Do not show an abandoned payment again if its transaction reverted.
      if ('hash' in found && (found.outcome !== 'reverted' || isUnfinished(current))) {
        record.markSent([found.hash]);
        return;
      }
      pace.grow();
    }
    await sleeper.sleep(pace.delay, MIN_PAUSE_MS);
  }
}
