/**
 * Looks for a refund on the chains, because a report of the service alone does not prove it. A confirmed refund is in a
 * transaction that is not older than the deposit, of about the paid or the promised amount, and from the service. On
 * another chain than that of the deposit, it may seem up to 60 seconds older. A source that does not depend on the
 * service must show this transaction.
 */
import type { WireStatus } from '../../../api/responses/types.js';
import { isAborted, sleep, within } from '../../../shared/time/clock.js';
import { withAmount } from '../../../shared/amounts.js';
import { hashKey, isSameToken } from '../../../shared/chain.js';
import type { KnownAmount, Payment, RefundResult, TokenAmount } from '../../../types.js';
import type { Arrivals } from '../../../vm/family/sources.js';
import { looksLikeAddress } from '../../../vm/address/addresses.js';
import { pinnedCurrency } from '../../../vm/registry/registry.js';
import { belongsToOtherEntry, claimTransaction } from '../../journal/transaction-owners.js';
import type { PaymentContext } from '../../context/context.js';
import type { JournalEntry } from '../../journal/entry.js';
import { isSettled } from '../../journal/lifecycle.js';
import { isConfirmedHere } from '../../journal/page-terms.js';
import { chainReader, fetchRecordSoon, transactionRef, walletReader } from '../../context/readers.js';
import { readPaid } from './read-paid.js';
import { PaymentRecord } from '../../context/payment-record.js';
import { isFromService } from './refund-sender.js';

/** Longest wait for the chains before `hub-refund` is emitted, in milliseconds. */
const FIRST_READ_MS = 4_000;

/** Longest wait for the chains in each later search, in milliseconds. No event waits for these searches. */
const LATER_READ_MS = 20_000;

/** Longest wait for one read of one transaction through one source, in milliseconds. */
const CHAIN_READ_MS = 3_000;

const MOST_TRANSACTIONS = 3;

/** The clocks of two chains can differ by this many seconds. */
const CLOCK_SKEW_S = 60n;

/** The pauses before each new search for the refund, in milliseconds. */
const PAUSES_MS = [5_000, 10_000, 20_000, 40_000, 80_000, 160_000];

type Found = Pick<RefundResult, 'returned' | 'transaction' | 'paid' | 'confirmed'>;

/** A transaction that can be the refund. `isCertain` is false if its chain is not certain. */
type Candidate = { chainId: number; hash: string; isCertain: boolean };

/**
 * Returns what the chains show about the refund. If they show nothing within `ms` milliseconds after the read of the
 * request record, returns a result without an amount.
 */
export async function readRefund(
  context: PaymentContext,
  payment: Payment,
  answer: WireStatus,
  signal: AbortSignal,
  ms: number = FIRST_READ_MS,
): Promise<Found> {
  const candidates = await candidatesOf(context, payment, answer, signal);
  const read = (end: AbortSignal): Promise<Found | null> => bestFound(context, payment, candidates, end);
  return (await within(ms, context.deps.clock, signal, read)) ?? withoutAmount(context, candidates);
}

/**
 * Searches the chains for about 5 minutes for a refund that only the service has reported, because a node can show it
 * late. Shows each amount or proof that it finds, and writes it to the journal if the journal contains the payment.
 * Stops early when a chain confirms the refund, when the screen no longer shows it, or after an abort.
 */
export async function confirmRefund(context: PaymentContext, payment: Payment): Promise<void> {
  const { client, deps, signal } = context;
  for (const pause of PAUSES_MS) {
    await sleep(pause, deps.clock, signal);
    const answer = await client.status(payment.requestId, { signal }).catch(() => null);
    if (isAborted(signal)) return;
    if (answer?.status !== 'refund') continue;
    const found = await readRefund(context, payment, answer, signal, LATER_READ_MS);
    const state = context.state();
    if (isAborted(signal) || state.name !== 'refunded' || state.payment.requestId !== payment.requestId) return;
    if (!found.returned && !found.confirmed) continue;
    const refund = { ...state.refund, ...found };
    const isOwn = (each: JournalEntry): boolean => isSettled(each) && each.payment.requestId === payment.requestId;
    const entry = context.journal.read().find(isOwn);
    if (entry) new PaymentRecord(context, entry.id).apply({ type: 'refunded', refund });
    context.dispatch({ type: 'refunded', refund });
    if (found.confirmed) return;
  }
}

/**
 * Returns the transactions that can be the refund, at most 3 of those that the request record names. If it names none,
 * returns the first 3 hashes of the service's status answer, each on every chain of the payment.
 */
async function candidatesOf(
  context: PaymentContext,
  { requestId, quote }: Payment,
  { txHashes = [] }: WireStatus,
  signal: AbortSignal,
): Promise<Candidate[]> {
  const { pays, receives } = quote;
  const record = await fetchRecordSoon(context, requestId, signal);
  const known = (record?.outTxs ?? []).filter(({ hash }) => hash).map((each) => ({ ...each, isCertain: true }));
  if (known.length > 0) return known.slice(0, MOST_TRANSACTIONS);
  const chains = [...new Set([pays.chainId, receives.chainId])];
  return txHashes
    .slice(0, MOST_TRANSACTIONS)
    .flatMap((hash) => chains.map((chainId) => ({ chainId, hash, isCertain: chains.length === 1 })));
}

/**
 * Returns a result without an amount, for a refund that no chain shows. If the transaction can be on more than one
 * chain, the result has no link.
 */
function withoutAmount(context: PaymentContext, [candidate]: readonly Candidate[]): Found {
  if (!candidate) return { returned: null };
  const { chainId, hash, isCertain } = candidate;
  const transaction = transactionRef(context, chainId, hash);
  return { returned: null, transaction: isCertain ? transaction : { ...transaction, url: null } };
}

/**
 * Returns the best result: first the confirmed refund, then a transaction with an amount, then any transaction that was
 * read. The refund stays unconfirmed if its transaction belongs to another payment.
 */
async function bestFound(
  context: PaymentContext,
  payment: Payment,
  candidates: readonly Candidate[],
  signal: AbortSignal,
): Promise<Found | null> {
  const found = await Promise.all(candidates.map((candidate) => readCandidate(context, payment, candidate, signal)));
  const confirmed = found.find((each) => each?.confirmed);
  if (confirmed?.transaction && !claim(context, payment, confirmed.transaction.hash)) return unconfirmed(confirmed);
  const best = confirmed ?? found.find((each) => each?.returned);
  return best ?? found.find((each) => each !== null) ?? null;
}

const unconfirmed = ({ confirmed: _, ...found }: Found): Found => found;

/**
 * Claims a transaction for this payment, because one transaction counts as the refund of only one payment. Returns
 * false if the storage names another payment of this device as its owner.
 */
function claim({ deps: { storage }, journal }: PaymentContext, { requestId }: Payment, hash: string): boolean {
  const id = journal.read().find(({ payment }) => payment.requestId === requestId)?.id ?? requestId;
  const key = hashKey(hash);
  if (belongsToOtherEntry(storage, key, id)) return false;
  claimTransaction(storage, key, id);
  return true;
}

/** Returns what one transaction shows about the refund, or null if it cannot be read. */
async function readCandidate(
  context: PaymentContext,
  payment: Payment,
  { chainId, hash }: Candidate,
  signal: AbortSignal,
): Promise<Found | null> {
  const { quote, payingHash, submissions, account, signed, deposit: { arrived } = {} } = payment;
  const { pays, refundTo } = quote;
  const seen = await readTransfers(context, payment, chainId, hash, refundTo, signal);
  if (!seen) return null;
  const transaction = transactionRef(context, chainId, hash);
  const returned = returnedAmount(seen.amounts, [quote.pays, quote.receives], context, chainId);
  const paying = payingHash ?? submissions.at(-1)?.hash;
  const isOrigin = chainId === pays.chainId;
  const isPaying = isOrigin && hashKey(paying ?? '') === hashKey(hash);
  if (!returned || paying === undefined || isPaying) return { returned, transaction };
  const deposit = await readTransfers(context, payment, pays.chainId, paying, refundTo, signal);
  const isLater = deposit !== null && seen.at >= deposit.at - (isOrigin ? 0n : CLOCK_SKEW_S);
  const paid = await readPaid(context, payment, [], signal);
  const sent = paid ?? (arrived === undefined ? quote.pays : withAmount(quote.pays, arrived));
  const hasRefundSize = isRefundSized(returned, [sent, quote.receives]);
  // Do not confirm the refund of a stored payment whose terms come only from the page's options or from the service's
  // record.
  const mayBeRefund = isConfirmedHere(payment) && isLater && seen.isIndependent && hasRefundSize;
  const isConfirmed =
    mayBeRefund &&
    (await isFromService(
      { seen, currency: returned.currency },
      {
        pinned: context.options.registry?.chains.find(({ id }) => id === chainId),
        // The service sends the transaction that uses the payer's signature, so its signer is not the payer.
        payers: [refundTo, ...(signed ? [] : [deposit.signer]), ...(account ? [account.address] : [])],
        keptPayment: async (address) => {
          const kept = isOrigin ? await readTransfers(context, payment, chainId, paying, address, signal) : null;
          return !!kept?.isIndependent && Object.values(kept.senders).some((senders) => senders.length > 0);
        },
      },
    ));
  return { returned, transaction, ...(paid && { paid }), ...(isConfirmed && { confirmed: true }) };
}

/**
 * Reads the transfers to the address `to` in a transaction, through the wallet if possible. Without `registry`, the
 * chain's RPC is not independent of the service, because the service names the RPC's address.
 */
async function readTransfers(
  context: PaymentContext,
  { account, requestId }: Payment,
  chainId: number,
  hash: string,
  to: string,
  signal: AbortSignal,
): Promise<(Arrivals & { isIndependent: boolean }) | null> {
  const node = await chainReader(context, chainId, signal).catch(() => null);
  if (!node || !looksLikeAddress(to, node.access.chain.vmType)) return null;
  const ask = (reader: typeof node | null): Promise<Arrivals | null> =>
    within(CHAIN_READ_MS, context.deps.clock, signal, async () =>
      reader ? ((await reader.adapter.ledger?.transfersTo(hash, to, reader.access)) ?? null) : null,
    );
  const through = await walletReader(context, node, account?.wallet ?? walletOf(context, requestId)).catch(() => null);
  // Ask both at once, because a node that never answers must not use up the time in which the wallet shows the refund.
  const asked = ask(node);
  const byWallet = await ask(through);
  if (byWallet) return { ...byWallet, isIndependent: true };
  const byNode = await asked;
  return byNode && { ...byNode, isIndependent: context.options.registry !== undefined };
}

/** Returns the id of the wallet that got this payment's last request, from the journal. */
const walletOf = ({ journal }: PaymentContext, requestId: string): string | undefined =>
  journal.read().find(({ payment }) => payment.requestId === requestId)?.prompt?.wallet;

/**
 * Returns the amount that came back in one of the payment's currencies. If there is none, returns the first amount in a
 * currency of the chain's record, or null.
 */
function returnedAmount(
  amounts: Arrivals['amounts'],
  own: readonly TokenAmount[],
  context: PaymentContext,
  chainId: number,
): KnownAmount | null {
  for (const token of own) {
    const amount = token.chainId === chainId ? amounts[token.currency] : undefined;
    if (amount !== undefined) return withAmount(token, amount);
  }
  const chain = context.chain(chainId);
  for (const [currency, amount] of Object.entries(amounts)) {
    const listed = chain && pinnedCurrency(chain, currency);
    if (listed) return withAmount({ chainId, currency, symbol: listed.symbol, decimals: listed.decimals }, amount);
  }
  return null;
}

/**
 * True if the amount differs by at most a tenth from the first amount of `own` in the same token. A refund can be a
 * little lower, while other incomes have any size.
 * @param own the sent and the promised amount
 */
function isRefundSized(returned: KnownAmount, own: readonly TokenAmount[]): boolean {
  const same = own.find((each) => isSameToken(each, returned));
  if (same?.amount == null) return false;
  const [tenfold, whole] = [10n * BigInt(returned.amount), BigInt(same.amount)];
  return tenfold >= 9n * whole && tenfold <= 11n * whole;
}
