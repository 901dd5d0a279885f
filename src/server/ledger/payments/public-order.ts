/** Shows what is stored about an order as the merchant sees it. */
import type { StoredOrder, StoredPayment } from '../database/store.js';
import type { LedgerOrder, LedgerPayment } from '../types.js';
import { orderStatusOf } from './status.js';

/** Returns the order as the merchant sees it. */
export function publicOrder({ terms, payments }: StoredOrder, now: number): LedgerOrder {
  // The status can change as time passes, so the value in the table can be outdated.
  return { ...terms, status: orderStatusOf(payments, now), payments: payments.map(publicPayment) };
}

/** Returns the payment as the merchant sees it. */
export function publicPayment(payment: StoredPayment): LedgerPayment {
  const { changedAt: _, failures: __, transactions: ___, returnedAt: ____, deliveries: _____, ...shown } = payment;
  return shown;
}
