/**
 * Identifies the delivery of a payment by the service's record. Also checks whether the money was sent before the
 * payment's request existed, and whether the record contradicts itself.
 */
import { outTxChanges, type OutTransaction } from '../api/responses/record-fields.js';
import type { WireRecord, WireRequest } from '../api/responses/types.js';
import { hashKey, sameAddress } from '../shared/chain.js';
import { refuse, type Refusal } from './refusals.js';

/** The largest expected difference between a clock of a chain and that of the service, in milliseconds. */
const TOLERANCE_MS = 60_000;

/**
 * Returns the keys of the delivery, each of which may pay only once. The merchant sees the first key. The id of the
 * delivered request is always the last key. Each of the payer's own transactions that delivered the payment is a key
 * before it, because several requests can name this transaction. If the record names no delivering transaction, every
 * transaction of the payer counts as one. A solver's transaction is no key, because it can deliver several payments.
 */
export function deliveryKeys({ id }: WireRequest, { inTxs = [], outTxs = [] }: WireRecord): readonly string[] {
  const delivering = outTxs.map(transactionKey);
  const own = inTxs.map(transactionKey).filter((key) => outTxs.length === 0 || delivering.includes(key));
  return [...new Set([...own, id.toLowerCase()])];
}

/** Returns the key of a transaction, which is the same for each way to write its hash. */
export const transactionKey = ({ chainId, hash }: { chainId: number; hash: string }): string =>
  `${chainId}:${hashKey(hash)}`;

/**
 * Refuses a payment with a transaction from more than a minute before its request existed, because the money was sent
 * for something else. A replacement is created after its deposit, so the time of the first request counts. Returns null
 * for any other payment, and if one of the two times is unknown.
 */
export function refusalOfAge(createdAt: string | undefined, record: WireRecord): Refusal | null {
  const created = Date.parse(createdAt ?? '');
  const sent = startedAt(record);
  if (Number.isNaN(created) || sent === null || sent >= created - TOLERANCE_MS) return null;
  return refuse('too-old', 'The money was sent before this request existed, so it was not sent for this order.');
}

/**
 * Returns the latest time at which the payer sent a transaction, by the clock of the chain: Unix time in milliseconds.
 * Null if the record contains no such time.
 */
export function sentAt({ inTxs = [] }: WireRecord): number | null {
  const times = timesOf(inTxs);
  return times.length === 0 ? null : Math.max(...times);
}

/**
 * Returns the earliest time of all transactions of the payment, by the clocks of the chains: Unix time in milliseconds.
 * Null if the record contains no time. A younger transaction beside an old one does not make the payment younger.
 */
export function startedAt({ inTxs = [], outTxs = [] }: WireRecord): number | null {
  const times = timesOf([...inTxs, ...outTxs]);
  return times.length === 0 ? null : Math.min(...times);
}

const timesOf = (transactions: readonly { timestamp?: number }[]): number[] =>
  transactions.flatMap(({ timestamp }) => (timestamp === undefined ? [] : [timestamp * 1_000]));

/** The values of an order with which the delivery is compared. */
type Wanted = { recipient: string; chainId: number; currency: string };

/** Refuses a record whose parts contradict each other about the delivery, or whose list of calls is unreadable. */
export function contradictionIn(
  request: WireRequest,
  { recipient, chainId, currency }: Wanted,
  order: { chain: string | null; hasUnreadableCalls: boolean },
  nameOfChain: string | undefined,
): Refusal | null {
  const told = (what: string): Refusal => refuse('unreachable', `The service's record contradicts itself: ${what}.`);
  const here = outTxChanges(request).filter((each) => each.chainId === chainId);
  if (here.length > 0 && here.every(({ hasFailed }) => hasFailed)) return told('the delivering transaction failed');
  const payees = here.filter(({ hasFailed }) => !hasFailed).flatMap((each) => payeesOf(each, currency));
  if (payees.length > 0 && !payees.some((payee) => sameAddress(payee, recipient)))
    return told(`the delivering transaction paid ${payees[0]}`);
  if (order.chain !== null && isOtherChain(order.chain, chainId, nameOfChain))
    return told(`its order is for the chain ${order.chain}`);
  return order.hasUnreadableCalls ? refuse('unreachable', "The calls in the service's record are no list.") : null;
}

/** The accounts that got the currency in this transaction, as far as the record contains them. */
const payeesOf = ({ changes }: OutTransaction, currency: string): string[] =>
  changes.filter(({ token, diff }) => diff > 0n && sameAddress(token, currency)).map(({ account }) => account);

/** The names of some chains in the service's orders, with the ids of these chains. */
const NAMES: Readonly<Record<string, number>> = {
  ethereum: 1,
  optimism: 10,
  bsc: 56,
  polygon: 137,
  base: 8453,
  arbitrum: 42161,
  avalanche: 43114,
  linea: 59144,
  scroll: 534352,
};

/**
 * True if an order for the chain with this name is certainly not for the chain with this id. `known` is the name that
 * the merchant's registry has for this id, or undefined if it has none.
 */
function isOtherChain(name: string, chainId: number, known: string | undefined): boolean {
  if (known !== undefined) return name !== known;
  if (/^\d+$/.test(name)) return Number(name) !== chainId;
  const named = Object.hasOwn(NAMES, name) ? NAMES[name] : undefined;
  return named !== undefined && named !== chainId && Object.values(NAMES).includes(chainId);
}
