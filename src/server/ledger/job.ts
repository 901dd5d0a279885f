/** The job of the ledger: it verifies stored payments, and passes events to the merchant. */
import { inTime, sleep } from '../../shared/time/clock.js';
import { lineOf } from './attention.js';
import type { ConsoleLines } from './console-lines.js';
import type { Checker } from './payments/checker.js';
import type { ClaimedEvent } from './database/events.js';
import type { ReadBudget } from './payments/read-budget.js';
import { retryPause } from './payments/schedule.js';
import type { LedgerCore } from './ledger-core.js';
import { isoOf, type PaymentIds } from './database/store.js';
import type { LedgerOptions } from './types.js';

/** What the job needs. */
export type JobDeps<T> = {
  core: LedgerCore<T>;
  checker: Checker;
  budget: ReadBudget;
  lines: ConsoleLines;
  isTest: boolean;
  afterPaid: LedgerOptions<T>['afterPaid'];
  onAttention: LedgerOptions<T>['onAttention'];
};

/** The pause after a round in which nothing was completed, in milliseconds. */
const IDLE_MS = 2_000;

/** The longest pause after an error, such as an outage of the database, in milliseconds. */
const SLOWEST_MS = 30_000;

/**
 * How long a claim lasts, in milliseconds. After this time, another process can claim the work of a process that has
 * crashed.
 */
const CLAIM_MS = 120_000;
const RENEW_MS = 30_000;

/**
 * How long a handler of events may take, in milliseconds. A handler that never ends would block all later events of
 * this process.
 */
const EVENT_HANDLER_MS = 1_800_000;

/** How long after its creation an event can be passed to `afterPaid`, in milliseconds. */
const PAID_WAITS_MS = 7 * 24 * 3_600_000;

/**
 * How long an event for a person waits for a process with `onAttention`, in milliseconds. Then a process without
 * `onAttention` writes it to the console. A process with `onAttention` gets it even after that.
 */
const ATTENTION_WAITS_MS = 60_000;

/**
 * The maximum number of payments that the job verifies at once. Up to `OLDEST` of them are those that have waited
 * longest.
 */
const AT_ONCE = 8;
const OLDEST = 2;
const EVENTS_AT_ONCE = 10;

/** Starts the job. Returns a function that stops it, and resolves when its current rounds have ended. */
export function startJob<T>(deps: JobDeps<T>): () => Promise<void> {
  const end = new AbortController();
  const rounds = [
    { what: 'payments', run: () => verifyDue(deps, end.signal) },
    { what: 'events', run: () => tellDue(deps, end.signal) },
  ];
  const loops = rounds.map((round) => loop(round, deps, end.signal));
  return async () => {
    end.abort();
    await Promise.all(loops);
  };
}

/** One of the two rounds of the job: what it handles, and a function that resolves to how much it has completed. */
type Round = { what: string; run: () => Promise<number> };

/** Repeats a round until the signal is aborted. After an error, which `lines` tells, the next round starts later. */
async function loop<T>({ what, run }: Round, { core, lines }: JobDeps<T>, signal: AbortSignal): Promise<void> {
  for (let failures = 0; !signal.aborted;) {
    let wait = IDLE_MS;
    try {
      wait = (await run()) > 0 ? 0 : IDLE_MS;
      failures = 0;
      lines.works(what, `the job handles its ${what} again.`);
    } catch (error) {
      failures += 1;
      wait = Math.min(1_000 * 2 ** (failures - 1), SLOWEST_MS);
      lines.tell(what, `the job cannot handle its ${what} now, and tries again:`, error);
    }
    await sleep(wait, core.clock, signal);
  }
}

/** Verifies up to `AT_ONCE` payments that are due, as far as the budget allows. Returns how many were verified. */
async function verifyDue<T>(
  { core, checker, budget, lines, isTest }: JobDeps<T>,
  signal: AbortSignal,
): Promise<number> {
  const { db, store, now } = core;
  const room = isTest ? AT_ONCE : Math.min(AT_ONCE, budget.forJob);
  if (room === 0) return 0;
  const claims = { now: isoOf(now()), until: isoOf(now() + CLAIM_MS), isTest };
  // New payments are preferred, because their payers wait. Some places are for the payments that have waited longest,
  // so that a flood of new ones cannot block these.
  const oldest = room > OLDEST ? await store.claim(db.query, { ...claims, limit: OLDEST, order: 'longest' }) : [];
  const newest = await store.claim(db.query, { ...claims, limit: room - oldest.length, order: 'newest' });
  const claimed = [...newest, ...oldest];
  const results = await Promise.all(
    claimed.map(async (payment) => {
      if (signal.aborted) return release(core, payment);
      try {
        const { result } = await checker.checkOne(payment, 'merchant');
        if (result === 'limited') await release(core, payment);
        return result === 'done';
      } catch (error) {
        lines.tell('payment', `order ${payment.orderId}, payment ${payment.requestId}: not verified:`, error);
        return false;
      }
    }),
  );
  return results.filter(Boolean).length;
}

/** Gives a claim back, so that the payment is due at once. Returns false, as for a payment that was not verified. */
async function release<T>({ db, store, now }: LedgerCore<T>, { requestId }: PaymentIds): Promise<false> {
  await store.postpone(db.query, requestId, isoOf(now()));
  return false;
}

/** Passes up to `EVENTS_AT_ONCE` due events to their handlers. Returns how many were handled. */
async function tellDue<T>(deps: JobDeps<T>, signal: AbortSignal): Promise<number> {
  const { core, afterPaid, onAttention } = deps;
  const { db, events, now } = core;
  const claimed = await events.claim(db.query, {
    now: isoOf(now()),
    until: isoOf(now() + CLAIM_MS),
    limit: EVENTS_AT_ONCE,
    paidSince: afterPaid ? isoOf(now() - PAID_WAITS_MS) : null,
    attentionUntil: isoOf(now() - (onAttention ? 0 : ATTENTION_WAITS_MS)),
    exceptWritten: !onAttention,
  });
  const results = await Promise.all(
    claimed.map(async (event) => {
      if (signal.aborted) return events.failed(db.query, event.key, event.failures, isoOf(now())).then(() => false);
      return tell(deps, event);
    }),
  );
  return results.filter(Boolean).length;
}

/** Passes one event to its handler. Returns false if the handler must be called again. */
async function tell<T>(deps: JobDeps<T>, event: ClaimedEvent): Promise<boolean> {
  // Another process must not claim the event before the end of its handler is stored.
  const stopRenewing = renewing(deps, event.key);
  try {
    return await handle(deps, event);
  } finally {
    stopRenewing();
  }
}

async function handle<T>(deps: JobDeps<T>, event: ClaimedEvent): Promise<boolean> {
  const { db, events, now } = deps.core;
  const { key, orderId, requestId } = event;
  try {
    const late = (): Error => new Error(`The handler has not ended after ${EVENT_HANDLER_MS / 60_000} minutes.`);
    await inTime({ ms: EVENT_HANDLER_MS, clock: deps.core.clock, signal: undefined, late }, () =>
      callHandler(deps, event),
    );
  } catch (error) {
    const failures = event.failures + 1;
    const handler = event.body ? 'onAttention' : 'afterPaid';
    console.error(`hub-pay: order ${orderId}, payment ${requestId}: ${handler} failed, and is called again:`, error);
    await events.failed(db.query, key, failures, isoOf(now() + retryPause(failures)));
    return false;
  }
  // A process with `onAttention` can be down for longer than the event waits, and must still get it.
  const isOnlyWritten = event.body !== null && !deps.onAttention;
  await events[isOnlyWritten ? 'written' : 'told'](db.query, key, isoOf(now()));
  return true;
}

async function callHandler<T>({ checker, afterPaid, onAttention }: JobDeps<T>, event: ClaimedEvent): Promise<void> {
  const { key, orderId, requestId, body } = event;
  if (body) {
    if (onAttention) await onAttention(body);
    else console.error(lineOf(body));
    return;
  }
  const order = await checker.order(orderId);
  const payment = order?.payments.find((each) => each.requestId === requestId);
  if (order && payment) await afterPaid?.({ key, order, payment });
}

/** Renews a claim until the returned function is called, because a handler can take longer than a claim lasts. */
function renewing<T>({ core: { db, events, now, clock } }: JobDeps<T>, key: string): () => void {
  let timer: unknown;
  const renew = (): void => {
    timer = clock.setTimeout(() => {
      // A claim that cannot be renewed ends by itself.
      void events.renew(db.query, key, isoOf(now() + CLAIM_MS)).catch(() => undefined);
      renew();
    }, RENEW_MS);
  };
  renew();
  return () => clock.clearTimeout(timer);
}
