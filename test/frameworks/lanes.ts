/** Runs tasks in lanes: a few at a time. */
import { availableParallelism, freemem } from 'node:os';

/**
 * The memory for one app. The build of the largest app has processes of 0.7 to 1.5 GB, and its pages need a renderer.
 */
const APP_BYTES = 2 * 1024 ** 3;

/**
 * How many apps memory and cores allow at once. npm waits for the network, and a payer for the clock of test mode, so
 * one app more than there are cores keeps the cores busy.
 */
export const laneCount = (free = freemem(), cores = availableParallelism()): number =>
  Math.max(1, Math.min(cores + 1, Math.floor(free / APP_BYTES)));

/** Does the work for each item, at most `lanes` at a time, in the order of the items. */
export async function inLanes<T>(items: readonly T[], lanes: number, work: (item: T) => Promise<void>): Promise<void> {
  const waiting = items.values();
  const lane = async (): Promise<void> => {
    for (const item of waiting) await work(item);
  };
  await Promise.all(Array.from({ length: lanes }, lane));
}
