/** Divides long work into slices. The page can react to the payer only between two slices. */
import { pause, type Clock } from './clock.js';

/** The length of a slice, in milliseconds. A slice is longer if its last piece of work ends later. */
const SLICE_MS = 8;

/**
 * Returns a function to call after each piece of work. If the slice has lasted at least `SLICE_MS`, the function lets
 * the page run other tasks before the next slice begins.
 */
export function inSlices(clock: Clock): () => Promise<void> {
  let start = clock.now();
  return async () => {
    if (clock.now() - start < SLICE_MS) return;
    await pause(0, clock);
    start = clock.now();
  };
}
