/** Follows a payment at the service until it has ended. It slows down when nothing is heard; it never gives up. */
import type { HubClient } from '../../api/client.js';
import type { WireStatus } from '../../api/responses/types.js';
import type { ErrorInfo, Money } from '../../errors.js';
import { errorInfo, HubPayError } from '../../errors.js';
import type { Clock } from '../../shared/clock.js';
import { isAborted, pause } from '../../shared/clock.js';

export type StatusPoll = {
  client: Pick<HubClient, 'status'>;
  clock: Clock;
  requestId: string;
  signal: AbortSignal;
  /** Whether somebody can see it, and is not told sooner: once a second then, else once in 15 seconds. */
  urgent(): boolean;
  /** Called once, with a function that makes the next question come at once: on focus, on coming back online. */
  onWake(wake: () => void): void;
  /** Each answer; the next question waits until it is dealt with. True resolves the watch. */
  onStatus(status: WireStatus): boolean | Promise<boolean>;
  /** Where the payer's money is meanwhile, as far as it is known. */
  money(): Money;
  /** No answer comes, or (null) one came again. */
  onSilent(problem: ErrorInfo | null): void;
};

const URGENT_MS = 1_000;
const RELAXED_MS = 15_000;
const SLOWEST_MS = 60_000;
const MAX_WAIT_MS = 300_000;

/** Asks one question at a time, until `onStatus` returns true or the signal is aborted. */
export async function pollStatus(watch: StatusPoll): Promise<void> {
  const { client, clock, requestId, signal } = watch;
  let failures = 0;
  let wake: (() => void) | undefined;
  watch.onWake(() => wake?.());
  const usual = (): number => (watch.urgent() ? URGENT_MS : RELAXED_MS);
  while (!signal.aborted) {
    let wait = URGENT_MS;
    let least = URGENT_MS;
    const woken = new AbortController();
    wake = () => {
      woken.abort(new Error('woken'));
    };
    try {
      const status = await client.status(requestId, { signal });
      if (isAborted(signal)) return;
      if (failures > 0) watch.onSilent(null);
      failures = 0;
      if (await watch.onStatus(status)) return;
      wait = usual();
    } catch (error) {
      if (isAborted(signal)) return;
      failures += 1;
      const asked = askedToWait(error);
      wait = asked === undefined ? silence(error, usual(), failures) : Math.max(asked, usual());
      least = asked ?? least;
      // The service does not know a request in its first moments: that is no news, and no fault.
      if (failures > 1 && !isUnknownRequest(error)) watch.onSilent(errorInfo(error, watch.money()));
    }
    await pause(least, clock, signal).catch(() => undefined);
    if (wait > least) await pause(wait - least, clock, AbortSignal.any([signal, woken.signal])).catch(() => undefined);
  }
}

/** What the service asked for (`Retry-After`), in ms: no focus and no wake-up may shorten it. */
const askedToWait = (error: unknown): number | undefined =>
  error instanceof HubPayError && error.retryAfter !== undefined
    ? Math.min(Math.max(error.retryAfter * 1000, URGENT_MS), MAX_WAIT_MS)
    : undefined;

const silence = (error: unknown, wait: number, failures: number): number =>
  isUnknownRequest(error) ? wait : Math.min(wait * 2 ** (failures - 1), Math.max(SLOWEST_MS, wait));

const isUnknownRequest = (error: unknown): boolean => error instanceof HubPayError && error.details === '404';
