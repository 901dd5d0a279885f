/**
 * Takes locks between tabs, so that only one tab at a time can begin a payment of an order. While a payment is tracked,
 * the locks also let only one tab poll the service for it, unless the tab with the lock is frozen.
 */
import type { Platform, Locks } from '../../shared/platform.js';

/** Releases the lock. */
export type Release = () => void;

/** Takes the lock if it is free. Otherwise returns null, for example if another tab or element holds the lock. */
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

/** Waits until the lock is free and then takes it. Rejects if `signal` aborts first, or if the request fails. */
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

/**
 * Returns Web Locks. Uses leases in the storage where there are none, as on a page of plain http, or where the browser
 * forbids them.
 */
export function locksOf({ locks, storage, clock, random }: Platform): Locks {
  let loading: Promise<Locks> | undefined;
  // If the code for leases cannot be loaded, the request for a lock fails, and without a lock no payment begins.
  const loadLeases = async (): Promise<Locks> => {
    loading ??= import('./lease-lock.js').then(({ leases }) => leases(storage, clock, random));
    try {
      return await loading;
    } catch (error) {
      loading = undefined;
      throw error;
    }
  };
  if (!locks) return { request: async (name, options, hold) => (await loadLeases()).request(name, options, hold) };
  return {
    async request(name, options, hold) {
      try {
        await locks.request(name, options, hold);
      } catch (error) {
        // A sandboxed frame has the Web Locks API, but the browser may forbid its use.
        if (!(error instanceof DOMException && error.name === 'SecurityError')) throw error;
        await (await loadLeases()).request(name, options, hold);
      }
    },
  };
}
