/**
 * Defines the platform functions that a session uses, such as network and storage. The caller can replace each of them.
 */
import type { Clock } from './time/clock.js';
import { platformClock } from './time/clock.js';
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
      /** If true and the lock is not free, the request does not wait. */
      ifAvailable?: boolean;
      /** Ends the wait for the lock when this signal is aborted. */
      signal?: AbortSignal;
    },
    hold: (lock: unknown) => Promise<void>,
  ): Promise<unknown>;
}

/** The platform functions of a session. The caller can replace each of them. */
export type Platform = {
  /** Sends HTTP requests. */
  fetch: typeof fetch;
  /**
   * Returns the function that really sends the requests, because `fetch` can be a wrapper around it. Sessions with the
   * same function and the same service share one list of chains.
   * @default the `fetch` that the caller provides, or else the current `globalThis.fetch`
   */
  sender?: () => typeof fetch;
  /**
   * Stores the journal of payments, and smaller data such as leases and the last chosen token.
   * @default `localStorage`, or memory if that is not available
   */
  storage: KeyValueStore;
  /**
   * The Web Locks, or undefined on platforms without them, such as Node 20. The session then uses leases in `storage`
   * instead.
   */
  locks: Locks | undefined;
  /** The time and the timers. */
  clock: Clock;
  /** Returns the given number of random bytes, of cryptographic quality. */
  random: (bytes: number) => Uint8Array;
  /**
   * The constructor of websockets, or undefined on platforms without it. The session then only polls for statuses.
   */
  WebSocket: typeof WebSocket | undefined;
};

/** Returns the caller's functions. Those that the caller does not provide come from the platform. */
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

/** Returns a random name: the given number of random bytes as hex. */
export function randomName(random: Platform['random'], bytes: number): string {
  let name = '';
  for (const byte of random(bytes)) name += byte.toString(16).padStart(2, '0');
  return name;
}

/**
 * Returns `localStorage`, or the page's memory if the browser refuses access to it. Where `localStorage` does not
 * exist, as on most servers, each session gets a store of its own, because a shared one would only grow.
 */
function platformStorage(): KeyValueStore {
  try {
    const { localStorage } = globalThis as { localStorage?: Storage | null };
    return localStorage === undefined ? new MemoryStore() : (localStorage ?? pageMemory);
  } catch {
    return pageMemory;
  }
}

/** True if the browser reports that it is offline; false does not prove a connection. */
export const isOffline = (): boolean =>
  (globalThis as { navigator?: { onLine?: boolean } }).navigator?.onLine === false;
