/**
 * What the page itself remembers where its storage does not. It lives as long as the page: two elements of one order,
 * or one that is made again, must know of each other's payments even so.
 */

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

/** In place of the storage of a page that may not store. */
export const pageMemory: KeyValueStore = new MemoryStore();

const memories = new WeakMap<KeyValueStore, KeyValueStore>();

/** Holds what this storage did not take. */
export function memoryBehind(storage: KeyValueStore): KeyValueStore {
  const memory = memories.get(storage) ?? new MemoryStore();
  memories.set(storage, memory);
  return memory;
}
/** One that cannot say what it holds (`key`, `length`) shows no payments of other orders in the history. */
export type KeyValueStore = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> &
  Partial<Pick<Storage, 'key' | 'length'>>;
