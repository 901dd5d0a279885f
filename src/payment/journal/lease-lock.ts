/**
 * Provides locks for pages that cannot use Web Locks. Each lock is a lease: an entry in the storage that all tabs
 * share. A lease expires after 5 seconds, unless its holder renews it.
 */
import { pause, type Clock } from '../../shared/time/clock.js';
import type { KeyValueStore } from '../../shared/memory-store.js';
import { randomName, type Locks, type Platform } from '../../shared/platform.js';

const LEASE_MS = 5_000;
const BEAT_MS = 2_000;
const SETTLE_MS = 50;

/**
 * Creates locks that share one random name. To take a free lease, this code writes the name into it, and holds the
 * lease if the name is still there after 50 ms. If the storage does not keep the name, the caller gets the lock without
 * a lease. As with Web Locks, a lock that one of these callers holds or takes is not free for another one.
 */
export function leases(storage: KeyValueStore, clock: Clock, random: Platform['random']): Locks {
  const me = randomName(random, 8);
  /** The locks that a caller holds or takes. A lease shows only that one of the callers has it, but not which one. */
  const taken = new Set<string>();
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
   * True if the text of the lease has not changed for 5 seconds since this page first read it. A holder that still runs
   * usually writes a new text every 2 seconds. This check uses only this page's clock, because the clocks of two pages
   * can differ.
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
  /** Writes the lease. Returns false if the storage does not keep it. */
  const write = (key: string): boolean => {
    try {
      storage.setItem(key, `${me} ${Math.ceil(clock.now() + LEASE_MS)}`);
      return isMine(key);
    } catch {
      return false;
    }
  };
  /** Takes the lock if it is free; `taken` then contains it. */
  const acquire = async (key: string, signal: AbortSignal): Promise<boolean> => {
    if (taken.has(key) || !free(key)) return false;
    taken.add(key);
    let isHeld = !write(key);
    try {
      if (isHeld) return true;
      await pause(SETTLE_MS, clock, signal);
      isHeld = isMine(key);
      return isHeld;
    } finally {
      if (!isHeld) taken.delete(key);
    }
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
        taken.delete(key);
        if (isMine(key)) storage.removeItem(key);
      }
    },
  };
}
