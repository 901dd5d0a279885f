/**
 * What the flow needs from the platform. Tests and servers may supply their own; each has the platform's as its
 * default.
 */
import type { Clock } from './clock.js';
import { platformClock } from './clock.js';
import { MemoryStore, pageMemory, type KeyValueStore } from './memory-store.js';

/** The part of `LockManager` that is used. */
export interface Locks {
  request(
    name: string,
    options: { ifAvailable?: boolean; signal?: AbortSignal },
    hold: (lock: unknown) => Promise<void>,
  ): Promise<unknown>;
}

export type Platform = {
  fetch: typeof fetch;
  storage: KeyValueStore;
  /** Absent: no other tab is known of, as on a server. */
  locks: Locks | undefined;
  clock: Clock;
  random: (bytes: number) => Uint8Array;
  /** Absent: statuses are polled for alone, as on a server without one. */
  WebSocket: typeof WebSocket | undefined;
};

/** The platform's own, read when a session is made and not when this module is. */
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

/** A name that nobody else has taken, as hex of so many bytes. */
export const randomName = (random: Platform['random'], bytes: number): string =>
  Array.from(random(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('');

/**
 * The page's own memory where it may not store: a sandboxed frame throws on the mere mention of localStorage. A server
 * has no such thing: there each session has a memory of its own, since nothing would ever empty a common one.
 */
function platformStorage(): KeyValueStore {
  try {
    const { localStorage } = globalThis as { localStorage?: Storage | null };
    return localStorage === undefined ? new MemoryStore() : (localStorage ?? pageMemory);
  } catch {
    return pageMemory;
  }
}
