/** Records what was found about a payment: its status, the delivery that it takes, and what a person must look at. */
import { inTime } from '../../../shared/time/clock.js';
import { visibleText } from '../../../shared/text/visible-text.js';
import { attentionOf, FAILURES_TOLD } from '../attention.js';
import { Abandoned } from '../database/abandoned.js';
import type { Query } from '../database/database.js';
import { DIALECTS } from '../database/dialects.js';
import type { LedgerCore } from '../ledger-core.js';
import type { Finding } from './find-payment.js';
import { publicOrder, publicPayment } from './public-order.js';
import { nextStatus, type Decision, type Locked } from './next-status.js';
import { nextCheck, retryPause } from './schedule.js';
import { orderStatusOf, TRAITS, wasPaid } from './status.js';
import { isoOf, type StoredOrder, type StoredPayment } from '../database/store.js';
import type { AttentionKind } from '../attention-types.js';
import type { PaymentStatus } from '../types.js';

/**
 * How long `onPaid` may take, in milliseconds. Other processes wait for the order that its transaction has locked. If
 * the database is not `canAbandon`, a longer call only causes a line on the console.
 */
const ON_PAID_MS = 30_000;

/** `onPaid` has failed. Its transaction is undone, unless `canBePaid`: then `onPaid` can have committed it itself. */
class HandlerError extends Error {
  readonly canBePaid: boolean;

  constructor(cause: unknown, canBePaid: boolean) {
    super('onPaid failed', { cause });
    this.canBePaid = canBePaid;
  }
}

/**
 * An attempt to record a finding. `before` is the status that the payment had, or null before it is read. `isHandled`
 * is true after `onPaid` was called.
 */
type Attempt = { before: PaymentStatus | null; isHandled: boolean };

/**
 * Records a finding. The order is locked, so that two processes record one after the other. Resolves to the order as it
 * was written, or to null if there is no such payment.
 * @throws any error of the database; an error of `onPaid` is written to the console instead
 */
export async function settle<T>(
  core: LedgerCore<T>,
  requestId: string,
  orderId: string,
  finding: Finding,
): Promise<StoredOrder | null> {
  const attempt: Attempt = { before: null, isHandled: false };
  try {
    return await record(core, requestId, orderId, finding, attempt);
  } catch (error) {
    const { adviceOfGuard, isConstraint } = DIALECTS[core.db.dialect];
    // A constraint of the merchant's own tables can be checked only by the commit.
    const isBroken = attempt.isHandled && isConstraint(Object(error) as object);
    if (!(error instanceof HandlerError || error instanceof Abandoned || isBroken)) throw error;
    const canBePaid = error instanceof HandlerError && error.canBePaid;
    const so = canBePaid ? 'and has ended the transaction of the ledger' : 'so the order is not paid yet';
    const cause = (error as Error).cause ?? error;
    const advice = adviceOfGuard(Object(cause) as object);
    const told = advice === null ? '' : `. ${advice}`;
    console.error(`hub-pay: order ${orderId}, payment ${requestId}: onPaid failed, ${so}${told}:`, cause);
    const why = advice ?? textOfError(cause);
    return recordFailure(core, requestId, orderId, finding, { ...attempt, why, canBePaid });
  }
}

const record = <T>(
  core: LedgerCore<T>,
  requestId: string,
  orderId: string,
  finding: Finding,
  attempt: Attempt,
): Promise<StoredOrder | null> =>
  core.db.transaction(async (query, transaction) => {
    const locked = await lock(core, query, requestId, orderId);
    if (!locked) return null;
    attempt.before = locked.payment.status;
    const decision = await nextStatus(core, query, locked, finding);
    const { status } = decision;
    const after = await write(core, query, locked, finding, decision, 0);
    if (status !== 'paid' || locked.payment.status === 'paid') return after;
    // The event is added even if this process has no `afterPaid`, because another process of the merchant can have it.
    await core.events.addPaid(query, { requestId, orderId }, isoOf(core.now()));
    if (!core.onPaid) return after;
    const order = publicOrder(after, core.now());
    const { guard, unguard, canCommit } = DIALECTS[core.db.dialect];
    for (const statement of guard) await query(statement);
    attempt.isHandled = true;
    let failure: { cause: unknown } | null = null;
    try {
      await callOnPaid(core, async () => core.onPaid?.(order, publicPayment(after.payment), transaction));
    } catch (cause) {
      if (cause instanceof Abandoned) throw cause;
      failure = { cause };
    }
    try {
      // Detects a handler that has ended the transaction, or that has ignored the error of its own statement.
      // PostgreSQL would otherwise undo everything without reporting an error.
      for (const statement of unguard) await query(statement);
    } catch (error) {
      const ended = 'onPaid has ended the transaction of the ledger, or has ignored the error of a statement.';
      throw new HandlerError(failure ? failure.cause : new Error(ended, { cause: error }), canCommit);
    }
    if (failure) throw new HandlerError(failure.cause, false);
    return after;
  });

/**
 * Calls `onPaid`. If the database is `canAbandon`, waits for at most `ON_PAID_MS`.
 *
 * In any other database, a late handler could go on using the connection outside the transaction. So the ledger waits
 * until the handler ends, and writes to the console after `ON_PAID_MS`.
 * @throws Abandoned if `onPaid` takes too long for a database that is `canAbandon`; the error of `onPaid`
 */
async function callOnPaid<T>({ db, clock }: LedgerCore<T>, run: () => Promise<void>): Promise<void> {
  const late = (): Abandoned => new Abandoned(`onPaid has not ended after ${ON_PAID_MS / 1_000} seconds.`);
  if (db.canAbandon) return inTime({ ms: ON_PAID_MS, clock, signal: undefined, late }, run);
  const timer = clock.setTimeout(() => console.error('hub-pay: the ledger waits:', late()), ON_PAID_MS);
  try {
    await run();
  } finally {
    clock.clearTimeout(timer);
  }
}

/**
 * Records that `onPaid` has failed for a delivered payment, which is then `confirming`. After some failures in a row,
 * adds an event for a person. Records nothing if `isEnded`. But if `onPaid` can have committed the payment as `paid`
 * itself, adds an event, because nobody else knows that a part of `onPaid` can be missing.
 */
const recordFailure = <T>(
  core: LedgerCore<T>,
  requestId: string,
  orderId: string,
  finding: Finding,
  { before, why, canBePaid }: Attempt & { why: string; canBePaid: boolean },
): Promise<StoredOrder | null> =>
  core.db.transaction(async (query) => {
    const locked = await lock(core, query, requestId, orderId);
    if (!locked) return null;
    if (canBePaid && locked.payment.status === 'paid') {
      const told = { ...locked.payment, message: `The error: ${why}` };
      const event = attentionOf('handler-failed', locked.terms, told, isoOf(core.now()), core.registry);
      await core.events.addAttention(query, event, true);
    }
    if (isEnded(locked.payment, before)) return locked;
    const failures = locked.payment.failures + 1;
    const count = `${failures} ${failures === 1 ? 'time' : 'times'}`;
    const message = `onPaid has failed ${count}, and is tried again. The last error: ${why}`;
    return write(core, query, locked, { ...finding, message }, { status: 'confirming', contradiction: null }, failures);
  });

/** The maximum length of the text of an error that is stored, in characters, without the `…` at its end. */
const MOST_OF_ERROR = 300;

/** Writes an error of the merchant's own code on one line. */
function textOfError(error: unknown): string {
  const text = visibleText(error instanceof Error ? error.message || error.name : String(error));
  return text.length > MOST_OF_ERROR ? `${text.slice(0, MOST_OF_ERROR)}…` : text;
}

async function lock<T>(
  { store }: LedgerCore<T>,
  query: Query,
  requestId: string,
  orderId: string,
): Promise<Locked | null> {
  const terms = await store.lockOrder(query, orderId);
  const payments = terms ? await store.payments(query, orderId) : [];
  const payment = payments.find((each) => each.requestId === requestId);
  return terms && payment ? { terms, payments, payment } : null;
}

/** Writes the payment, the status of its order and the events. Returns what was written. */
async function write<T>(
  core: LedgerCore<T>,
  query: Query,
  { terms, payments, payment }: Locked,
  finding: Finding,
  { status, contradiction }: Decision,
  failures: number,
): Promise<Locked> {
  const { store, events } = core;
  const now = core.now();
  const hasChanged = status !== payment.status;
  // If the status stays, the values of a finding with another status are not recorded, unless it is `delivered`.
  const isNews = hasChanged || finding.status === status || finding.status === 'delivered';
  const { facts } = finding;
  const changed: StoredPayment = {
    ...payment,
    status,
    message: isNews ? finding.message : payment.message,
    delivery: (isNews ? facts.keys[0] : undefined) ?? payment.delivery,
    result: (isNews ? finding.payment : null) ?? payment.result,
    received: (isNews ? facts.received : null) ?? payment.received,
    paid: (isNews ? facts.paid : null) ?? payment.paid,
    payer: (isNews ? facts.payer : null) ?? payment.payer,
    transactions: isNews && facts.transactions.length > 0 ? facts.transactions : payment.transactions,
    deliveries: facts.keys.length > 0 ? facts.keys : payment.deliveries,
    returnedAt: payment.returnedAt ?? (finding.status === 'refunded' ? isoOf(now) : null),
    changedAt: hasChanged ? now : payment.changedAt,
    failures,
    checkedAt: isoOf(now),
    // A decision is only about the status that the payment had at that time.
    resolution: hasChanged ? null : payment.resolution,
  };
  // The service can still send the money of an accepted payment back, as that of a paid one.
  const isDecided = changed.resolution?.accepted === false && !TRAITS[status].isOpen;
  const next = isDecided ? null : failures > 0 ? now + retryPause(failures) : nextCheck(changed, now);
  await store.change(query, payment.requestId, { ...changed, nextCheckAt: next }, isoOf(now));
  const after = payments.map((each) => (each === payment ? changed : each));
  const paidAt = wasPaid(after) ? (terms.paidAt ?? isoOf(now)) : null;
  const orderStatus = orderStatusOf(after, now);
  if (orderStatus !== terms.status || paidAt !== terms.paidAt)
    await store.setOrder(query, terms.id, orderStatus, paidAt);
  const kind = contradiction === null ? attentionKind(changed, finding, now) : 'contradicted';
  // A stored payment has no event yet.
  if (hasChanged && payment.status !== 'stored') await events.close(query, payment.requestId, kind, isoOf(now));
  if (contradiction !== null || (kind !== null && changed.resolution === null)) {
    const told = contradiction === null ? changed : { ...changed, message: contradiction };
    const event = attentionOf(kind ?? 'contradicted', terms, told, isoOf(now), core.registry);
    // The payment keeps its status, so each verification finds the same contradiction again.
    await events.addAttention(query, event, contradiction === null);
  }
  return { terms: { ...terms, status: orderStatus, paidAt }, payments: after, payment: changed };
}

/**
 * True if a failure of `onPaid` is not recorded, because a person has decided about the payment, or because its status
 * is final and was not there before the attempt: another process has recorded it in the meantime. A payment that was,
 * for example, `short` can become `paid` when its record is corrected, and its failures count as those of any other.
 */
const isEnded = ({ status, resolution }: StoredPayment, before: PaymentStatus | null): boolean =>
  TRAITS[status].hasPaid === true ||
  resolution?.accepted === true ||
  (TRAITS[status].hasCome === true && (status !== before || resolution !== null));

/** Returns the kind of event that a person must look at because of the status, or null if there is none. */
function attentionKind(
  { status, changedAt, failures }: StoredPayment,
  finding: Finding,
  now: number,
): AttentionKind | null {
  if (failures >= FAILURES_TOLD) return 'handler-failed';
  const { tells, tellsAfterMs } = TRAITS[status];
  const isDue = tellsAfterMs === undefined || now - changedAt >= tellsAfterMs;
  return tells && (isDue || (finding.isTold && finding.status === status)) ? tells : null;
}
