/** Divides long work, so that the page can react to the payer in between. */
import { pause, type Clock } from './clock.js';

/** Longest work without an interruption, in milliseconds. The last piece of a slice can exceed this by 2 ms. */
const SLICE_MS = 8;

/** Returns a function to call between two pieces of work. It waits for other tasks when the slice is used up. */
export function inSlices(clock: Clock): () => Promise<void> {
  let start = clock.now();
  return async () => {
    if (clock.now() - start < SLICE_MS) return;
    await pause(0, clock);
    start = clock.now();
  };
}
