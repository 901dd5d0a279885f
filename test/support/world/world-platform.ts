/** Fakes the storage and the locks that all tabs of a browser share. The storage can fail. */
import type { Locks } from '../../../src/shared/platform.js';
import type { KeyValueStore } from '../../../src/shared/memory-store.js';

export class SharedStorage implements KeyValueStore {
  readonly items = new Map<string, string>();
  /** `full`: the storage refuses to replace a value by a longer value. `broken`: every access throws an error. */
  fault: 'full' | 'broken' | null = null;
  /** The number of characters that all values together may have. */
  quota = Infinity;

  get length(): number {
    this.#access();
    return this.items.size;
  }

  key(index: number): string | null {
    return [...this.items.keys()][index] ?? null;
  }

  getItem(key: string): string | null {
    this.#access();
    return this.items.get(key) ?? null;
  }

  setItem(key: string, value: string): void {
    this.#access();
    if (this.fault === 'full' && value.length > (this.items.get(key)?.length ?? 0)) {
      throw new DOMException('full', 'QuotaExceededError');
    }
    const others = [...this.items].filter(([other]) => other !== key);
    if (others.reduce((sum, [, text]) => sum + text.length, value.length) > this.quota)
      throw new DOMException('over the quota', 'QuotaExceededError');
    this.items.set(key, value);
  }

  removeItem(key: string): void {
    this.#access();
    this.items.delete(key);
  }

  #access(): void {
    if (this.fault === 'broken') throw new DOMException('denied', 'SecurityError');
  }
}

type LockRequest = { owner: object; acquire: () => void };

/** Web Locks in exclusive mode. When a page ends, other pages can get its locks at once. */
export class SharedLocks {
  readonly #held = new Map<string, object>();
  readonly #waiting = new Map<string, LockRequest[]>();
  readonly #closed = new WeakSet<object>();

  /** The locks as one page sees them. */
  of(owner: object): Locks {
    return {
      request: (name, { ifAvailable = false, signal }, hold) => this.#request(owner, name, ifAvailable, signal, hold),
    };
  }

  /**
   * Releases the locks of a closed page and removes its lock requests. After this call, the page gets no more locks.
   */
  drop(owner: object): void {
    this.#closed.add(owner);
    for (const [name, waiting] of this.#waiting)
      this.#waiting.set(
        name,
        waiting.filter((each) => each.owner !== owner),
      );
    for (const [name, holder] of [...this.#held]) if (holder === owner) this.#free(name);
  }

  get held(): number {
    return this.#held.size;
  }

  async #request(
    owner: object,
    name: string,
    ifAvailable: boolean,
    signal: AbortSignal | undefined,
    hold: (lock: unknown) => Promise<void>,
  ): Promise<void> {
    if (this.#closed.has(owner)) await new Promise(() => undefined);
    if (this.#held.has(name)) {
      if (ifAvailable) {
        await hold(null);
        return;
      }
      await this.#turn(owner, name, signal);
    } else {
      signal?.throwIfAborted();
      this.#held.set(name, owner);
    }
    try {
      await hold({ name });
    } finally {
      if (this.#held.get(name) === owner) this.#free(name);
    }
  }

  #turn(owner: object, name: string, signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const waiting: LockRequest = { owner, acquire: resolve };
      this.#waiting.set(name, [...(this.#waiting.get(name) ?? []), waiting]);
      signal?.addEventListener('abort', () => {
        this.#waiting.set(
          name,
          (this.#waiting.get(name) ?? []).filter((each) => each !== waiting),
        );
        reject(signal.reason as Error);
      });
    });
  }

  #free(name: string): void {
    const [next, ...rest] = this.#waiting.get(name) ?? [];
    this.#waiting.set(name, rest);
    if (next) this.#held.set(name, next.owner);
    else this.#held.delete(name);
    next?.acquire();
  }
}
