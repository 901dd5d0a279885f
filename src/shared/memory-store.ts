/**
 * Stores data in memory, at most until the page is closed or reloaded, or the process ends. The data are entries of
 * pages and servers without `localStorage`, entries that a storage could not store, and values that several sessions
 * share.
 */

/** A `KeyValueStore` in memory. */
export class MemoryStore implements KeyValueStore {
  readonly #items = new Map<string, string>();

  get length(): number {
    return this.#items.size;
  }

  key(index: number): string | null {
    return [...this.#items.keys()][index] ?? null;
  }

  getItem(key: string): string | null {
    return this.#items.get(key) ?? null;
  }

  setItem(key: string, value: string): void {
    this.#items.set(key, value);
  }

  removeItem(key: string): void {
    this.#items.delete(key);
  }
}

/** The store that all sessions of the page use if the browser refuses access to `localStorage`. */
export const pageMemory: KeyValueStore = new MemoryStore();

const memories = new WeakMap<KeyValueStore, KeyValueStore>();

/** Returns the store in memory for entries that `storage` could not store. Each `storage` has its own memory store. */
export function memoryBehind(storage: KeyValueStore): KeyValueStore {
  const memory = memories.get(storage) ?? new MemoryStore();
  memories.set(storage, memory);
  return memory;
}

const pageValues = new WeakMap<object, Map<string, unknown>>();

/** Returns the value that `owner` has under this name. The first call for this owner and name creates the value. */
export function sharedOnPage<T>(owner: object, name: string, create: () => T): T {
  const values = pageValues.get(owner) ?? new Map<string, unknown>();
  pageValues.set(owner, values);
  if (!values.has(name)) values.set(name, create());
  return values.get(name) as T;
}

/**
 * A key-value store of strings, such as `localStorage`. Without `key` and `length`, the code cannot list the entries of
 * the store. The list of past payments then lacks the payments of other orders that only this store contains.
 */
export type KeyValueStore = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> &
  Partial<Pick<Storage, 'key' | 'length'>>;
