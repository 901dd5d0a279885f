/** Stores which journal entry owns which transaction, because two equal payments look the same on a chain. */
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

/** True if another journal entry owns the transaction. */
export const belongsToOtherEntry = (storage: KeyValueStore, hash: string, id: string): boolean =>
  read(storage).some(([claimed, owner]) => claimed === hash && owner !== id);

/** Stores the owner of a transaction. Ignores an error of the storage. */
export function claimTransaction(storage: KeyValueStore, hash: string, id: string): void {
  const others = read(storage).filter(([claimed]) => claimed !== hash);
  try {
    storage.setItem(KEY, JSON.stringify([[hash, id] satisfies Claim, ...others].slice(0, KEPT)));
  } catch {
    return;
  }
}
