/** Records that a person has decided about a payment. */
import type { LedgerCore } from '../ledger-core.js';
import { takeAccepted } from './accepted-delivery.js';
import { nextCheck } from './schedule.js';
import { orderStatusOf, TRAITS, wasPaid } from './status.js';
import type { Query } from '../database/database.js';
import { isoOf } from '../database/store.js';
import { isRecord } from '../../../shared/text/patterns.js';
import { flag } from '../../../shared/validation.js';
import { problemOf, type BodyShape } from '../../../api/requests/checks.js';
import { config, textOf } from '../../../errors.js';

type Decision = { accepted: boolean };

const shape: BodyShape<Decision> = {
  name: 'a decision, which is { accepted: true } or { accepted: false }',
  checks: { accepted: flag },
  needed: ['accepted'],
  rules: [],
};

/**
 * Returns what the third argument of `resolve` decides.
 * @throws HubPayError `config` unless it is absent, or an object with no other member than a boolean `accepted`
 */
export function acceptedIn(decision: unknown): boolean {
  if (decision === undefined) return false;
  if (!isRecord(decision)) throw config('decision', 'is not { accepted: true } or { accepted: false }');
  const problem = problemOf(decision as Decision, shape);
  if (problem) throw config(`decision.${problem.field}`, textOf(problem.message));
  return (decision as Decision).accepted;
}

/**
 * Ends the events about a payment that need a person. If the status of the payment is `isDecidable`, also records the
 * decision. This frees the order that the payment held, or makes it the one that has paid the order (`accepted`).
 * @param transaction the merchant's own open transaction. Default: one of the ledger
 * @throws HubPayError `config` if there is no such payment, if `note` is empty, or if the payment has no open event and
 *   its status is not `isDecidable`; if `accepted` is true, also if its status leaves nothing to accept, if another
 *   payment has paid the order, or if its delivery has paid another order and it is not `disputed`
 */
export async function resolvePayment<T>(
  core: LedgerCore<T>,
  requestId: string,
  note: string,
  accepted: boolean,
  transaction?: T,
): Promise<void> {
  const { db, store, events, now } = core;
  if (typeof note !== 'string' || note.trim() === '') throw config('note', 'is no text: write what was decided');
  const record = async (query: Query): Promise<void> => {
    const found = await store.payment(query, requestId);
    const terms = found && (await store.lockOrder(query, found.orderId));
    if (!found || !terms) throw config('requestId', 'is no stored payment');
    const before = await store.lockPayments(query, found.orderId);
    const payment = before.find((each) => each.requestId === requestId) ?? found;
    if (accepted && !TRAITS[payment.status].isAcceptable)
      throw config('accepted', `is true, but a payment with the status ${payment.status} cannot be accepted`);
    const others = before.filter((each) => each !== payment);
    if (accepted && wasPaid(others))
      throw config(
        'accepted',
        'is true, but another payment has paid the order, even if its money went back since: leave it out',
      );
    // The person has been told that another order has taken the delivery, or stays with an earlier decision.
    const isKnown = payment.status === 'disputed' || payment.resolution?.accepted === true;
    const [owner] = accepted ? await takeAccepted(core, query, payment) : [];
    if (owner && !isKnown)
      throw config('accepted', `is true, but the same delivery has paid the order "${owner.orderId}"`);
    const at = isoOf(now());
    // After every refusal above, because the merchant's own transaction can catch the error and commit.
    const ended = await events.close(query, requestId, null, at);
    if (!TRAITS[payment.status].isDecidable) {
      if (ended === 0)
        throw config('requestId', `is a payment with the status ${payment.status}: nobody needs to decide`);
      return;
    }
    const resolution = { at, note, accepted };
    await store.resolve(query, requestId, resolution);
    const next = accepted ? nextCheck({ ...payment, resolution }, now()) : null;
    if (next !== null) await store.postpone(query, requestId, isoOf(next));
    const after = before.map((each) => (each === payment ? { ...each, resolution } : each));
    const paidAt = wasPaid(after) ? (terms.paidAt ?? at) : null;
    await store.setOrder(query, terms.id, orderStatusOf(after, now()), paidAt);
    // The advice about another late payment offers to accept it, which is no longer possible. The next verification
    // makes it a `second` payment. Without this acceptance, a second payment may be the one that pays the order.
    const isTakenBack = payment.resolution?.accepted === true && !accepted;
    const outdated = accepted ? 'late' : isTakenBack ? 'second' : null;
    for (const each of others)
      if (each.status === outdated && each.resolution === null) await store.postpone(query, each.requestId, at);
  };
  await (transaction === undefined ? db.transaction(record) : record(db.within(transaction)));
}
