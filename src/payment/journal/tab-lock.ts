/**
 * Lets one tab at a time drive a payment, among the tabs of one origin: with Web Locks, else with a lease in the shared
 * storage.
 */
import type { Clock } from '../../shared/clock.js';
import type { Platform, Locks } from '../../shared/platform.js';
import type { KeyValueStore } from '../../shared/memory-store.js';
import { randomName } from '../../shared/platform.js';
import { pause } from '../../shared/clock.js';

/** Releases the lock. */
export type Release = () => void;

/** Takes the lock if it is free. Null if another tab holds it. */
export function tryLock(locks: Locks, name: string): Promise<Release | null> {
  return new Promise((resolve, reject) => {
    locks
      .request(name, { ifAvailable: true }, (lock) => {
        if (!lock) {
          resolve(null);
          return Promise.resolve();
        }
        return new Promise<void>((release) => {
          resolve(release);
        });
      })
      .catch(reject);
  });
}

/** Waits until the lock is free and takes it. Rejects if `signal` aborts first. */
export function takeLock(locks: Locks, name: string, signal: AbortSignal): Promise<Release> {
  return new Promise((resolve, reject) => {
    locks
      .request(
        name,
        { signal },
        () =>
          new Promise<void>((release) => {
            resolve(release);
          }),
      )
      .catch(reject);
  });
}

const LEASE_MS = 5_000;
const BEAT_MS = 2_000;
const SETTLE_MS = 50;

/**
 * Uses Web Locks if the platform has them. Plain http pages lack them: there a lease in storage replaces them. The last
 * writer that still reads its own name after a moment holds the lease. It renews the lease until it releases it or its
 * page ends.
 */
export function locksOf({ locks, storage, clock, random }: Platform): Locks {
  const stored = leases(storage, clock, random);
  if (!locks) return stored;
  return {
    async request(name, options, hold) {
      try {
        await locks.request(name, options, hold);
      } catch (error) {
        // A sandboxed frame has the API and may not use it.
        if (!(error instanceof DOMException && error.name === 'SecurityError')) throw error;
        await stored.request(name, options, hold);
      }
    },
  };
}

function leases(storage: KeyValueStore, clock: Clock, random: Platform['random']): Locks {
  const me = randomName(random, 8);
  const never = new AbortController().signal;

  const read = (key: string): string => {
    try {
      return storage.getItem(key) ?? '';
    } catch {
      return '';
    }
  };
  const seen = new Map<string, { text: string; at: number }>();
  /**
   * A living owner renews its lease. A lease that stays unchanged for too long is free, whatever time another clock
   * wrote into it.
   */
  const isDead = (key: string, text: string): boolean => {
    const before = seen.get(key);
    if (before?.text === text) return clock.now() - before.at >= LEASE_MS;
    seen.set(key, { text, at: clock.now() });
    return false;
  };
  const free = (key: string): boolean => {
    const text = read(key);
    const [, owner, until] = /^(\w+) (\d{1,16})$/.exec(text) ?? [];
    if (owner === undefined || until === undefined || owner === me) return true;
    return BigInt(until) < BigInt(Math.floor(clock.now())) || isDead(key, text);
  };
  const isMine = (key: string): boolean => read(key).startsWith(`${me} `);
  /** False if nothing can be stored: then tabs cannot see each other's leases. */
  const write = (key: string): boolean => {
    try {
      storage.setItem(key, `${me} ${Math.ceil(clock.now() + LEASE_MS)}`);
      return isMine(key);
    } catch {
      return false;
    }
  };
  const acquire = async (key: string, signal: AbortSignal): Promise<boolean> => {
    if (!free(key)) return false;
    if (!write(key)) return true;
    await pause(SETTLE_MS, clock, signal);
    return isMine(key);
  };

  return {
    async request(name, { ifAvailable, signal = never }, hold) {
      const key = `${name}/lease`;
      while (!(await acquire(key, signal))) {
        if (ifAvailable) {
          await hold(null);
          return;
        }
        await pause(BEAT_MS, clock, signal);
      }
      let timer: unknown;
      const beat = (): void => {
        timer = clock.setTimeout(() => {
          if (!isMine(key)) return;
          write(key);
          beat();
        }, BEAT_MS);
      };
      beat();
      try {
        await hold(key);
      } finally {
        clock.clearTimeout(timer);
        if (isMine(key)) storage.removeItem(key);
      }
    },
  };
}
