/**
 * Stores entries in page memory if the page's storage is not available. The memory exists as long as the page. So two
 * elements for one order share their payments, and so does a recreated element.
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

/** Replaces the storage if the page has no access to it. */
export const pageMemory: KeyValueStore = new MemoryStore();

const memories = new WeakMap<KeyValueStore, KeyValueStore>();

/** Holds the entries that this storage could not store. */
export function memoryBehind(storage: KeyValueStore): KeyValueStore {
  const memory = memories.get(storage) ?? new MemoryStore();
  memories.set(storage, memory);
  return memory;
}

/**
 * A store of texts, such as `localStorage`. A store without `key` and `length` cannot be listed. Then the history does
 * not show payments of other orders.
 */
export type KeyValueStore = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> &
  Partial<Pick<Storage, 'key' | 'length'>>;
