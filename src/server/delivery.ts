/**
 * Identifies the delivery of a payment by the service's record. Also checks whether the money was sent before the
 * order's request existed, and whether the record contradicts itself.
 */
import { outTxChanges, type OutTransaction } from '../api/responses/record-fields.js';
import type { WireRecord, WireRequest } from '../api/responses/types.js';
import { hashKey, sameAddress } from '../shared/chain.js';
import { refuse, type Refusal } from './refusals.js';

/** The largest expected difference between a clock of a chain and that of the service, in milliseconds. */
const TOLERANCE_MS = 60_000;

/**
 * Returns the keys of the delivery, each of which may pay only once. The merchant sees the first key. The id of the
 * delivered request is always a key. If the payer's own transaction delivered the payment, it is another key, and the
 * first one, because several requests can name it. A solver's transaction is no key, because it can deliver several
 * payments.
 */
export function deliveryKeys({ id }: WireRequest, { inTxs = [], outTxs = [] }: WireRecord): readonly string[] {
  const own = inTxs.filter((paid) => outTxs.length === 0 || outTxs.some((out) => isSameTransaction(out, paid)));
  return [...new Set([...own.map(({ chainId, hash }) => `${chainId}:${hashKey(hash)}`), id.toLowerCase()])];
}

type Transaction = NonNullable<WireRecord['inTxs']>[number];

const isSameTransaction = (one: { chainId: number; hash: string }, other: Transaction): boolean =>
  one.chainId === other.chainId && hashKey(one.hash) === hashKey(other.hash);

/**
 * Refuses a payment that was sent more than a minute before the order's own request existed, because it was made for
 * something else. A replacement is created after its deposit, so the time of the first request counts. Returns null if
 * one of the two times is unknown.
 */
export function refusalOfAge(createdAt: string | undefined, record: WireRecord): Refusal | null {
  const created = Date.parse(createdAt ?? '');
  const sent = sentAt(record);
  if (Number.isNaN(created) || sent === null || sent >= created - TOLERANCE_MS) return null;
  return refuse('too-old', 'The money was sent before this request existed, so it was not sent for this order.');
}

/**
 * Returns when the payer sent the last transaction, by the clock of the chain: Unix time in milliseconds. Null if it is
 * unknown.
 */
export function sentAt({ inTxs = [] }: WireRecord): number | null {
  const times = inTxs.flatMap(({ timestamp }) => (timestamp === undefined ? [] : [timestamp * 1_000]));
  return times.length === 0 ? null : Math.max(...times);
}

/** What the order requires of a delivery. */
type Wanted = { recipient: string; chainId: number; currency: string };

/** Refuses a record whose parts contradict each other about the delivery. */
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
  return order.hasUnreadableCalls ? told('its calls are no list') : null;
}

/** The accounts that got the currency in this transaction. */
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
 * the merchant's registry has for this id, or undefined without one.
 */
function isOtherChain(name: string, chainId: number, known: string | undefined): boolean {
  if (known !== undefined) return name !== known;
  if (/^\d+$/.test(name)) return Number(name) !== chainId;
  const named = Object.hasOwn(NAMES, name) ? NAMES[name] : undefined;
  return named !== undefined && named !== chainId && Object.values(NAMES).includes(chainId);
}
