/** Defines the clock, and waits that callers can abort. */

/** The time and the timers of the platform. */
export interface Clock {
  /** The current time, as Unix time in milliseconds. */
  now(): number;
  /** Calls `run` after `ms` milliseconds. Returns an id for `clearTimeout`. */
  setTimeout(run: () => void, ms: number): unknown;
  /** Cancels a timer. An unknown id does nothing. */
  clearTimeout(id: unknown): void;
}

/**
 * In milliseconds. If the wall clock falls behind the monotonic clock by more than this value, the wall clock was set
 * back.
 */
const SET_BACK_MS = 250;

/**
 * A clock based on the wall clock, which continues while the machine sleeps. If the wall clock is set back, this clock
 * adds the lost time.
 */
export function systemClock(): Clock {
  let wall = Date.now();
  let steady = performance.now();
  let setBack = 0;
  return {
    now() {
      const [wallThen, steadyThen] = [wall, steady];
      wall = Date.now();
      steady = performance.now();
      const behind = steady - steadyThen - (wall - wallThen);
      if (behind > SET_BACK_MS) setBack += behind;
      return wall + setBack;
    },
    setTimeout: (run, ms) => setTimeout(run, ms),
    clearTimeout: (id) => {
      clearTimeout(id as ReturnType<typeof setTimeout>);
    },
  };
}

/** The default clock. */
export const platformClock: Clock = systemClock();

/**
 * Resolves after `ms` milliseconds.
 * @throws The signal's reason, when the signal is aborted
 */
export async function pause(ms: number, clock: Clock, signal?: AbortSignal): Promise<void> {
  let timer: unknown;
  const passed = new Promise<void>((resolve) => {
    timer = clock.setTimeout(resolve, ms);
  });
  try {
    await rejectOnAbort(passed, signal);
  } finally {
    clock.clearTimeout(timer);
  }
}

/** Resolves after `ms` milliseconds, or when the signal is aborted. */
export const sleep = (ms: number, clock: Clock, signal: AbortSignal): Promise<void> =>
  pause(ms, clock, signal).catch(() => undefined);

/**
 * Resolves with the result of `run`. Resolves with null if `run` rejects, `ms` milliseconds pass, or the signal is
 * aborted. Finally, aborts the signal that `run` received.
 */
export async function within<T>(
  ms: number,
  clock: Clock,
  signal: AbortSignal,
  run: (signal: AbortSignal) => Promise<T>,
): Promise<T | null> {
  const end = new AbortController();
  const both = AbortSignal.any([signal, end.signal]);
  try {
    // `run` comes first, so that no timer starts if `run` throws synchronously.
    return await Promise.race([run(both), pause(ms, clock, both).then(() => null)]);
  } catch {
    return null;
  } finally {
    end.abort(new Error('settled or timed out'));
  }
}

/**
 * Returns `signal.aborted`. Without this function, TypeScript assumes that the value does not change during an `await`.
 */
export const isAborted = (signal: AbortSignal): boolean => signal.aborted;

/**
 * Returns a promise that settles like the given promise. If the signal is aborted first, the returned promise rejects
 * with the signal's reason.
 */
export function rejectOnAbort<T>(promise: Promise<T>, signal?: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = (): void => {
      reject(signal?.reason as Error);
    };
    const free = (): void => signal?.removeEventListener('abort', stop);
    if (signal?.aborted) stop();
    signal?.addEventListener('abort', stop, { once: true });
    promise.then(resolve, reject).finally(free);
  });
}

/** Converts milliseconds to whole seconds, rounded down. */
export const secondsOf = (ms: number): bigint => BigInt(Math.floor(ms / 1000));
