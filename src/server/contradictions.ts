/**
 * Finds what a record says against itself: it reports a delivery, and its transactions or its order show another one.
 * The service can still correct such a record, so the reason is `unreachable`.
 */
import { orderMember, orderOutput } from '../api/responses/record-fields.js';
import type { WireRequest } from '../api/responses/types.js';
import { CHAIN_NAMES } from '../shared/chain-ids.js';
import { sameAddress } from '../shared/chain.js';
import type { Registry } from '../types.js';
import { paysTo, succeeded, transactionsIn, type RecordedTransaction } from './delivered-transactions.js';
import { refuse, type Refusal } from './refusals.js';

type Terms = { recipient: string; chainId: number; currency: string; minimumAmount: string };

/** The transactions that delivered a payment. `isOwn`: the payer's own transaction did, and no solver's. */
export type Delivery = { transactions: readonly RecordedTransaction[]; isOwn: boolean };

/**
 * Returns the transactions that delivered a payment on this chain. A record without `outTxs`, or whose `outTxs` are the
 * payer's own, is a payment within one chain.
 */
export function deliveryOf(request: WireRequest, chainId: number): Delivery {
  const [inTxs, outTxs] = [transactionsIn(request, 'inTxs'), transactionsIn(request, 'outTxs')];
  const transactions = (outTxs.length > 0 ? outTxs : inTxs).filter((each) => each.chainId === chainId);
  const isFromPayer = ({ hash }: RecordedTransaction): boolean => inTxs.some((each) => each.hash === hash);
  return { transactions, isOwn: transactions.every(isFromPayer) };
}

/** Returns why the record contradicts the delivery that it reports. Returns null if nothing contradicts it. */
export function contradictionOf(request: WireRequest, expected: Terms, registry: Registry | undefined): Refusal | null {
  const { transactions } = deliveryOf(request, expected.chainId);
  const done = succeeded(transactions);
  if (transactions.length > 0 && done.length === 0) return contradiction('the transaction that delivered it failed');
  return contradictionOfPayees(done, expected) ?? contradictionOfOrder(request, expected, registry);
}

function contradictionOfPayees(
  done: readonly RecordedTransaction[],
  { recipient, currency, minimumAmount }: Terms,
): Refusal | null {
  if (done.length > 0 && done.every((each) => paysTo(each, recipient, currency) === false)) {
    const [other] = done.flatMap(({ payees }) => payees ?? []);
    return contradiction(`its transaction pays ${other?.recipient} in the token ${other?.currency}`);
  }
  const paid = done.map(({ payees }) => payees?.filter((each) => sameAddress(each.recipient, recipient)) ?? []);
  // A call names the amount that it moves. If a transaction is no plain call, nobody knows how much it moves.
  const moved = paid.map((payees) => payees.find((each) => sameAddress(each.currency, currency))?.amount ?? null);
  if (moved.length === 0 || moved.includes(null)) return null;
  const sum = moved.reduce((total: bigint, each) => total + (each ?? 0n), 0n);
  return sum < BigInt(minimumAmount)
    ? refuse('amount', `The transaction of the delivery moves only ${sum}, but ${minimumAmount} was required.`)
    : null;
}

function contradictionOfOrder(
  request: WireRequest,
  { chainId }: Terms,
  registry: Registry | undefined,
): Refusal | null {
  const [calls, payments] = [orderMember(request, 'calls'), orderMember(request, 'payments')];
  const read = orderOutput(request);
  if (calls !== undefined && read.calls === null) return contradiction('its order has calls that cannot be read');
  if (payments !== undefined && read.payments === null)
    return contradiction('its order has payments that cannot be read');
  const chain = orderMember(request, 'chainId');
  return isOtherChain(chain, chainId, registry)
    ? contradiction(`its order pays on the chain ${String(chain).slice(0, 40)}, not on chain ${chainId}`)
    : null;
}

/** An order names its chain by a word such as `base`. Without a registry, only the words of some chains are known. */
function isOtherChain(named: unknown, chainId: number, registry: Registry | undefined): boolean {
  if (typeof named === 'number') return named !== chainId;
  if (typeof named !== 'string' || named === '') return named !== undefined && named !== null;
  if (/^\d+$/.test(named)) return Number(named) !== chainId;
  const pinned = registry?.chains.find(({ id }) => id === chainId)?.protocol?.v2?.chainId;
  const known = Object.hasOwn(CHAIN_NAMES, named) ? CHAIN_NAMES[named] : undefined;
  return pinned === undefined ? known !== undefined && known !== chainId : named !== pinned;
}

const contradiction = (what: string): Refusal =>
  refuse('unreachable', `The service's record contradicts itself: it reports a delivery, but ${what}.`);
