/**
 * Stores which journal entry owns which transaction, because two equal payments look the same on a chain. Also stores
 * which part of a transfer each payment has claimed.
 */
import { UINT_TEXT } from '../../shared/text/patterns.js';
import type { KeyValueStore } from '../../shared/memory-store.js';
import { storedOfAllOrders } from './read-entries.js';
import { toJson } from '../../shared/builtins/to-json.js';

const KEY = 'hub-pay/1/hashes';
const KEPT = 100;

type Claim = [hash: string, entry: string];

const isClaim = (value: unknown): value is Claim =>
  Array.isArray(value) && value.length === 2 && value.every((part) => typeof part === 'string');

function read(storage: KeyValueStore): Claim[] {
  try {
    const list: unknown = JSON.parse(storage.getItem(KEY) ?? '[]');
    return Array.isArray(list) ? list.filter(isClaim) : [];
  } catch {
    return [];
  }
}

const otherOwners = (storage: KeyValueStore, hash: string, id: string): string[] =>
  read(storage).flatMap(([claimed, owner]) => (claimed === hash && owner !== id ? [owner] : []));

/**
 * True if the storage names another owner of the transaction. Any script can write such a name, so use this only where
 * a false one makes the page more careful.
 */
export const belongsToOtherEntry = (storage: KeyValueStore, hash: string, id: string): boolean =>
  otherOwners(storage, hash, id).length > 0;

/**
 * True if the storage names another payment as the owner of this transaction, and this stored payment also has the
 * transaction. The name alone is not enough: another script could write one to hide a sent payment from the search, and
 * the payer would pay again. The name alone counts only if the storage cannot list its payments.
 */
export function isOfOtherPayment(storage: KeyValueStore, hash: string, id: string): boolean {
  const owners = otherOwners(storage, hash, id);
  if (owners.length === 0 || storage.key === undefined) return owners.length > 0;
  return storedOfAllOrders(storage).some(({ id: owner, payment: { payingHash, submissions } }) => {
    const has = payingHash === hash || submissions.some((each) => each.hash === hash);
    return owners.includes(owner) && has;
  });
}

/** Stores the owner of a transaction, and ignores an error of the storage. Keeps only the newest 100 claims. */
export function claimTransaction(storage: KeyValueStore, hash: string, id: string): void {
  const others = read(storage).filter(([claimed]) => claimed !== hash);
  try {
    storage.setItem(KEY, toJson([[hash, id] satisfies Claim, ...others].slice(0, KEPT)));
  } catch {
    return;
  }
}

/**
 * Claims a part of a transfer for one payment, because the same money cannot deliver two payments. A payment claims at
 * most `due`, because a solver can deliver several payments in one transaction. If `due` is zero, or if the payment has
 * already claimed a part of this transfer, the call changes nothing in the storage.
 * @param transfer a text that names the transaction, the receiver and the currency
 * @param brought the amount that the transaction brought to the receiver
 * @param due the amount that the payment must still receive
 * @returns the part of `brought` that the other payments of this device have not claimed
 */
export function claimDelivery(
  storage: KeyValueStore,
  transfer: string,
  requestId: string,
  brought: bigint,
  due: bigint,
): bigint {
  const own = `${transfer} ${requestId}`;
  let left = brought;
  let isNew = due > 0n;
  for (const [name, amount] of read(storage)) {
    if (name === own) isNew = false;
    else if (name.startsWith(`${transfer} `) && UINT_TEXT.test(amount)) left -= BigInt(amount);
  }
  if (left < 0n) left = 0n;
  if (isNew) claimTransaction(storage, own, String(left < due ? left : due));
  return left;
}
