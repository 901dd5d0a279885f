/** Reads and writes the journal, and keeps the entries in page memory if the storage fails. */
import type { Clock } from '../../shared/time/clock.js';
import type { KeyValueStore } from '../../shared/memory-store.js';
import { platformDeps } from '../../shared/platform.js';
import { isRecord } from '../../shared/text/patterns.js';
import type { Journal, JournalEntry } from './entry.js';
import { MemoryStore, memoryBehind } from '../../shared/memory-store.js';
import { composeEntry, remember, restoredTerms, type Composed, type Restore } from './page-terms.js';
import { paymentKeysIn, storedIn, storedOfAllOrders, textsOf, textOf, type StoredEntries } from './read-entries.js';
import { fromStored, isOrderNames, toStored, type StoredEntry } from './stored-entry.js';
import { parseList } from './stored-money.js';
import { advance, isKept } from './lifecycle.js';
import { toJson } from '../../shared/builtins/to-json.js';

const KEEP_MS = 30 * 24 * 60 * 60 * 1000;
const MAX_LENGTH = 64 * 1024;

export type JournalScope = Restore & {
  /**
   * True if the entry belongs to the order of the current options. The same key can also contain orders in other
   * currencies.
   */
  isOwn: (entry: Pick<StoredEntry, 'order'>) => boolean;
};

const anyOrder: JournalScope = {
  isOwn: () => true,
  terms: (stored) => restoredTerms(stored),
  transaction: (chainId, hash) => ({ chainId, hash, url: null }),
};

/** Creates the journal of one storage key. Without `scope`, the journal contains every entry under this key. */
export function createJournal(
  storage: KeyValueStore,
  key: string,
  clock: Clock,
  scope: JournalScope = anyOrder,
): Journal {
  const memory = memoryBehind(storage);
  const composed: Composed = new WeakMap();
  let last: ({ texts: readonly string[] } & StoredEntries) | undefined;

  /**
   * Reads the stored texts each time, because another tab can store a payment at any moment, but parses them only if
   * they have changed.
   */
  const readKey = (): StoredEntries => {
    const texts = textsOf(storage, key);
    if (!last || texts.some((text, index) => text !== last?.texts[index])) last = { texts, ...storedIn(texts) };
    return last;
  };
  const compose = (stored: StoredEntry): JournalEntry => composeEntry(storage, stored, scope, composed);
  const readStored = (): StoredEntry[] => readKey().entries.filter(scope.isOwn);
  /** True if an unreadable value may belong to this order, as any value without a readable field `order` may. */
  const isOwnUnreadable = (value: unknown): boolean => {
    const order = isRecord(value) ? value.order : undefined;
    return scope.isOwn(isOrderNames(order) ? { order } : {});
  };

  const store = (entries: readonly StoredEntry[], unreadable: readonly unknown[]): boolean => {
    try {
      const text = toJson([...entries, ...unreadable]);
      storage.setItem(key, text);
      return storage.getItem(key) === text;
    } catch {
      return false;
    }
  };

  const save = (entry: JournalEntry): void => {
    const { entries: before, unreadable } = readKey();
    remember(storage, entry, true);
    const others = before.filter(({ id }) => id !== entry.id);
    const entries = trimmed([toStored(entry), ...others], clock.now());
    // If the storage is full, try again with only this entry and those that must stay. Then make room: remove payments
    // under other keys that need not stay.
    const needed = entries.filter((each) => each.id === entry.id || isKept(each, clock.now()));
    let isStored = store(entries, unreadable) || store(needed, unreadable);
    const ended = isStored ? [] : endedElsewhere(storage, key, clock.now());
    for (let next = ended.shift(); !isStored && next; next = ended.shift())
      isStored = evict(storage, next) && store(needed, unreadable);
    if (isStored) memory.removeItem(key);
    else memory.setItem(key, toJson(entries));
  };

  return {
    get durable() {
      return !(storage instanceof MemoryStore) && memory.getItem(key) === null;
    },
    read: () => readStored().map(compose),
    find(id) {
      const stored = readStored().find((entry) => entry.id === id);
      return stored && compose(stored);
    },
    write(entry) {
      save({ ...entry, updatedAt: clock.now() });
    },
    allowAgain(entry) {
      save(advance(entry, { type: 'reset' }));
    },
    remember(entry) {
      remember(storage, entry);
    },
    hasUnreadable: () => readKey().unreadable.some(isOwnUnreadable),
    dropUnreadable() {
      const { entries, unreadable } = readKey();
      store(
        entries,
        unreadable.filter((value) => !isOwnUnreadable(value)),
      );
    },
  };
}

/** True if page memory contains a payment of any order, because the page has no storage or could not write to it. */
export function hasPaymentInMemory(storage: KeyValueStore = platformDeps().storage): boolean {
  return paymentKeysIn(storage instanceof MemoryStore ? storage : memoryBehind(storage)).length > 0;
}

/**
 * Drops entries that need not stay (`isKept`) and have not changed for 30 days. If the text of the entries is still
 * longer than `MAX_LENGTH`, drops more entries that need not stay, oldest first. Never drops the first entry of the
 * list, which `save` has just changed. So after an old failed payment, the payer can start over, and the service is
 * still asked about it before the next payment.
 */
function trimmed(entries: readonly StoredEntry[], now: number): StoredEntry[] {
  const isFresh = ({ updatedAt }: StoredEntry): boolean => now - updatedAt < KEEP_MS;
  const kept = entries.filter((entry, index) => index === 0 || isKept(entry, now) || isFresh(entry));
  while (toJson(kept).length > MAX_LENGTH) {
    const over = kept.findLastIndex((entry, index) => index > 0 && !isKept(entry, now));
    if (over < 0) break;
    kept.splice(over, 1);
  }
  return kept;
}

type Ended = { key: string; entry: StoredEntry };

/** The entries under other keys that need not stay in the storage, with the least recently changed first. */
function endedElsewhere(storage: KeyValueStore, own: string, now: number): Ended[] {
  return paymentKeysIn(storage)
    .filter((key) => key !== own)
    .flatMap((key) => storedIn([textOf(storage, key)]).entries.map((entry) => ({ key, entry })))
    .filter(({ entry }) => !isKept(entry, now))
    .sort((a, b) => a.entry.updatedAt - b.entry.updatedAt);
}

/**
 * Removes an entry to make room, but no unreadable value, even one with the same id. Returns false if the storage
 * throws an error, and true even if the storage silently ignores the change.
 */
function evict(storage: KeyValueStore, { key, entry }: Ended): boolean {
  const kept = parseList(textOf(storage, key)).filter((each) => fromStored(each)?.id !== entry.id);
  try {
    if (kept.length > 0) storage.setItem(key, toJson(kept));
    else storage.removeItem(key);
    return true;
  } catch {
    return false;
  }
}

/**
 * Returns the payments of every order on this device, newest first. If the storage cannot list its keys, returns only
 * `own` and the payments in page memory.
 */
export function readAll(storage: KeyValueStore, own: readonly JournalEntry[]): JournalEntry[] {
  const all = [...storedOfAllOrders(storage).map((each) => composeEntry(storage, each, anyOrder)), ...own];
  return [...new Map(all.map((each) => [each.id, each])).values()].sort((a, b) => b.createdAt - a.createdAt);
}
