/** Waits for a promise in virtual time. */
import type { VirtualClock } from '../../support/clock.js';

/** Returns the promise's result after `ms` of virtual time, or `'waiting'` if the promise is still pending. */
export async function resultAfter<T>(clock: VirtualClock, ms: number, promise: Promise<T>): Promise<T | 'waiting'> {
  let value: T | 'waiting' = 'waiting';
  void promise.then((result) => {
    value = result;
  });
  await clock.advance(ms);
  return value;
}
