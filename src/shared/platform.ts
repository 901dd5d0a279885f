/**
 * The platform functions that the code uses: network, storage, locks, time, random numbers. Tests and servers may
 * replace each.
 */
import type { Clock } from './clock.js';
import { platformClock } from './clock.js';
import { MemoryStore, pageMemory, type KeyValueStore } from './memory-store.js';

/** The part of `LockManager` that this package uses. */
export interface Locks {
  /**
   * Acquires the lock and calls `hold`, like `LockManager.request`. The lock is held until the promise of `hold`
   * settles. If `ifAvailable` is set and another holder has the lock, `hold` is called with null.
   */
  request(
    name: string,
    options: {
      /** If true, the request does not wait for another holder of the lock. */
      ifAvailable?: boolean;
      /** Ends the wait for the lock when this signal is aborted. */
      signal?: AbortSignal;
    },
    hold: (lock: unknown) => Promise<void>,
  ): Promise<unknown>;
}

/**
 * The platform functions that a session uses. Callers may replace each function. By default, the session uses the
 * platform's own.
 */
export type Platform = {
  /** Sends requests. */
  fetch: typeof fetch;
  /**
   * Stores the journal of payments. Default: `localStorage`, or the page's memory if `localStorage` is not available.
   */
  storage: KeyValueStore;
  /** Undefined on platforms without Web Locks, such as servers. Then a lease in `storage` replaces the locks. */
  locks: Locks | undefined;
  /** The time and the timers. */
  clock: Clock;
  /** Returns the given number of random bytes, of cryptographic quality. */
  random: (bytes: number) => Uint8Array;
  /** Undefined on platforms without WebSocket. Then the session only polls the status. */
  WebSocket: typeof WebSocket | undefined;
};

/** Adds the platform's own functions. It reads them when a session is created, not when this module loads. */
export function platformDeps(given: Partial<Platform> = {}): Platform {
  return {
    fetch: given.fetch ?? globalThis.fetch.bind(globalThis),
    storage: given.storage ?? platformStorage(),
    locks: 'locks' in given ? given.locks : (globalThis.navigator as Navigator | undefined)?.locks,
    clock: given.clock ?? platformClock,
    WebSocket: 'WebSocket' in given ? given.WebSocket : (globalThis as { WebSocket?: typeof WebSocket }).WebSocket,
    random: given.random ?? ((bytes) => crypto.getRandomValues(new Uint8Array(bytes))),
  };
}

/** A random name: the given number of random bytes as hex. */
export const randomName = (random: Platform['random'], bytes: number): string =>
  Array.from(random(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('');

/**
 * Returns page memory if localStorage is not available. In a sandboxed frame, access to localStorage throws. On a
 * server, each session gets its own memory, because no code would ever clear a shared memory.
 */
function platformStorage(): KeyValueStore {
  try {
    const { localStorage } = globalThis as { localStorage?: Storage | null };
    return localStorage === undefined ? new MemoryStore() : (localStorage ?? pageMemory);
  } catch {
    return pageMemory;
  }
}
