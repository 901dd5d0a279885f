/** Reads the stored entries of payments, and lists separately the values that this version of the code cannot read. */
import { memoryBehind, type KeyValueStore } from '../../shared/memory-store.js';
import { fromStored, type StoredEntry } from './stored-entry.js';
import { isPaymentKey, parseList } from './stored-money.js';

/** The entries, newest first, and the stored values that this version of the code cannot read. */
export type StoredEntries = { entries: readonly StoredEntry[]; unreadable: readonly unknown[] };

/**
 * Parses the stored texts of the journal. If the texts contain several entries with the same id, takes the one with the
 * latest `updatedAt`.
 */
export function storedIn(texts: readonly string[]): StoredEntries {
  const entries = new Map<string, StoredEntry>();
  const unreadable: unknown[] = [];
  for (const value of texts.flatMap(parseList)) {
    const entry = fromStored(value);
    const before = entry && entries.get(entry.id);
    if (!entry) unreadable.push(value);
    else if (!before || entry.updatedAt >= before.updatedAt) entries.set(entry.id, entry);
  }
  return { entries: [...entries.values()].sort((a, b) => b.createdAt - a.createdAt), unreadable };
}

/** The journal's text in the storage and its text in page memory. */
export const textsOf = (storage: KeyValueStore, key: string): string[] => [
  textOf(storage, key),
  textOf(memoryBehind(storage), key),
];

/** The text under this key; empty if there is no text, or if the storage cannot be read. */
export function textOf(store: KeyValueStore, key: string): string {
  try {
    return store.getItem(key) ?? '';
  } catch {
    return '';
  }
}

/** The stored payments of every order, or only those in page memory if the storage cannot list its keys. */
export const storedOfAllOrders = (storage: KeyValueStore): StoredEntry[] =>
  [storage, memoryBehind(storage)].flatMap(paymentKeysIn).flatMap((key) => storedIn(textsOf(storage, key)).entries);

/** The storage keys of the payments of all orders; empty if the storage cannot list its keys. */
export function paymentKeysIn(store: KeyValueStore): string[] {
  try {
    const { length = 0 } = store;
    const keys: string[] = [];
    for (let index = 0; index < length; index += 1) {
      const key = store.key?.(index) ?? '';
      if (isPaymentKey(key)) keys.push(key);
    }
    return keys;
  } catch {
    return [];
  }
}
