/**
 * Checks earlier payments again before a new payment. The wallet can have sent an abandoned or refused one, and another
 * script can have changed a stage in the storage.
 */
import { within } from '../../../shared/time/clock.js';
import { HubPayError } from '../../../errors.js';
import type { WireStatus } from '../../../api/responses/types.js';
import type { BatchState, TransactionLookup } from '../../../vm/family/abilities.js';
import { isMessage } from '../../../vm/family/is-message.js';
import { accountKind, chainReader, readAccountKind, walletReader, type ChainReader } from '../../context/readers.js';
import type { PaymentContext } from '../../context/context.js';
import { HALTED_MS, MESSAGE_LIVES_MS, waitFor, walletChanged } from '../../context/wallet-changed.js';
import { endedUnfunded, isSeenByService } from '../../context/status.js';
import { isUnsent, type JournalEntry } from '../../journal/entry.js';
import {
  contradictsToldEnd,
  isAbandoned,
  isAwaitingDeposit,
  isDelivered,
  isEnded,
  isGivenUpConfirmed,
  isProvedUnpaid,
  isSameStage,
  isSettled,
} from '../../journal/lifecycle.js';
import { contradictsItself, isOnlyStoredUnsent } from '../../journal/trusted-stage.js';
import { lookupOnChain } from './find-transaction.js';
import { minutesUnanswered } from '../../../wallets/remote/pending.js';
import { REMOTE_WALLET } from '../../../wallets/wallet.js';
import { readStatus } from '../status/read-status.js';
import { hasNoTransaction } from './is-searched.js';
import { PaymentRecord } from '../../context/payment-record.js';
import { SharedRequests } from '../../context/shared-requests.js';
import { readBatchState, showAccepted } from './track-batch.js';
import { readPermit } from './track-permit.js';
import { isTaken, readTransfer } from './track-signed-transfer.js';
import { toJson } from '../../../shared/builtins/to-json.js';

const RECHECK_MS = 6_000;
/**
 * Longest wait for each source (chain, wallet, service) if the checked payment was refused or not sent, in
 * milliseconds. It is short, because most of these payments were really not sent. The state of a permit and the balance
 * at the venue have time limits of their own.
 */
const RECHECK_UNSENT_MS = 3_000;
/**
 * The maximum numbers of payments that are checked before one new payment. The session warns the payer once about all
 * others.
 */
const MOST_CHECKED = 5;
const MOST_ASKED_BY_SERVICE = 10;
/** The id in `askedAbout` for the warning about the payments above these numbers. No new journal entry gets this id. */
const UNCHECKED = 'unchecked';
const limitOf = (entry: JournalEntry): number => (isUnsent(entry) ? RECHECK_UNSENT_MS : RECHECK_MS);

/** What one source (chain, wallet or service) shows about a payment, or null if the source could not be read. */
type Seen<T> = { result: T } | null;

/**
 * Checks the payments in these entries, and shows a payment again if it was sent.
 * @param o.fully payments about which the chain, the wallet and the service are asked
 * @param o.byService payments about which only the service is asked
 * @throws HubPayError `outcome-unknown` if a pending transaction or batch is perhaps an earlier payment, if the chain
 *   can still execute one, or if a wallet on a phone can still approve one
 * @throws HubPayError `quote-unsafe` if the wallet may hold a refused transaction that the chain can still execute
 * @throws HubPayError `unconfirmed`, once for each payment, if only the payer can decide about it; also once if there
 *   are too many payments to check
 * @throws the signal's reason, after an abort
 */
export async function recheckPayments(
  context: PaymentContext,
  { fully, byService }: { fully: readonly JournalEntry[]; byService: readonly JournalEntry[] },
  signal: AbortSignal,
): Promise<void> {
  const share = shareReads();
  await Promise.all([
    ...fully.slice(0, MOST_CHECKED).map((entry) => recheckOne(context, entry, share, signal)),
    ...byService.slice(0, MOST_ASKED_BY_SERVICE).map((entry) => recheckByService(context, entry, signal)),
  ]);
  if (fully.length > MOST_CHECKED || byService.length > MOST_ASKED_BY_SERVICE) askOnce(context, UNCHECKED);
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
  const [byNode, byWallet, status, calls, transfer, permits, isRepeatable] = await Promise.all([
    lookUp(context, entry, signal, (node) => Promise.resolve(share(node, 'node'))),
    lookUp(context, entry, signal, async (node) => share(await walletReader(context, node, wallet), wallet)),
    readOnce(context, entry, signal, (end) => readStatus(context, entry.payment.requestId, end)),
    askWalletForBatch(context, entry, signal),
    readTransfer(context, entry, signal),
    readPermit(context, entry, signal),
    isKnownUnpaid(entry) && isOfContract(context, entry, signal),
  ]);
  signal.throwIfAborted();
  const record = new PaymentRecord(context, entry.id);
  const current = record.entry();
  if (!current || !isSameStage(current, entry)) return;
  const answer = status?.result;
  const found = [byNode, byWallet].map((seen) => seen?.result);
  const sent = found.find((each) => each?.outcome === 'pending' || each?.outcome === 'confirmed');
  const isPending = calls?.name === 'pending' && !entry.prompt?.calls?.released;
  const isHeld = current.prompt?.refused === true;
  const isHidden =
    (hasNoTransaction(current) || isOnlyStoredUnsent(current) || isHeld) &&
    found.some((each) => each?.outcome === 'hidden');
  // A wallet that sends the message itself can have taken a newer blockhash at the end of its prompt. The page then
  // does not know until when the chain can execute the message, even if the wallet has named its hash. The page has
  // read the blockhash of a message that it has checked or refused.
  const isOpen = byNode === null || isHidden || (current.prompt?.checked !== true && !isHeld);
  const now = context.deps.clock.now();
  const minutes = minutesToWait(current, isOpen, isHidden, now);
  // A request to a wallet on a phone stays open even if its connection ends or another wallet connects.
  const unanswered =
    current.prompt?.wallet === REMOTE_WALLET ? minutesUnanswered(context.deps.storage, current.prompt.chainId, now) : 0;
  // If the device's clock was set back, the page does not know how long ago the prompt ended.
  const isAgeless = isOpen && paysByMessage(current) && mayBeExecuted(current) && now < current.updatedAt;
  // The service had already reported this status when the payer gave up the payment, so the payment has made no
  // progress.
  const isKnown = isAbandoned(current) && answer?.status === current.status;
  if (answer && contradictsToldEnd(current, answer.status)) askOnce(context, current.id);
  // This payment belongs to another order, so do not show the payment again.
  else if (current.isOther) askOnce(context, current.id);
  // Missing hashes prove nothing for a transfer at the venue, for which the service never names a transaction.
  else if (answer && isSeenByService(answer.status) && (current.prompt?.transfer || !endedUnfunded(answer))) {
    if (isKnown) askOnce(context, current.id);
    else record.markSent(answer.inTxHashes ?? [], answer.status);
  } else if (sent && isGivenUpConfirmed(current)) askOnce(context, current.id);
  else if (sent && 'hash' in sent) record.markFound(sent.hash);
  else if (calls?.name === 'done' || (isPending && hasNoTransaction(current) && current.prompt?.calls?.isAccepted))
    showAccepted(context, record);
  else if (minutes > 0 && isHeld) throw walletChanged(context, wallet, minutes);
  else if (minutes > 0)
    throw new HubPayError('outcome-unknown', 'The chain can still execute an earlier payment.', {
      values: { minutes: String(minutes) },
    });
  else if (unanswered > 0) throw await stillAsked(context, current, unanswered);
  else if (isPending || (isHidden && !paysByMessage(current) && !isUnsent(current)))
    throw new HubPayError('outcome-unknown', 'A pending transaction or batch may be an earlier payment.');
  // The payment was proved unpaid, and the wallet can have sent it again since.
  else if (isAbandoned(current) && found.some((each) => each?.outcome === 'hidden')) askOnce(context, current.id);
  // Ask the payer if the exchange has executed the transfer, if the balance at the venue has changed, or if the permit
  // was used.
  else if (isTaken(current) || (transfer && transfer !== 'unmoved') || permits.includes('used'))
    askOnce(context, current.id);
  // The balance at the venue proves nothing about a signature that was sent, because trading can hide a transfer. A
  // permit that can still be used proves nothing either, because the service can have its signature.
  else if (
    !isProved(current, isRepeatable, [
      isHidden || isAgeless ? null : byNode,
      byWallet ?? calls,
      status,
      isUnsent(current) ? transfer : null,
      ...permits.map((state) => (state === 'expired' || state === 'cancelled' ? state : null)),
    ])
  )
    askOnce(context, current.id);
}

/** Creates the error for a request that a wallet on a phone has not answered, with the wallet's name if it is known. */
async function stillAsked(context: PaymentContext, { prompt }: JournalEntry, minutes: number): Promise<HubPayError> {
  const wallet = prompt && (await context.wallet(REMOTE_WALLET, prompt.chainId));
  return new HubPayError('outcome-unknown', 'The wallet can still approve an earlier payment.', {
    ...(wallet && { reason: 'unanswered' }),
    values: { minutes: String(minutes), ...(wallet && { wallet: wallet.name }) },
  });
}

/**
 * True if the paying transaction must be searched for, or if the wallet may hold a signed transaction that the page
 * refused.
 */
const mayBeExecuted = (entry: JournalEntry): boolean => hasNoTransaction(entry) || entry.prompt?.refused === true;

/** True if an SVM message pays, which the wallet signs. */
const paysByMessage = ({ prompt }: JournalEntry): boolean => isMessage(prompt?.expected ?? {});

/**
 * Returns for how many minutes the payer must wait for this message, because until then a second payment could pay
 * twice. Returns 0 if the time is over, if the chain has shown whether the message was executed, or if the payment is
 * not a message that `mayBeExecuted` accepts. Also returns 0 if the device's clock was set back.
 * @param isOpen true if the chain did not show whether the message was executed
 * @param isHidden true if the chain can still execute the message
 */
function minutesToWait(entry: JournalEntry, isOpen: boolean, isHidden: boolean, now: number): number {
  const age = now - entry.updatedAt;
  // If the device's clock was set back, nobody knows the age. The page then asks the payer.
  if (!paysByMessage(entry) || !mayBeExecuted(entry) || !isOpen || age < 0) return 0;
  const lives = entry.prompt?.refused ? waitFor(entry.prompt.expected) : MESSAGE_LIVES_MS;
  return age < (isHidden ? HALTED_MS : lives) ? Math.max(Math.ceil((lives - age) / 60_000), 1) : 0;
}

/**
 * True if two sources show that nothing was sent. The sources are the chain's RPC, the wallet, the service, the
 * contract of the permit, and the balance at the venue. What this page has seen itself counts too: a refusal by the
 * wallet as one source, and `isProvedUnpaid` as two. A stored refusal or error code counts for nothing. The comments
 * below name the payments that need no source, or that no source can prove.
 * @param isRepeatable true if somebody can still execute the payment, although it was proved unpaid
 */
function isProved(entry: JournalEntry, isRepeatable: boolean, sources: readonly unknown[]): boolean {
  const { prompt, payment, isOwnStage } = entry;
  // Only the payer knows whether money was sent to the shown deposit address, unless they have left it on this page
  // with *back* or given the payment up, which makes the stage `abandoned`.
  if (isAwaitingDeposit(entry) || contradictsItself(entry) || (payment.deposit && !isOwnStage)) return false;
  // The wallet's prompt can still be open, and no source sees a prompt.
  if (entry.isDenied) return false;
  // Without a wallet request, the payment has no transaction on a chain. In the other case, this page has already seen
  // two sources.
  if (!prompt || (isKnownUnpaid(entry) && !isRepeatable)) return true;
  // A refusal that this page has seen is one of the two sources.
  const isOwnRefusal = isUnsent(entry) && isOwnStage;
  // After a refusal, the chain's RPC must be a source, because the service reports `waiting` for each new payment and
  // so proves nothing. A transfer at the venue has no chain that could show it.
  if (isUnsent(entry) && (isOwnStage || prompt.expected) && sources[0] === null) return false;
  return sources.filter((each) => each !== null).length >= (isOwnRefusal ? 1 : 2);
}

/** True if this page has seen two sources that show that nothing was paid. */
const isKnownUnpaid = (entry: JournalEntry): boolean =>
  isAbandoned(entry) && entry.isOwnStage === true && isProvedUnpaid(entry);

/**
 * True if a contract, such as a Safe, controls the payer's account. What its owners have signed stays valid after a
 * revert, so anybody can execute it again. If the chain cannot be read, the warning of the quote decides.
 */
async function isOfContract(
  context: PaymentContext,
  { prompt, payment }: JournalEntry,
  signal: AbortSignal,
): Promise<boolean> {
  const user = prompt?.expected?.from;
  if (!prompt || user === undefined) return false;
  const kind = await accountKind(context, { user, originChainId: prompt.chainId }, signal);
  return kind === null ? payment.quote.warnings.some(({ path }) => path === 'intent.user') : kind === 'contract';
}

/**
 * Asks the service about a payment for which only the storage shows that it is over or was never sent. Shows the
 * payment again if the service has seen it.
 */
async function recheckByService(context: PaymentContext, entry: JournalEntry, signal: AbortSignal): Promise<void> {
  if (isEnded(entry)) {
    await recheckEnded(context, entry, signal);
    return;
  }
  const { requestId } = entry.payment;
  // The service can forget a request that nobody has paid, so an unknown one counts as `waiting`.
  const seen = await readOnce(context, entry, signal, (end) =>
    readStatus(context, requestId, end).catch((error: unknown): WireStatus => {
      if (error instanceof HubPayError && error.reason === 'not-found') return { status: 'waiting' };
      throw error;
    }),
  );
  signal.throwIfAborted();
  const record = new PaymentRecord(context, entry.id);
  const current = record.entry();
  if (!current || !isSameStage(current, entry)) return;
  if (!seen || contradictsToldEnd(current, seen.result.status)) askOnce(context, entry.id);
  else if (isSeenByService(seen.result.status) && !endedUnfunded(seen.result))
    record.markSent(seen.result.inTxHashes ?? [], seen.result.status);
}

/**
 * Asks the service about a failed payment, or about one for which only the storage or the service shows that it has
 * ended. Asks no other source. Tracks a failed payment again if the service reports progress or a delivery, unless the
 * payment belongs to another order.
 */
async function recheckEnded(context: PaymentContext, entry: JournalEntry, signal: AbortSignal): Promise<void> {
  const { payment, createdAt: since } = entry;
  const seen = await readOnce(context, entry, signal, (end) => readStatus(context, payment.requestId, end));
  signal.throwIfAborted();
  const record = new PaymentRecord(context, entry.id);
  const current = record.entry();
  if (!current || !isSameStage(current, entry)) return;
  const status = seen?.result.status ?? 'unknown';
  if (status === 'failure' || status === 'refund') return;
  // Without `reference`, the payer may buy the same again.
  const isPaid = status === 'success' && isDelivered(current) && !contradictsToldEnd(current, status);
  if (isPaid && context.options.reference === undefined) return;
  if (isPaid) {
    askOnce(context, entry.id, paidBefore());
    return;
  }
  const isAsked = !isSeenByService(status) || isSettled(entry) || current.isOther;
  if (isAsked || !record.apply({ type: 'reopened' })) {
    askOnce(context, entry.id);
    return;
  }
  context.dispatch({ type: 'resumed', payment, status: 'waiting', since });
}

const paidBefore = (): HubPayError =>
  new HubPayError('unconfirmed', 'An earlier payment has paid this order.', {
    money: 'delivered',
    reason: 'paid-before',
  });

const unchecked = (): HubPayError => new HubPayError('unconfirmed', 'An earlier payment could not be checked.');

/**
 * Warns the payer about this payment, unless the session has already done so.
 * @throws `warning`, on the first call for this id
 */
function askOnce({ askedAbout }: PaymentContext, id: string, warning = unchecked()): void {
  if (askedAbout.has(id)) return;
  askedAbout.add(id);
  throw warning;
}

type Share = (reader: ChainReader | null, source: string) => ChainReader | null;

/**
 * Lets the checks of several payments share their reads, because payments of one account need the same ones. Each read
 * goes to a source only once, unless all checks have stopped waiting for its answer.
 */
function shareReads(): Share {
  const fetched = new SharedRequests(true);
  const requested = new Map<string, Promise<unknown>>();
  return (reader, source) => {
    if (!reader) return null;
    const { adapter, access } = reader;
    const { fetch, request, chain } = access;
    const keyOf = (read: unknown): string => `${source} ${chain.id} ${toJson(read)}`;
    const fetchOnce: typeof fetch = (url, init) => fetched.send(keyOf(init?.body), fetch, url, init);
    // A wallet's provider gets no signal, so each check ends its own wait.
    const requestOnce =
      request &&
      ((method: string, params: readonly unknown[]): Promise<unknown> => {
        const key = keyOf([method, params]);
        const answer = requested.get(key) ?? request(method, params);
        requested.set(key, answer);
        return answer;
      });
    return { adapter, access: { ...access, fetch: fetchOnce, ...(requestOnce && { request: requestOnce }) } };
  };
}

const readOnce = <T>(
  { deps }: PaymentContext,
  entry: JournalEntry,
  signal: AbortSignal,
  read: (end: AbortSignal) => Promise<T>,
): Promise<Seen<T>> => within(limitOf(entry), deps.clock, signal, async (end) => ({ result: await read(end) }));

/**
 * Searches the chain through one source. Returns null if the source cannot be read, or if its answer decides nothing.
 * Also returns null if the entry contains no transaction data or no nonce to search for.
 */
async function lookUp(
  context: PaymentContext,
  entry: JournalEntry,
  signal: AbortSignal,
  sourceOf: (node: ChainReader) => Promise<ChainReader | null>,
): Promise<Seen<TransactionLookup>> {
  const { prompt } = entry;
  // A signed message is found by its order id or its blockhash, and has no nonce.
  if (!prompt?.expected || (prompt.nonce === null && !isMessage(prompt.expected))) return null;
  const seen = await readOnce(context, entry, signal, async (end) => {
    const node = await chainReader(context, prompt.chainId, end);
    const source = node && (await sourceOf(node));
    if (!source) return null;
    const found = await lookupOnChain(context, entry, end, source);
    // Another account can send the payment of an account that runs a contract's code. A search for the account's own
    // transactions can miss this.
    const isConclusive =
      found && 'hash' in found ? true : (await readAccountKind(source, entry.prompt?.expected?.from ?? '')) === 'key';
    return isConclusive && found?.outcome !== 'unseen' ? { found } : null;
  });
  return seen?.result ? { result: seen.result.found } : null;
}

/** Asks the wallet for the status of the batch. If the wallet held the batch and does not answer, returns `pending`. */
async function askWalletForBatch(
  context: PaymentContext,
  entry: JournalEntry,
  signal: AbortSignal,
): Promise<BatchState | null> {
  const calls = entry.prompt?.calls;
  if (!calls) return null;
  const read = (end: AbortSignal): Promise<BatchState | null> => readBatchState(context, entry, end);
  const state = await within(limitOf(entry), context.deps.clock, signal, read);
  return state ?? (calls.pendingInWallet ? { name: 'pending' } : null);
}
