/** Decides the status of a payment by what was found. If its money has arrived, usually takes the keys of the delivery. */
import { transactionKey } from '../../delivery.js';
import type { Query } from '../database/database.js';
import type { Store, StoredOrder, StoredPayment } from '../database/store.js';
import type { PaymentStatus } from '../types.js';
import type { Finding } from './find-payment.js';
import { FINDING_TRAITS } from './finding-traits.js';
import { TRAITS, wasPaid } from './status.js';

/** The payment and its order, which is locked. */
export type Locked = StoredOrder & { payment: StoredPayment };

/** Returns the next status of the payment. */
export async function nextStatus(store: Store, query: Query, locked: Locked, finding: Finding): Promise<PaymentStatus> {
  const { payment } = locked;
  const current = payment.status;
  const found = finding.status;
  // A person has accepted the payment for the order.
  if (payment.resolution?.accepted) return found === 'refunded' ? 'reversed' : current;
  // A person has decided about this money.
  if (payment.resolution && TRAITS[current].hasCome) return current;
  if (current === 'reversed') return current;
  if (TRAITS[current].hasCome && found !== 'delivered' && TRAITS[found].isOpen) return current;
  if (TRAITS[current].isKnown && found === 'stored') return current;
  if (current === 'paid') return found === 'refunded' ? 'reversed' : 'paid';
  if (found === 'refunded') return refundedStatus(store, query, locked, finding);
  if (found !== 'delivered' && !FINDING_TRAITS[found].takesDelivery) return found;
  return deliveredStatus(store, query, locked, finding);
}

/**
 * Decides about money that went back to the payer. Takes the payer's transactions as keys, so that none of them can pay
 * an order afterwards. A delivery that has taken one of them before contradicts the refund.
 */
async function refundedStatus(
  store: Store,
  query: Query,
  { payments, payment }: Locked,
  { facts }: Finding,
): Promise<PaymentStatus> {
  const owners = await store.takeDelivery(query, facts.sent, payment);
  const delivered = payments.filter((each) => each !== payment && each.delivery !== null && each.returnedAt === null);
  const isDelivered = delivered.some((each) => isSentBy(each, facts.sent));
  return isDelivered || owners.some(({ returnedAt }) => returnedAt === null) ? 'conflicting' : 'refunded';
}

/** Decides about money that has arrived at the recipient. */
async function deliveredStatus(
  store: Store,
  query: Query,
  { terms, payments, payment }: Locked,
  { status, facts }: Finding,
): Promise<PaymentStatus> {
  const { orderId } = payment;
  const owners = await store.takeDelivery(query, facts.keys, payment);
  const isReturned = payments.some(
    (each) => each.returnedAt !== null && (each === payment || isSentBy(each, facts.sent)),
  );
  if (isReturned || owners.some(({ returnedAt }) => returnedAt !== null)) return 'conflicting';
  if (owners.some((owner) => owner.orderId === orderId)) return 'same';
  if (owners.length > 0) return 'disputed';
  if (status !== 'delivered') return status;
  if (wasPaid(payments)) return 'second';
  const isLate = terms.expiresAt !== null && facts.sentAt !== null && facts.sentAt > Date.parse(terms.expiresAt);
  return isLate ? 'late' : 'paid';
}

/** True if the record of the payment names one of these transactions. */
const isSentBy = ({ transactions }: StoredPayment, sent: readonly string[]): boolean =>
  transactions.some((each) => sent.includes(transactionKey(each)));
