/** Polls a chain until two successful polls in a row show the same outcome, and this outcome is proved. */
import { backoff } from '../../shared/time/backoff.js';
import { pause } from '../../shared/time/clock.js';
import type { ChainAccess } from './sources.js';

const FIRST_POLL_MS = 1_000;
const SLOWEST_POLL_MS = 4_000;
const SLOWEST_RETRY_MS = 15_000;

/** What `pollUntilProved` needs to know about the observations `O` of a chain family. */
export type Polling<O> = {
  /**
   * Reads the chain once. Returns null while there is no outcome.
   * @throws Error if the chain cannot be read; the previous observation then stays valid
   */
  observe: () => Promise<O | null>;
  /** Whether both observations show the same outcome in the same block. */
  isSame: (seen: O, before: O) => boolean;
  /**
   * Whether the polling can end.
   * @param since the time since which no poll has shown anything else; Unix time in milliseconds
   */
  isProved: (seen: O, since: number) => Promise<boolean>;
};

/** Resolves with the proved observation. Rejects only after an abort, with the signal's reason. */
export async function pollUntilProved<O>(
  { clock, signal, turn }: Pick<ChainAccess, 'clock' | 'signal' | 'turn'>,
  { observe, isSame, isProved }: Polling<O>,
): Promise<O> {
  const pace = backoff(FIRST_POLL_MS, SLOWEST_POLL_MS, 1.5);
  let before: O | null = null;
  let since = clock.now();
  for (;;) {
    await turn?.();
    signal.throwIfAborted();
    try {
      const seen = await observe();
      const isStable = seen !== null && before !== null && isSame(seen, before);
      if (!isStable) since = clock.now();
      before = seen;
      if (seen === null) pace.grow();
      else if (!isStable) pace.reset();
      else if (await isProved(seen, since)) return seen;
      else pace.grow(2, SLOWEST_RETRY_MS);
    } catch {
      pace.grow(2, SLOWEST_RETRY_MS);
    }
    await pause(pace.delay, clock, signal);
  }
}
