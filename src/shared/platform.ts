/** The platform functions that the code uses, such as network and storage. Callers can replace each function. */
import type { Clock } from './clock.js';
import { platformClock } from './clock.js';
import { MemoryStore, pageMemory, type KeyValueStore } from './memory-store.js';

/** The part of `LockManager` that this package uses. */
export interface Locks {
  /**
   * Works like `LockManager.request`: holds the lock until the promise of `hold` settles. If `ifAvailable` is true and
   * the lock is not free, calls `hold` with null.
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

/** The platform functions that a session uses. Callers can replace each function. */
export type Platform = {
  /** Sends requests. */
  fetch: typeof fetch;
  /**
   * Returns the function that finally sends the requests. Sessions with the same function and the same service share
   * the chains listing. Default: `fetch` itself.
   */
  sender?: () => typeof fetch;
  /**
   * Stores the journal of payments. Default: `localStorage`, or the page's memory if `localStorage` is not available.
   */
  storage: KeyValueStore;
  /**
   * Web Locks. Undefined on platforms without Web Locks, such as servers. A lease in `storage` then replaces the locks.
   */
  locks: Locks | undefined;
  /** The time and the timers. */
  clock: Clock;
  /** Returns the given number of random bytes, of cryptographic quality. */
  random: (bytes: number) => Uint8Array;
  /** Undefined on platforms without WebSocket. The session then only polls the status. */
  WebSocket: typeof WebSocket | undefined;
};

/** Takes each function from the platform if the caller did not provide it. */
export function platformDeps(given: Partial<Platform> = {}): Platform {
  return {
    fetch: given.fetch ?? globalThis.fetch.bind(globalThis),
    sender: given.sender ?? (() => given.fetch ?? globalThis.fetch),
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
 * Returns page memory if `localStorage` is not available. On a server, each session gets its own memory, because no
 * code would ever clear a shared memory.
 */
function platformStorage(): KeyValueStore {
  try {
    const { localStorage } = globalThis as { localStorage?: Storage | null };
    return localStorage === undefined ? new MemoryStore() : (localStorage ?? pageMemory);
  } catch {
    return pageMemory;
  }
}

/** True if the browser knows that it is offline. A browser can report that it is online while it is offline. */
export const isOffline = (): boolean =>
  (globalThis as { navigator?: { onLine?: boolean } }).navigator?.onLine === false;
