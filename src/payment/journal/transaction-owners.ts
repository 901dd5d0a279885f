/**
 * Stores which journal entry owns a transaction, across all orders of this origin. Two payments with equal content look
 * the same on chain.
 */
import type { KeyValueStore } from '../../shared/memory-store.js';

const KEY = 'hub-pay/1/hashes';
const KEPT = 50;

type Claim = [hash: string, entry: string];

function read(storage: KeyValueStore): Claim[] {
  try {
    const list: unknown = JSON.parse(storage.getItem(KEY) ?? '[]');
    return Array.isArray(list) ? list.filter((each): each is Claim => Array.isArray(each) && each.length === 2) : [];
  } catch {
    return [];
  }
}

/** True if the transaction is stored as owned by another journal entry. */
export const belongsToOtherEntry = (storage: KeyValueStore, hash: string, id: string): boolean =>
  read(storage).some(([claimed, owner]) => claimed === hash && owner !== id);

/**
 * Stores the owner of a transaction. A failed write is ignored: without storage, the transactions of other orders are
 * unknown too.
 */
export function claimTransaction(storage: KeyValueStore, hash: string, id: string): void {
  const others = read(storage).filter(([claimed]) => claimed !== hash);
  try {
    storage.setItem(KEY, JSON.stringify([[hash, id] satisfies Claim, ...others].slice(0, KEPT)));
  } catch {
    return;
  }
}
