/** Divides long work into slices, because the page can react to the payer only between two slices. */
import { pause, type Clock } from './clock.js';

/**
 * The length of a slice, in milliseconds, which a piece of work that starts just before the end of the slice can make
 * about 2 ms longer.
 */
const SLICE_MS = 8;

/**
 * Returns a function that the caller calls after each piece of work, and that lets the page run other tasks if the
 * slice has lasted `SLICE_MS`.
 */
export function inSlices(clock: Clock): () => Promise<void> {
  let start = clock.now();
  return async () => {
    if (clock.now() - start < SLICE_MS) return;
    await pause(0, clock);
    start = clock.now();
  };
}
