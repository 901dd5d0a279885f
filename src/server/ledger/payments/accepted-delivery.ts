/** Takes the delivery of a payment that a person has accepted, so that it pays no further order. */
import { transactionKey } from '../../delivery.js';
import type { Query } from '../database/database.js';
import { isoOf, type StoredPayment } from '../database/store.js';
import type { LedgerCore } from '../ledger-core.js';
import { wasPaid } from './status.js';

/**
 * Takes the keys of the delivery for the accepted payment, and the transactions that its record names: a person can
 * accept a payment whose delivery the service does not report yet. If another order has taken one of the keys and is
 * not paid by it, the decision of the person counts more, so the key moves, and that payment is verified again.
 * @param keys the keys that the service reports now
 * @returns the payments that have paid another order by the same delivery, which keep its keys
 */
export async function takeAccepted<T>(
  { store, now }: LedgerCore<T>,
  query: Query,
  payment: StoredPayment,
  keys: readonly string[] = [],
): Promise<StoredPayment[]> {
  const { requestId, orderId, deliveries, transactions } = payment;
  const all = [...new Set([...keys, ...deliveries, ...transactions.map(transactionKey), requestId])];
  const owners = (await store.takeDelivery(query, all, payment)).filter((owner) => owner.orderId !== orderId);
  const paid = owners.filter((owner) => wasPaid([owner]));
  if (paid.length > 0 || owners.length === 0) return paid;
  await store.moveDelivery(query, all, payment);
  for (const owner of owners) await store.postpone(query, owner.requestId, isoOf(now()));
  return [];
}
