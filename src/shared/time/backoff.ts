/** Provides delays that grow from attempt to attempt, and a sleep that `wake()` can end early. */
import type { ErrorCode } from '../../errors.js';
import { sleep, within, type Clock } from './clock.js';

/**
 * True for a code which usually means that the service is down, cannot be reached, or limits the rate. The same request
 * can then succeed later.
 */
export const isPassing = (code: ErrorCode): boolean => passing.includes(code);

const passing: readonly ErrorCode[] = ['service-down', 'rate-limited', 'offline'];

/** Returns the delay in milliseconds: `first`, doubled once for each failure, but at most `slowest`. */
export const delayAfter = (failures: number, first: number, slowest: number): number =>
  Math.min(first * 2 ** failures, slowest);

/** A delay in milliseconds that can grow. */
export interface Backoff {
  readonly delay: number;
  /** Multiplies the delay by `factor`, up to at most `slowest`. The defaults are the arguments of `backoff`. */
  grow(factor?: number, slowest?: number): void;
  /** Sets the delay back to its first value. */
  reset(): void;
}

/**
 * Creates a delay that starts with `first` and grows to at most `slowest`, both in milliseconds.
 * @param factor the default factor of `grow`
 */
export function backoff(first: number, slowest: number, factor = 2): Backoff {
  let delay = first;
  return {
    get delay() {
      return delay;
    },
    grow(by = factor, longest = slowest) {
      delay = Math.min(delay * by, longest);
    },
    reset() {
      delay = first;
    },
  };
}

/** A sleep that `wake()` ends early. */
export interface Sleeper {
  /**
   * Resolves after `ms` milliseconds (at least `least`), or when the sleeper's signal is aborted. A call of `wake()`
   * ends the sleep early, but not before `least` milliseconds.
   */
  sleep(ms: number, least?: number): Promise<void>;
  /** Ends the running sleep early or, if none is running, the next one. */
  wake(): void;
}

/**
 * Creates a sleeper.
 * @param signal when this signal is aborted, the running sleep and all later sleeps end
 */
export function createSleeper(clock: Clock, signal: AbortSignal): Sleeper {
  let wake = (): void => undefined;
  const nextCall = (): Promise<void> =>
    new Promise((resolve) => {
      wake = resolve;
    });
  let woken = nextCall();
  return {
    async sleep(ms, least = 0) {
      if (least > 0) await sleep(least, clock, signal);
      if (ms > least) await within(ms - least, clock, signal, () => woken);
      woken = nextCall();
    },
    wake() {
      wake();
    },
  };
}
