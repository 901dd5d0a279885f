/** Decides the status of a payment by what was found. If its money has arrived, usually takes its delivery. */
import { transactionKey } from '../../delivery.js';
import type { Query } from '../database/database.js';
import type { LedgerCore } from '../ledger-core.js';
import { takeAccepted } from './accepted-delivery.js';
import type { Store, StoredOrder, StoredPayment } from '../database/store.js';
import type { PaymentStatus } from '../types.js';
import type { Finding } from './find-payment.js';
import { FINDING_TRAITS } from './finding-traits.js';
import { TRAITS, wasPaid } from './status.js';

/** The payment and its order, which is locked. */
export type Locked = StoredOrder & { payment: StoredPayment };

/**
 * The next status of the payment. `contradiction` is what now speaks against a payment that has paid its order, and
 * null if nothing does, or if the status says it.
 */
export type Decision = { status: PaymentStatus; contradiction: string | null };

/** Decides the next status of the payment. */
export async function nextStatus<T>(
  core: LedgerCore<T>,
  query: Query,
  locked: Locked,
  finding: Finding,
): Promise<Decision> {
  const { payment } = locked;
  if (payment.resolution?.accepted) return acceptedStatus(core, query, payment, finding);
  const status = await undecidedStatus(core.store, query, locked, finding);
  if (payment.status !== 'paid' || status !== 'paid') return { status, contradiction: null };
  // The service can name a further transfer of this delivery later.
  const owners = await core.store.takeDelivery(query, finding.facts.keys, payment);
  const owner = owners.find(({ orderId }) => orderId !== payment.orderId);
  if (owner) return { status, contradiction: `The order ${owner.orderId} has taken a part of the same delivery.` };
  return { status, contradiction: contradictsPaid(finding) ? whatSays(finding) : null };
}

/** Decides about a payment that a person has accepted for the order. */
async function acceptedStatus<T>(
  core: LedgerCore<T>,
  query: Query,
  payment: StoredPayment,
  finding: Finding,
): Promise<Decision> {
  const { status } = payment;
  if (finding.status === 'refunded') return { status: 'reversed', contradiction: null };
  const paidBefore = await takeAccepted(core, query, payment, finding.facts.keys);
  // A person has accepted a `disputed` payment although another order has taken its delivery.
  const [owner] = status === 'disputed' ? [] : paidBefore;
  if (owner) return { status, contradiction: `The order ${owner.orderId} has been paid by the same delivery.` };
  const isNew = finding.status !== status && contradictsPaid(finding);
  return { status, contradiction: isNew ? whatSays(finding) : null };
}

const contradictsPaid = ({ status }: Finding): boolean =>
  status !== 'delivered' && FINDING_TRAITS[status].contradictsPaid;

const whatSays = ({ message }: Finding): string => `It says: ${message ?? 'nothing more.'}`;

async function undecidedStatus(store: Store, query: Query, locked: Locked, finding: Finding): Promise<PaymentStatus> {
  const { payment } = locked;
  const current = payment.status;
  const found = finding.status;
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
