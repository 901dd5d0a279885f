/** One driver at a time for a payment, across the tabs of one origin: Web Locks, else a lease in the shared storage. */
import type { Clock } from '../../shared/clock.js';
import type { Platform, Locks } from '../../shared/platform.js';
import type { KeyValueStore } from '../../shared/memory-store.js';
import { randomName } from '../../shared/platform.js';
import { pause } from '../../shared/clock.js';

/** Gives up what was held. */
export type Release = () => void;

/** Takes the lock if it is free; null if another tab holds it. */
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

/** Waits until the lock is free and takes it. Rejects when `signal` is aborted before. */
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
 * Web Locks where the platform has them. They are missing on plain http addresses; there a lease in storage stands in:
 * whoever wrote last and still reads its own name after a moment holds it, and renews it until it lets go or dies.
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
  /** Whoever lives renews its lease: one that stays as it is belongs to nobody, whatever another clock wrote in it. */
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
  /** False where nothing can be stored: then no other tab can be told, and none can tell. */
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
