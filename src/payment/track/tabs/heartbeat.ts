/**
 * Writes and reads the heartbeat of the tab that holds the lock of a tracked payment. A tab that the browser has frozen
 * can keep its lock, but writes no heartbeat.
 */
import { sleep, type Clock } from '../../../shared/time/clock.js';
import type { KeyValueStore } from '../../../shared/memory-store.js';

const BEAT_MS = 5_000;

/** If a tab writes no new heartbeat for this many milliseconds, the other tabs treat it as frozen. */
export const FROZEN_MS = 15_000;

const keyOf = (lock: string): string => `${lock}/beat`;

/** Writes a heartbeat every 5 seconds until `signal` aborts, and then removes it. Ignores errors of the storage. */
export async function beat(storage: KeyValueStore, lock: string, clock: Clock, signal: AbortSignal): Promise<void> {
  for (;;) {
    await sleep(BEAT_MS, clock, signal);
    try {
      if (signal.aborted) {
        storage.removeItem(keyOf(lock));
        return;
      }
      storage.setItem(keyOf(lock), String(clock.now()));
    } catch {
      if (signal.aborted) return;
    }
  }
}

/**
 * Returns the last heartbeat, or null if there is none or the storage cannot be read. Callers check only whether it
 * changes, because the clocks of two pages can differ.
 */
export function lastBeat(storage: KeyValueStore, lock: string): string | null {
  try {
    return storage.getItem(keyOf(lock));
  } catch {
    return null;
  }
}
