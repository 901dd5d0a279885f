/**
 * Looks for payments that the wallet has refused. Some wallets report a refusal and still send the payment, and nodes
 * can show it late. The screen shows a payment that was sent after all.
 */
import { backoff, createSleeper } from '../../../shared/time/backoff.js';
import { isAborted, sleep, within } from '../../../shared/time/clock.js';
import { notifyService } from '../../context/readers.js';
import type { PaymentContext } from '../../context/context.js';
import { endedUnfunded, isSeenByService } from '../../context/status.js';
import { PaymentRecord } from '../../context/payment-record.js';
import { isUnsent, type JournalEntry } from '../../journal/entry.js';
import { contradictsToldEnd } from '../../journal/lifecycle.js';
import { isPerhapsSent } from '../../journal/trusted-stage.js';
import { readStatus } from '../status/read-status.js';
import { lookupOnChain } from './find-transaction.js';

/** How long after the refusal the code looks for the payment, in milliseconds. */
const REFUSED_MS = 86_400_000;
const FIRST_PAUSE_MS = 15_000;
const SLOWEST_PAUSE_MS = 600_000;
/** Pause after each look at a payment, in milliseconds. */
const EACH_MS = 1_000;
/** Longest wait for the service, and for the chain, in milliseconds. */
const READ_MS = 6_000;
/** The maximum number of payments that each round looks at, newest first. */
const MOST_LOOKED_AT = 5;

/**
 * Looks at the refused payments of the order again and again, after pauses that grow from 15 seconds to 10 minutes, and
 * when the page wakes. Resolves when no refusal is younger than a day, or when the session ends or restarts.
 * @param watch tracks a payment that was sent
 */
export async function trackRefused(context: PaymentContext, watch: (entry: JournalEntry) => void): Promise<void> {
  const { signal, deps } = context;
  const sleeper = createSleeper(deps.clock, signal);
  const page = { isWoken: false };
  const stopWaking = context.onWake(() => {
    page.isWoken = true;
    sleeper.wake();
  });
  const pace = backoff(FIRST_PAUSE_MS, SLOWEST_PAUSE_MS);
  let newest: string | undefined;
  try {
    for (;;) {
      const refused = refusedIn(context);
      if (refused.length === 0) return;
      if (refused[0]?.id !== newest) {
        newest = refused[0]?.id;
        pace.reset();
        // Look again soon after the next refusal, even during a long pause.
        void context
          .until(() => refusedIn(context)[0]?.id !== newest)
          .then(() => {
            sleeper.wake();
          });
      }
      const isAtOnce = page.isWoken;
      page.isWoken = false;
      for (const { id, updatedAt } of refused) {
        // Wait at least the first pause after a refusal, because most refusals are true and need no look at once. But
        // when the page wakes, a wallet can have answered once more.
        if (!isAtOnce && deps.clock.now() - updatedAt < FIRST_PAUSE_MS) continue;
        const sent = await lookAt(context, new PaymentRecord(context, id));
        if (isAborted(signal)) return;
        if (sent) watch(sent);
        await sleep(EACH_MS, deps.clock, signal);
        if (isAborted(signal)) return;
      }
      await sleeper.sleep(pace.delay);
      if (isAborted(signal)) return;
      pace.grow();
    }
  } finally {
    stopWaking();
  }
}

/**
 * Returns the newest payments of the last day for which the wallet was asked to pay, although their stage is `prepared`
 * or `cancelled`.
 */
function refusedIn({ journal, deps }: PaymentContext): JournalEntry[] {
  const since = deps.clock.now() - REFUSED_MS;
  return journal
    .read()
    .filter((entry) => isPerhapsSent(entry) && entry.updatedAt > since)
    .slice(0, MOST_LOOKED_AT);
}

/**
 * Asks the service and, if the service has not seen the payment, the chain. Returns the entry if the payment was sent.
 */
async function lookAt(context: PaymentContext, record: PaymentRecord): Promise<JournalEntry | undefined> {
  const { signal, deps } = context;
  const before = record.entry();
  if (!before || !isUnsent(before)) return undefined;
  const { requestId } = before.payment;
  const read = <T>(source: (end: AbortSignal) => Promise<T>): Promise<T | null> =>
    within(READ_MS, deps.clock, signal, source);
  const answer = await read((end) => readStatus(context, requestId, end));
  const isSeen = answer !== null && isSeenByService(answer.status) && !endedUnfunded(answer);
  const found = isSeen ? null : await read((end) => lookupOnChain(context, before, end));
  const entry = record.entry();
  // Another tab can have found the payment meanwhile. If the service contradicts a known end, the next press asks the
  // payer.
  if (isAborted(signal) || !entry || !isUnsent(entry) || (answer && contradictsToldEnd(entry, answer.status)))
    return undefined;
  if (isSeen) record.markSent(answer.inTxHashes ?? [], answer.status);
  else if (found && 'hash' in found && found.outcome !== 'reverted') {
    record.markFound(found.hash);
    notifyService(context, entry.payment, found.hash);
  }
  const now = record.entry();
  return now && !isUnsent(now) ? now : undefined;
}
