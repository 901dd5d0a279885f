/** A sign of life of the tab that tracks a payment. A browser can freeze this tab, and the tab then keeps its lock. */
import { sleep, type Clock } from '../../shared/clock.js';
import type { KeyValueStore } from '../../shared/memory-store.js';

const BEAT_MS = 5_000;

/** Without a new sign of life for this many milliseconds, the tab counts as frozen. */
export const FROZEN_MS = 15_000;

const keyOf = (lock: string): string => `${lock}/beat`;

/** Writes a sign of life every 5 seconds until `signal` aborts. Ignores an error of the storage. */
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

/** The last sign of life. Only its change counts, because the clocks of two pages can differ. */
export function lastBeat(storage: KeyValueStore, lock: string): string | null {
  try {
    return storage.getItem(keyOf(lock));
  } catch {
    return null;
  }
}
