/** Records that a person has decided about a payment. */
import type { SettleDeps } from './settle.js';
import { DECIDABLE, orderStatusOf } from './status.js';
import { isoOf } from '../database/store.js';
import { wrongValue } from '../wrong-value.js';

/**
 * Ends the events of a payment, and frees the order that it held.
 * @throws HubPayError `config` if there is no such payment, or if nothing about it needs a person
 */
export async function resolvePayment<T>(
  { db, store, events, now }: SettleDeps<T>,
  requestId: string,
  note: string,
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
    if (!DECIDABLE.includes(payment.status)) {
      if (ended === 0)
        throw wrongValue('requestId', `is a payment with the status ${payment.status}: nobody needs to decide`);
      return;
    }
    await store.resolve(query, requestId, note, at);
    const after = before.map((each) => (each === payment ? { ...each, resolution: { at, note } } : each));
    await store.setOrder(query, terms.id, orderStatusOf(after, now()), terms.paidAt);
  });
}
