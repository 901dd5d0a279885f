/** Records that a person has decided about a payment. */
import type { SettleDeps } from './settle.js';
import { ACCEPTABLE, DECIDABLE, orderStatusOf } from './status.js';
import { isoOf } from '../database/store.js';
import { wrongValue } from '../wrong-value.js';
import { isRecord } from '../../../shared/text/patterns.js';

/**
 * Returns what the third argument of `resolve` decides.
 * @throws HubPayError `config` unless it is absent, or an object with nothing but `accepted`
 */
export function acceptedIn(decision: unknown): boolean {
  if (decision === undefined) return false;
  if (isRecord(decision) && Object.keys(decision).join() === 'accepted' && typeof decision['accepted'] === 'boolean')
    return decision['accepted'];
  throw wrongValue('decision', 'is not { accepted: true } or { accepted: false }');
}

/**
 * Ends the events of a payment. Frees the order that it held, or records that it has paid the order (`accepted`).
 * @throws HubPayError `config` if there is no such payment, if nothing about it needs a person, or if its status leaves
 *   nothing to accept
 */
export async function resolvePayment<T>(
  { db, store, events, now }: SettleDeps<T>,
  requestId: string,
  note: string,
  accepted: boolean,
): Promise<void> {
  if (typeof note !== 'string' || note.trim() === '') throw wrongValue('note', 'is no text: write what was decided');
  await db.transaction(async (query) => {
    const found = await store.payment(query, requestId);
    const terms = found && (await store.lockOrder(query, found.orderId));
    if (!found || !terms) throw wrongValue('requestId', 'is no stored payment');
    const before = await store.payments(query, found.orderId);
    const at = isoOf(now());
    const ended = await events.settle(query, requestId, null, at);
    const payment = before.find((each) => each.requestId === requestId) ?? found;
    if (accepted && !ACCEPTABLE.includes(payment.status))
      throw wrongValue('accepted', `is true, but a payment with the status ${payment.status} cannot be accepted`);
    if (!DECIDABLE.includes(payment.status)) {
      if (ended === 0)
        throw wrongValue('requestId', `is a payment with the status ${payment.status}: nobody needs to decide`);
      return;
    }
    const resolution = { at, note, accepted };
    await store.resolve(query, requestId, resolution);
    const after = before.map((each) => (each === payment ? { ...each, resolution } : each));
    const paidAt = terms.paidAt ?? (accepted ? at : null);
    await store.setOrder(query, terms.id, orderStatusOf(after, now()), paidAt);
  });
}
