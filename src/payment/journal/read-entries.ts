/** Reads the stored entries of one order. Invalid entries are ignored. */
import type { KeyValueStore } from '../../shared/memory-store.js';
import { deepFreeze } from '../../shared/deep-freeze.js';
import { memoryBehind } from '../../shared/memory-store.js';
import type { JournalEntry } from './entry.js';
import { isEntry } from './validate-entry.js';

/** Returns the entries, newest first. If storage and page memory contain the same entry, the later `updatedAt` wins. */
export const readEntries = (storage: KeyValueStore, key: string): JournalEntry[] => entriesIn(textsOf(storage, key));
export function entriesIn(texts: readonly string[]): JournalEntry[] {
  const entries = new Map<string, JournalEntry>();
  for (const entry of texts.flatMap(parseList).filter(isEntry)) {
    if (entry.updatedAt >= (entries.get(entry.id)?.updatedAt ?? 0)) entries.set(entry.id, entry);
  }
  // Freeze the entries, because later calls of `read` can return the same objects.
  return deepFreeze([...entries.values()].sort((a, b) => b.createdAt - a.createdAt));
}

/** The journal's text in the storage and its text in page memory. */
export const textsOf = (storage: KeyValueStore, key: string): string[] => [
  textOf(storage, key),
  textOf(memoryBehind(storage), key),
];
/** The text under this key. Empty if there is none, or if the storage cannot be read. */
export function textOf(store: KeyValueStore, key: string): string {
  try {
    return store.getItem(key) ?? '';
  } catch {
    return '';
  }
}

export function parseList(text: string): unknown[] {
  try {
    const list: unknown = JSON.parse(text);
    return Array.isArray(list) ? list : [];
  } catch {
    return [];
  }
}
