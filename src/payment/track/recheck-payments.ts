/** Checks abandoned and refused payments again before a new payment, because the wallet can have sent them. */
import { within } from '../../shared/clock.js';
import { HubPayError } from '../../errors.js';
import type { AccountKind, CallsState, TransactionLookup } from '../../vm/adapter.js';
import { chainReader, walletReader, type ChainReader } from '../context/readers.js';
import type { PaymentContext } from '../context/context.js';
import { contradictsEnd, endedUnfunded, isDepositSeen } from '../context/status.js';
import { isEnded, isGivenUpConfirmed, isProvedUnpaid, type JournalEntry } from '../journal/entry.js';
import { lookupOnChain } from './find-transaction.js';
import { readStatus } from './read-status.js';
import { hasNoTransaction } from './is-searched.js';
import { PaymentRecord } from './payment-record.js';
import { readCallsState, showAccepted } from './track-calls.js';

const RECHECK_MS = 6_000;
/** Longest wait for the sources of a payment that the wallet refused. Most payers have truly refused it. */
const RECHECK_REFUSED_MS = 3_000;
/** How many payments are checked at one press. The payer is asked once about the others. */
const MOST_CHECKED = 5;
/** The payer is asked about these payments together. No entry has this id. */
const UNCHECKED = 'unchecked';
const limitOf = ({ stage }: JournalEntry): number => (stage === 'cancelled' ? RECHECK_REFUSED_MS : RECHECK_MS);

/** What one source shows. Null if the source could not be read. */
type Seen<T> = { result: T } | null;

/**
 * Shows a payment again if it was sent.
 * @throws HubPayError `outcome-unknown` if a pending transaction or batch is perhaps the earlier payment; `unconfirmed`
 *   once if fewer than two sources could be read, or if there are too many payments to check
 */
export async function recheckPayments(
  context: PaymentContext,
  entries: readonly JournalEntry[],
  signal: AbortSignal,
): Promise<void> {
  const share = shareReads();
  await Promise.all(entries.slice(0, MOST_CHECKED).map((entry) => recheckOne(context, entry, share, signal)));
  if (entries.length > MOST_CHECKED) askOnce(context, UNCHECKED);
}

async function recheckOne(
  context: PaymentContext,
  entry: JournalEntry,
  share: Share,
  signal: AbortSignal,
): Promise<void> {
  if (isEnded(entry)) {
    await recheckEnded(context, entry, signal);
    return;
  }
  const wallet = entry.prompt?.wallet ?? '';
  const [byNode, byWallet, status, calls] = await Promise.all([
    lookUp(context, entry, signal, (node) => Promise.resolve(share(node, 'node'))),
    lookUp(context, entry, signal, async (node) => share(await walletReader(context, node, wallet), wallet)),
    readOnce(context, entry, signal, (end) => readStatus(context, entry.payment.requestId, end)),
    askWalletForCalls(context, entry, signal),
  ]);
  signal.throwIfAborted();
  const record = new PaymentRecord(context, entry.id);
  const current = record.entry();
  if (current?.stage !== entry.stage) return;
  const answer = status?.result;
  const found = [byNode, byWallet].map((seen) => seen?.result);
  const sent = found.find((each) => each?.outcome === 'pending' || each?.outcome === 'confirmed');
  const isPending = calls?.name === 'pending' && !entry.prompt?.calls?.released;
  // The payer gave the payment up, knowing this status. The same status again is no news.
  const isKnown = current.stage === 'abandoned' && answer?.status === current.status;
  if (answer && contradictsEnd(answer.status, current)) askOnce(context, current.id);
  // The record is of a payment that does not pay this order, so it is not shown again.
  else if (current.isOther) askOnce(context, current.id);
  else if (answer && isDepositSeen(answer.status) && !endedUnfunded(answer)) {
    if (isKnown) askOnce(context, current.id);
    else record.markSent(answer.inTxHashes ?? [], answer.status);
  } else if (sent && isGivenUpConfirmed(current)) askOnce(context, current.id);
  else if (sent && 'hash' in sent) record.markSent([sent.hash]);
  else if (calls?.name === 'done' || (isPending && hasNoTransaction(current) && current.prompt?.calls?.isAccepted))
    showAccepted(context, record);
  else if (isPending || (found.some((each) => each?.outcome === 'hidden') && hasNoTransaction(current)))
    throw new HubPayError('outcome-unknown', 'A pending transaction or batch may be the abandoned payment.');
  else if (!isProved(current, [byNode, byWallet ?? calls, status])) askOnce(context, current.id);
}

/** True if two sources show that nothing was sent. The wallet's refusal counts as a source. */
function isProved(entry: JournalEntry, [byNode, byWallet, status]: readonly unknown[]): boolean {
  const { stage, prompt } = entry;
  // Only the payer knows of a transfer to a shown address. After "Have you sent anything?", the stage is `abandoned`.
  if (stage === 'awaiting-deposit') return false;
  // Without a wallet request, there is nothing to find on a chain. Two sources have already proved a known problem.
  if (!prompt || (stage === 'abandoned' && isProvedUnpaid(entry))) return true;
  // The refusing wallet is one source, whatever it says, and the service says `waiting` of each new payment.
  if (stage === 'cancelled') return byNode !== null;
  return [byNode, byWallet, status].filter((each) => each !== null).length >= 2;
}

/**
 * Asks the service about a payment that failed, or that it has refunded by its own word. Only the service can say how
 * such a payment ended. A failed payment that goes on is tracked again.
 */
async function recheckEnded(context: PaymentContext, entry: JournalEntry, signal: AbortSignal): Promise<void> {
  const { payment, createdAt: since } = entry;
  const seen = await readOnce(context, entry, signal, (end) => readStatus(context, payment.requestId, end));
  signal.throwIfAborted();
  const current = new PaymentRecord(context, entry.id).entry();
  if (current?.stage !== entry.stage) return;
  const status = seen?.result.status ?? 'unknown';
  if (status === 'failure' || status === 'refund') return;
  if (!isDepositSeen(status) || entry.stage === 'settled' || current.isOther) {
    askOnce(context, entry.id);
    return;
  }
  context.journal.write({ ...current, stage: 'sent', status: 'waiting', outcome: {} });
  context.dispatch({ type: 'resumed', payment, status: 'waiting', since });
}

/** @throws HubPayError `unconfirmed` if this page has not asked about this payment before */
function askOnce({ askedAbout }: PaymentContext, id: string): void {
  if (askedAbout.has(id)) return;
  askedAbout.add(id);
  throw new HubPayError('unconfirmed', 'An earlier payment could not be checked.');
}

type Share = (reader: ChainReader | null, source: string) => ChainReader | null;

/** Sends each read of a source once, because most payments of one account need the same reads. */
function shareReads(): Share {
  const answers = new Map<string, Promise<unknown>>();
  const once = <T>(key: string, read: () => Promise<T>): Promise<T> => {
    const answer = answers.get(key) ?? read();
    answers.set(key, answer);
    return answer as Promise<T>;
  };
  return (reader, source) => {
    if (!reader) return null;
    const { adapter, access } = reader;
    const { fetch, request, chain } = access;
    const keyOf = (read: unknown): string => `${source} ${chain.id} ${JSON.stringify(read)}`;
    const fetchOnce: typeof fetch = async (url, init) =>
      (await once(keyOf(init?.body), () => fetch(url, init))).clone();
    const requestOnce =
      request &&
      ((method: string, params: readonly unknown[]): Promise<unknown> =>
        once(keyOf([method, params]), () => request(method, params)));
    return { adapter, access: { ...access, fetch: fetchOnce, ...(requestOnce && { request: requestOnce }) } };
  };
}

const readOnce = <T>(
  { deps }: PaymentContext,
  entry: JournalEntry,
  signal: AbortSignal,
  read: (end: AbortSignal) => Promise<T>,
): Promise<Seen<T>> => within(limitOf(entry), deps.clock, signal, async (end) => ({ result: await read(end) }));

/** Searches the chain through one source. Null if the source cannot be read, or if the search has no starting point. */
async function lookUp(
  context: PaymentContext,
  entry: JournalEntry,
  signal: AbortSignal,
  sourceOf: (node: ChainReader) => Promise<ChainReader | null>,
): Promise<Seen<TransactionLookup>> {
  const { prompt } = entry;
  if (!prompt?.expected || prompt.nonce === null) return null;
  const seen = await readOnce(context, entry, signal, async (end) => {
    const node = await chainReader(context, prompt.chainId, end);
    const source = node && (await sourceOf(node));
    if (!source) return null;
    const found = await lookupOnChain(context, entry, end, source);
    // Another account can send the payments of a contract, so a search by this account shows nothing.
    const isSearched = found && 'hash' in found ? true : (await kindOf(source, entry)) === 'key';
    return isSearched && found?.outcome !== 'unseen' ? { found } : null;
  });
  return seen?.result ? { result: seen.result.found } : null;
}

const kindOf = ({ adapter, access }: ChainReader, { prompt }: JournalEntry): Promise<AccountKind> =>
  adapter.accountKind(prompt?.expected?.from ?? '', access);

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
  const state = await within(limitOf(entry), context.deps.clock, signal, read);
  return state ?? (calls.pendingInWallet ? { name: 'pending' } : null);
}
