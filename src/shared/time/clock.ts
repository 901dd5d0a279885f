/** Defines the clock, and functions that wait until a time has passed or the caller aborts the wait. */

import { childController, onAbort } from './on-abort.js';

/** The time and the timers of the platform. */
export interface Clock {
  /** The current time, as Unix time in milliseconds. */
  now(): number;
  /** Calls `run` after `ms` milliseconds, and returns an id for `clearTimeout`. */
  setTimeout(run: () => void, ms: number): unknown;
  /** Cancels the timer with this id, but does nothing if there is no such timer. */
  clearTimeout(id: unknown): void;
}

/**
 * If the wall clock falls behind the monotonic clock by more than this many milliseconds between two readings, the code
 * assumes that the wall clock was set back.
 */
const SET_BACK_MS = 250;

/**
 * Creates a clock that reads the wall clock, which continues while the machine sleeps. If the wall clock is set back by
 * more than `SET_BACK_MS`, the created clock adds the difference to all later times.
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

/** The default clock of all code whose caller can provide another clock. */
export const platformClock: Clock = systemClock();

/**
 * The reason with which the code aborts an operation whose result nobody awaits any more. All operations share it,
 * because a new error for each of them would cost time.
 */
export const SETTLED: Error = new Error('settled or timed out');

/**
 * Resolves after `ms` milliseconds.
 * @throws the signal's reason, when the signal is aborted
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

/** A time limit for one operation. */
export type TimeLimit = {
  /** The limit in milliseconds. */
  ms: number;
  clock: Clock;
  /** Ends the operation early. */
  signal: AbortSignal | undefined;
  /** Creates the error for an operation that takes longer. */
  late: () => Error;
};

/**
 * Settles like the promise of `run`, unless the time is over or the caller's signal is aborted first. Does not call
 * `run` if the caller's signal is already aborted. If there is no result, aborts the signal that `run` received, which
 * stops a download. After a result, it aborts nothing, because each abort takes time on a server.
 * @throws the error of `run`; the error of `late`, when the time is over; the signal's reason, when it is aborted
 */
export async function inTime<T>(
  { ms, clock, signal, late }: TimeLimit,
  run: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  signal?.throwIfAborted();
  const end = new AbortController();
  let timer: unknown;
  let free: (() => void) | undefined;
  try {
    return await new Promise<T>((resolve, reject) => {
      const stop = (reason: Error): void => {
        end.abort(reason);
        reject(reason);
      };
      // In Node, `AbortSignal.any` would leave an entry at the caller's signal, and this signal can exist for hours.
      free = signal && onAbort(signal, () => stop(signal.reason as Error));
      timer = clock.setTimeout(() => stop(late()), ms);
      run(end.signal).then(resolve, reject);
    });
  } catch (error) {
    end.abort(SETTLED);
    throw error;
  } finally {
    clock.clearTimeout(timer);
    free?.();
  }
}

/**
 * Settles like the promise, unless the time is over first. It is cheaper than `inTime`, for an operation that cannot be
 * stopped.
 * @throws the error of the promise; the error of `late`, when the time is over
 */
export async function beforeLate<T>({ ms, clock, late }: Omit<TimeLimit, 'signal'>, promise: Promise<T>): Promise<T> {
  let timer: unknown;
  const over = new Promise<never>((_, reject) => {
    timer = clock.setTimeout(() => {
      reject(late());
    }, ms);
  });
  try {
    return await Promise.race([promise, over]);
  } finally {
    clock.clearTimeout(timer);
  }
}

/**
 * Resolves with the result of `run`. Resolves with null if `run` rejects, if `ms` milliseconds pass, or if the signal
 * is aborted. Does not call `run` after an abort. At the end, always aborts the signal that `run` received.
 */
export async function within<T>(
  ms: number,
  clock: Clock,
  signal: AbortSignal,
  run: (signal: AbortSignal) => Promise<T>,
): Promise<T | null> {
  let end: AbortController | undefined;
  try {
    return await inTime({ ms, clock, signal, late: () => SETTLED }, (stop) =>
      run((end = childController(stop)).signal),
    );
  } catch {
    return null;
  } finally {
    end?.abort(SETTLED);
  }
}

/**
 * Returns `signal.aborted`, for use after an `await`. Without this function, TypeScript assumes that the property still
 * has the value that was read before.
 */
export const isAborted = (signal: AbortSignal): boolean => signal.aborted;

/**
 * Returns a promise that settles like the given one. If the signal is aborted first, rejects with the signal's reason.
 */
export function rejectOnAbort<T>(promise: Promise<T>, signal?: AbortSignal): Promise<T> {
  if (!signal) return promise;
  return new Promise((resolve, reject) => {
    const stop = (): void => {
      reject(signal.reason as Error);
    };
    if (signal.aborted) stop();
    promise.then(resolve, reject).finally(onAbort(signal, stop));
  });
}

/** Converts milliseconds to whole seconds, rounded down. */
export const secondsOf = (ms: number): bigint => BigInt(Math.floor(ms / 1000));
