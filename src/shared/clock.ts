/** Time as a parameter, and waiting that its caller can stop. */

export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  setTimeout(run: () => void, ms: number): unknown;
  clearTimeout(id: unknown): void;
}

/** A wall clock that is this much behind what has passed was set back: less is a correction. */
const SET_BACK_MS = 250;

/**
 * The wall clock, which all pages share and which goes on while the machine sleeps. What it loses when somebody sets it
 * back is added again, by the page's own clock: nothing that has passed becomes fresh.
 */
export function systemClock(): Clock {
  let wall = Date.now();
  let steady = performance.now();
  let lost = 0;
  return {
    now() {
      const [wallThen, steadyThen] = [wall, steady];
      wall = Date.now();
      steady = performance.now();
      const behind = steady - steadyThen - (wall - wallThen);
      if (behind > SET_BACK_MS) lost += behind;
      return wall + lost;
    },
    setTimeout: (run, ms) => setTimeout(run, ms),
    clearTimeout: (id) => {
      clearTimeout(id as ReturnType<typeof setTimeout>);
    },
  };
}

export const platformClock: Clock = systemClock();

/** Resolves after `ms`; rejects with the signal's reason when that is aborted. */
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

/** What `run` comes to; null if it fails, or takes longer: its signal is aborted then. */
export async function within<T>(
  ms: number,
  clock: Clock,
  signal: AbortSignal,
  run: (signal: AbortSignal) => Promise<T>,
): Promise<T | null> {
  const end = new AbortController();
  const both = AbortSignal.any([signal, end.signal]);
  try {
    // In this order: where nothing is begun, nothing is waited for.
    return await Promise.race([run(both), pause(ms, clock, both).then(() => null)]);
  } catch {
    return null;
  } finally {
    end.abort(new Error('answered, or late'));
  }
}

/** Asked anew each time: a signal may be aborted while its reader awaits something else. */
export const isAborted = (signal: AbortSignal): boolean => signal.aborted;

/**
 * Settles as the promise does, or rejects with the signal's reason when that is aborted; what comes later is ignored.
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
/** Seconds since 1970. */
export const secondsOf = (ms: number): bigint => BigInt(Math.floor(ms / 1000));
