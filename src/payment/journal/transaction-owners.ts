/** Whose a transaction is, across all orders of this origin: two payments of one content look the same on a chain. */
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

/** Whether it is known to belong to another journal entry than this one. */
export const belongsToOtherEntry = (storage: KeyValueStore, hash: string, id: string): boolean =>
  read(storage).some(([claimed, owner]) => claimed === hash && owner !== id);

/** Where nothing can be stored, nothing is known of other orders either. */
export function claimTransaction(storage: KeyValueStore, hash: string, id: string): void {
  const others = read(storage).filter(([claimed]) => claimed !== hash);
  try {
    storage.setItem(KEY, JSON.stringify([[hash, id] satisfies Claim, ...others].slice(0, KEPT)));
  } catch {
    return;
  }
}
