/**
 * What the code needs from the platform: network, storage, locks, time, random numbers. Tests and servers may replace
 * each.
 */
import type { Clock } from './clock.js';
import { platformClock } from './clock.js';
import { MemoryStore, pageMemory, type KeyValueStore } from './memory-store.js';

/** The part of `LockManager` in use. */
export interface Locks {
  request(
    name: string,
    options: { ifAvailable?: boolean; signal?: AbortSignal },
    hold: (lock: unknown) => Promise<void>,
  ): Promise<unknown>;
}

/** The platform's parts that a session uses. */
export type Platform = {
  fetch: typeof fetch;
  /** Holds the journal. */
  storage: KeyValueStore;
  /** Undefined on platforms without Web Locks, such as servers: then a lease in `storage` replaces them. */
  locks: Locks | undefined;
  clock: Clock;
  /** Returns this many random bytes, of cryptographic quality. */
  random: (bytes: number) => Uint8Array;
  /** Undefined on platforms without WebSocket: then statuses are only polled. */
  WebSocket: typeof WebSocket | undefined;
};

/** Fills in the platform's own parts. Read when a session is created, not when this module loads. */
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

/** A random name: hex of this many bytes. */
export const randomName = (random: Platform['random'], bytes: number): string =>
  Array.from(random(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('');

/**
 * Uses page memory if the page may not store: in a sandboxed frame, access to localStorage throws. On a server, each
 * session gets its own memory, since a shared one would never be cleared.
 */
function platformStorage(): KeyValueStore {
  try {
    const { localStorage } = globalThis as { localStorage?: Storage | null };
    return localStorage === undefined ? new MemoryStore() : (localStorage ?? pageMemory);
  } catch {
    return pageMemory;
  }
}
