/** Reads and writes the journal. If the storage fails, the entries are kept in page memory. */
import type { Clock } from '../../shared/clock.js';
import type { KeyValueStore } from '../../shared/memory-store.js';
import { platformDeps } from '../../shared/platform.js';
import { isRecord } from '../../shared/patterns.js';
import { isWatched, type Journal, type JournalEntry } from './entry.js';
import { MemoryStore, memoryBehind } from '../../shared/memory-store.js';
import { isPaymentKey } from './stored-payment.js';
import { entriesIn, parseList, readEntries, textsOf, textOf } from './read-entries.js';

const KEEP_MS = 30 * 24 * 60 * 60 * 1000;
const MAX_LENGTH = 64 * 1024;

/** @param isOwn True for an entry of this order. The key can also hold entries of orders in other currencies. */
export function createJournal(
  storage: KeyValueStore,
  key: string,
  clock: Clock,
  isOwn: (entry: JournalEntry) => boolean = () => true,
): Journal {
  const memory = memoryBehind(storage);
  let last: { texts: readonly string[]; entries: readonly JournalEntry[] } | undefined;

  /** Parses the stored texts only if they have changed, because the journal is read often. */
  const readKey = (): readonly JournalEntry[] => {
    const texts = textsOf(storage, key);
    if (!last || texts.some((text, index) => text !== last?.texts[index])) last = { texts, entries: entriesIn(texts) };
    return last.entries;
  };
  const read = (): JournalEntry[] => readKey().filter(isOwn);

  const store = (entries: JournalEntry[]): boolean => {
    try {
      const text = JSON.stringify([...entries, ...parseList(textOf(storage, key)).filter(isNewer)]);
      storage.setItem(key, text);
      return storage.getItem(key) === text;
    } catch {
      return false;
    }
  };

  const save = (entry: JournalEntry): void => {
    const others = readKey().filter(({ id }) => id !== entry.id);
    const entries = trimmed([withoutCalldata(entry), ...others], clock.now());
    // If the storage is full, try again with only this entry and the payments that are still tracked.
    const needed = entries.filter((each) => each.id === entry.id || isWatched(each, clock.now()));
    let isStored = store(entries) || store(needed);
    while (!isStored && evictOldest(storage, key, clock.now())) isStored = store(needed);
    if (isStored) memory.removeItem(key);
    else memory.setItem(key, JSON.stringify(entries));
  };

  return {
    get durable() {
      return !(storage instanceof MemoryStore) && memory.getItem(key) === null;
    },
    read,
    find: (id) => read().find((entry) => entry.id === id),
    write(entry) {
      save({ ...entry, updatedAt: clock.now() });
    },
    allowAgain(entry) {
      save({ ...entry, reset: entry.stage });
    },
  };
}

/** True if page memory holds payments of any order, because the storage could not store them. */
export function hasPaymentInMemory(storage: KeyValueStore = platformDeps().storage): boolean {
  return paymentKeysIn(storage instanceof MemoryStore ? storage : memoryBehind(storage)).length > 0;
}

/** Removes the merchant's calls (`txs`) to save storage space. */
function withoutCalldata(entry: JournalEntry): JournalEntry {
  const { txs: _calls, ...intent } = entry.payment.intent;
  return { ...entry, payment: { ...entry.payment, intent } };
}

/**
 * Drops untracked entries older than 30 days. If the text is still too long, drops more untracked entries, oldest
 * first.
 */
function trimmed(entries: JournalEntry[], now: number): JournalEntry[] {
  const kept = entries.filter((entry) => isWatched(entry, now) || now - entry.updatedAt < KEEP_MS);
  while (JSON.stringify(kept).length > MAX_LENGTH) {
    const over = kept.findLastIndex((entry, index) => index > 0 && !isWatched(entry, now));
    if (over < 0) break;
    kept.splice(over, 1);
  }
  return kept;
}

/** Removes the entry of another order that ended first. Returns false if no other order has an ended entry. */
function evictOldest(storage: KeyValueStore, own: string, now: number): boolean {
  const ended = paymentKeysIn(storage)
    .filter((key) => key !== own)
    .flatMap((key) => entriesIn([textOf(storage, key)]).map((entry) => ({ key, entry })))
    .filter(({ entry }) => !isWatched(entry, now))
    .sort((a, b) => a.entry.updatedAt - b.entry.updatedAt);
  const [oldest] = ended;
  if (!oldest) return false;
  const { key, entry } = oldest;
  const kept = parseList(textOf(storage, key)).filter((each) => !isRecord(each) || each.id !== entry.id);
  try {
    if (kept.length > 0) storage.setItem(key, JSON.stringify(kept));
    else storage.removeItem(key);
    return true;
  } catch {
    return false;
  }
}

/** True for an entry that a later version of this package wrote. Such an entry stays unchanged. */
const isNewer = (value: unknown): boolean => isRecord(value) && typeof value.v === 'number' && value.v > 1;

/**
 * Returns the payments of every order on this device, newest first. If the storage cannot list its keys, returns only
 * `own` and the payments in page memory.
 */
export function readAll(storage: KeyValueStore, own: readonly JournalEntry[]): JournalEntry[] {
  const names = [storage, memoryBehind(storage)].flatMap(paymentKeysIn);
  const entries = new Map(
    [...own, ...names.flatMap((key) => readEntries(storage, key))].map((each) => [each.id, each]),
  );
  return [...entries.values()].sort((a, b) => b.createdAt - a.createdAt);
}

/** The keys of all orders. Empty if the storage cannot list its keys. */
function paymentKeysIn(store: KeyValueStore): string[] {
  try {
    const { length = 0 } = store;
    return Array.from({ length }, (_, index) => store.key?.(index) ?? '').filter(isPaymentKey);
  } catch {
    return [];
  }
}
