/**
 * Polls the service for a payment's status until the caller ends the polling, and more slowly while the service does
 * not answer.
 */
import type { CallOptions } from '../../../api/client.js';
import type { WireStatus } from '../../../api/responses/types.js';
import type { ErrorInfo, Money } from '../../../errors.js';
import { errorInfo, HubPayError } from '../../../errors.js';
import type { Clock } from '../../../shared/time/clock.js';
import { createSleeper, delayAfter, type Sleeper } from '../../../shared/time/backoff.js';
import { isAborted } from '../../../shared/time/clock.js';

/** A source of a payment's status, for example the client of the service. */
export interface StatusSource {
  /**
   * Requests the status of this payment once.
   * @throws HubPayError if the request fails
   */
  status(requestId: string, options?: CallOptions): Promise<WireStatus>;
}

export type StatusPoll = {
  source: StatusSource;
  clock: Clock;
  requestId: string;
  signal: AbortSignal;
  /** Returns true to poll every second, and false to poll every 15 seconds, for example while the payment is hidden. */
  urgent(): boolean;
  /**
   * Receives `wake`, which starts the next poll early, for example on focus. Returns a function that removes `wake`.
   */
  onWake(wake: () => void): () => void;
  /** Called with each answer of the service, before the next poll. If this function returns true, the polling ends. */
  onStatus(status: WireStatus): boolean | Promise<boolean>;
  /**
   * Called after each answer for which `onStatus` returned false, also after the answer that the service does not know
   * the payment. If this function returns true, the polling ends.
   */
  isOver?(): boolean;
  /** Waits before each request until the page may ask about this payment. */
  turn?: ((signal: AbortSignal) => Promise<void>) | undefined;
  /** Returns where the payer's money is, for the problem that the screen shows. */
  money(): Money;
  /**
   * Called with the problem after each failed request from the second one in a row on, and with null when an answer
   * arrives again. Not called with a problem if the service does not know the payment.
   */
  onSilent(problem: ErrorInfo | null): void;
};

const URGENT_MS = 1_000;
const RELAXED_MS = 15_000;
const SLOWEST_MS = 60_000;
const MAX_WAIT_MS = 300_000;

/** Sends one request at a time, until `onStatus` or `isOver` returns true or the signal is aborted. */
export async function pollStatus(watch: StatusPoll): Promise<void> {
  const sleeper = createSleeper(watch.clock, watch.signal);
  const stopWaking = watch.onWake(() => {
    sleeper.wake();
  });
  try {
    await poll(watch, sleeper);
  } finally {
    stopWaking();
  }
}

async function poll(watch: StatusPoll, sleeper: Sleeper): Promise<void> {
  const { source, requestId, signal } = watch;
  let failures = 0;
  const usual = (): number => (watch.urgent() ? URGENT_MS : RELAXED_MS);
  while (!signal.aborted) {
    let wait = URGENT_MS;
    let least = URGENT_MS;
    await watch.turn?.(signal);
    if (isAborted(signal)) return;
    try {
      const status = await source.status(requestId, { signal });
      if (isAborted(signal)) return;
      if (failures > 0) watch.onSilent(null);
      failures = 0;
      if ((await watch.onStatus(status)) || watch.isOver?.()) return;
      wait = usual();
    } catch (error) {
      if (isAborted(signal)) return;
      if (isUnknownRequest(error) && watch.isOver?.()) return;
      failures += 1;
      const retryAfter = retryAfterMs(error);
      wait = retryAfter === undefined ? delayAfterFailure(error, usual(), failures) : Math.max(retryAfter, usual());
      least = retryAfter ?? least;
      // Report no problem if the service does not know a new request yet.
      if (failures > 1 && !isUnknownRequest(error)) watch.onSilent(errorInfo(error, watch.money()));
    }
    await sleeper.sleep(wait, least);
  }
}

/**
 * Returns the service's `Retry-After` in milliseconds, limited to the range from 1 second to 5 minutes. Returns
 * undefined if the service sent none.
 */
const retryAfterMs = (error: unknown): number | undefined =>
  error instanceof HubPayError && error.retryAfter !== undefined
    ? Math.min(Math.max(error.retryAfter * 1000, URGENT_MS), MAX_WAIT_MS)
    : undefined;

const delayAfterFailure = (error: unknown, wait: number, failures: number): number =>
  isUnknownRequest(error) ? wait : delayAfter(failures - 1, wait, Math.max(SLOWEST_MS, wait));

const isUnknownRequest = (error: unknown): boolean => error instanceof HubPayError && error.reason === 'not-found';
