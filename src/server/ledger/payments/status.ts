/** What the payments of an order mean for the order: its status, and whether the payer may start another payment. */
import type { LedgerPayment, OrderStatus, PaymentStatus } from '../types.js';

type Known = Pick<LedgerPayment, 'status' | 'resolution'> & {
  /** When the payment got its status: Unix time in milliseconds. */
  changedAt: number;
};

/** How long a failed payment holds its order: the service can still deliver it, or send it back. */
const FAILED_HOLDS_MS = 24 * 3_600_000;

/** The money may be with the merchant, or nobody knows where it is, so a second payment could be too much. */
const HELD: readonly PaymentStatus[] = ['short', 'other-token', 'wrong', 'late', 'unreadable'];

/** The money is on its way, or has arrived. */
const UNDER_WAY: readonly PaymentStatus[] = ['pending', 'confirming'];

/** The statuses of a payment of which nothing final is known, so that the job asks for it often. */
export const OPEN: readonly PaymentStatus[] = ['stored', 'pending', 'confirming', 'unreadable', 'failed'];

/** The payments about which a person can decide. The decision frees the order, unless it was paid before. */
export const DECIDABLE: readonly PaymentStatus[] = [
  ...HELD,
  ...UNDER_WAY,
  'failed',
  'too-old',
  'second',
  'disputed',
  'reversed',
];

/** The payments whose money can have come, so that a person can take it for the order. */
export const ACCEPTABLE: readonly PaymentStatus[] = [...HELD, ...UNDER_WAY, 'disputed'];

/** For how long an id that the service does not know counts as one that can still pay its order. */
const COUNTS_MS = 7 * 24 * 3_600_000;

/** True if the payment can still become `paid`, as far as the payer of an order must wait for it. */
export const canStillPay = ({ status, storedAt }: Pick<LedgerPayment, 'status' | 'storedAt'>, now: number): boolean =>
  OPEN.includes(status) && (status !== 'stored' || now - Date.parse(storedAt) < COUNTS_MS);

/** Returns the status of an order with these payments. */
export function orderStatusOf(payments: readonly Known[], now: number): OrderStatus {
  const has = (...wanted: PaymentStatus[]): boolean => payments.some(({ status }) => wanted.includes(status));
  const waits = payments.filter(({ resolution }) => resolution === null);
  const holds = (...wanted: PaymentStatus[]): boolean => waits.some(({ status }) => wanted.includes(status));
  if (has('paid') || payments.some(isAccepted)) return 'paid';
  if (holds('reversed', 'disputed')) return 'disputed';
  if (holds(...HELD) || waits.some((each) => isFreshFailure(each, now))) return 'review';
  if (holds(...UNDER_WAY)) return 'paying';
  return has('refunded', 'reversed') ? 'refunded' : 'unpaid';
}

const isFreshFailure = ({ status, changedAt }: Known, now: number): boolean =>
  status === 'failed' && now - changedAt < FAILED_HOLDS_MS;

const isAccepted = ({ resolution }: Pick<Known, 'resolution'>): boolean => resolution?.accepted === true;

/**
 * True if a payment has paid the order, also by a person's decision, and even if the service has sent the money back
 * later. Such an order is never paid again, because it may have been shipped.
 */
export const wasPaid = (payments: readonly Pick<Known, 'status' | 'resolution'>[]): boolean =>
  payments.some((each) => each.status === 'paid' || each.status === 'reversed' || isAccepted(each));

/** True if the payer may start another payment of an order with these payments. */
export const takesPayment = (payments: readonly Known[], now: number): boolean =>
  !wasPaid(payments) && ['unpaid', 'refunded'].includes(orderStatusOf(payments, now));
