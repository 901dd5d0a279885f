/**
 * A clock that a test advances. The clock runs the next timer only after the promises of the previous timer have
 * settled.
 */
import type { Clock } from '../../src/shared/time/clock.js';

type Timer = { at: number; run: () => void };

export class VirtualClock implements Clock {
  #now: number;
  #next = 1;
  readonly #timers = new Map<number, Timer>();

  constructor(now: number = Date.UTC(2026, 10, 21)) {
    this.#now = now;
  }

  now(): number {
    return this.#now;
  }

  setTimeout(run: () => void, ms: number): unknown {
    this.#timers.set(this.#next, { at: this.#now + Math.max(ms, 0), run });
    return this.#next++;
  }

  clearTimeout(id: unknown): void {
    this.#timers.delete(id as number);
  }

  get pending(): number {
    return this.#timers.size;
  }

  /** Simulates a sleeping computer: the time advances, but no timer runs. */
  sleep(ms: number): void {
    this.#now += ms;
    for (const timer of this.#timers.values()) timer.at += ms;
  }

  /** Runs all timers that are due within the next `ms`, and advances the time. */
  async advance(ms: number): Promise<void> {
    await settle();
    const end = this.#now + ms;
    while (await this.#runNext(end));
    this.#now = end;
  }

  /**
   * Runs timers until `reached` returns true.
   * @throws If `reached` still returns false after `limit` ms
   */
  async until(reached: () => boolean, limit = 600_000): Promise<void> {
    await settle();
    const end = this.#now + limit;
    while (!reached()) {
      if (!(await this.#runNext(end)) && !reached())
        throw new Error(`not reached within ${limit} ms: ${reached.toString()}`);
    }
  }

  /** Runs the timers that are due next. Returns false if the next timer is due after `end`. */
  async #runNext(end: number): Promise<boolean> {
    let next = Infinity;
    for (const { at } of this.#timers.values()) next = Math.min(next, at);
    if (next > end || next === Infinity) return false;
    this.#now = Math.max(this.#now, next);
    for (const [id, { at, run }] of this.#timers) {
      if (at !== next || !this.#timers.delete(id)) continue;
      run();
      await microtasks();
    }
    await settle(2);
    return true;
  }
}

const STEPS = 40;

/** Runs all code that waits only for promises. Each round waits for one task of the event loop. */
export async function settle(rounds = 6): Promise<void> {
  for (let round = 0; round < rounds; round += 1) {
    // A browser needs several tasks for each `import()`. Node needs no task, because the code is already loaded.
    if (!setImmediate) await imports();
    await turn();
  }
}

/** Runs several `import()` one after the other. Some code of the package also loads its parts one after the other. */
async function imports(): Promise<void> {
  for (let part = 0; part < 3; part += 1) {
    await microtasks();
    await import('../../src/shared/time/clock.js');
  }
}

/**
 * Calls `settle` until `reached` returns true. The time of the clock does not advance.
 * @throws If `reached` still returns false after 200 attempts
 */
export async function settleUntil(reached: () => boolean): Promise<void> {
  for (let attempt = 0; !reached(); attempt += 1) {
    if (attempt === 200) throw new Error(`not reached: ${reached.toString()}`);
    await settle(1);
  }
}

async function microtasks(): Promise<void> {
  for (let step = 0; step < STEPS; step += 1) await Promise.resolve();
}

/** Waits for one task of the event loop. A page uses a message instead of a timer, because browsers delay timers. */
const { setImmediate } = globalThis as { setImmediate?: (run: () => void) => unknown };
const turn = (): Promise<void> =>
  new Promise((resolve) => {
    if (setImmediate) {
      setImmediate(resolve);
      return;
    }
    addEventListener('message', () => resolve(), { once: true });
    postMessage(null);
  });
