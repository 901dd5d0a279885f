/** What the payments of an order mean for the order: its status, and whether the payer may start another payment. */
import type { AttentionKind } from '../attention-types.js';
import type { LedgerPayment, OrderStatus, PaymentStatus } from '../types.js';

type Known = Pick<LedgerPayment, 'status' | 'resolution'> & {
  /** When the payment got its status: Unix time in milliseconds. */
  changedAt: number;
};

const HOUR_MS = 3_600_000;

/**
 * How long a failed payment holds its order, in milliseconds. In this time, the service can still deliver it, or send
 * it back. Afterwards, a person is told.
 */
const FAILED_HOLDS_MS = 24 * HOUR_MS;

/** What a status of a payment means for the ledger. */
export type StatusTraits = {
  /** Nothing final is known, so the job verifies the payment often. */
  isOpen?: true;
  /**
   * The status of an order whose status only this payment decides. `paying`: the money may be on its way, or is being
   * confirmed. `review`: the merchant may have the money, or nobody knows where it is, so that a second payment could
   * be too much. `disputed`: the delivery belongs to another order, or the money went back after it had paid.
   */
  order?: 'paying' | 'review' | 'disputed';
  /** How long the status leads to `review`, in milliseconds, if it has no `order`. */
  reviewMs?: number;
  /** The payment has paid its order, even if the money went back afterwards. */
  hasPaid?: true;
  /** The money went back to the payer. */
  wentBack?: true;
  /**
   * The payment was delivered, and neither waits nor has paid its order. A later record can correct the status, but
   * cannot make it open again, unless the correction pays the order and `onPaid` fails.
   */
  hasCome?: true;
  /**
   * The service has known the payment. If the service no longer knows the id, it can have answered from an older copy,
   * so the status stays.
   */
  isKnown?: true;
  /**
   * A person is told by an event of this kind: at once, or after `tellsAfterMs`. The status must be `isDecidable`,
   * because the event would otherwise come again after `resolve`.
   */
  tells?: AttentionKind;
  /** How long a payment must have this status before a person is told, in milliseconds. */
  tellsAfterMs?: number;
  /**
   * A person can decide about the payment. A payment that the decision does not accept no longer holds its order.
   */
  isDecidable?: true;
  /** The money can have arrived, so a person can accept the payment for its order. */
  isAcceptable?: true;
  /**
   * What a visitor may read, or null for nothing. The ledger's own message can contain addresses and internal errors.
   */
  shown: string | null;
};

const DECIDABLE = { isDecidable: true } as const;
const ACCEPTABLE = { isDecidable: true, isAcceptable: true } as const;
const HELD = { ...ACCEPTABLE, hasCome: true, order: 'review' } as const;
const ASKED = { isOpen: true, isKnown: true } as const;

/** What each status means. */
export const TRAITS: Readonly<Record<PaymentStatus, StatusTraits>> = {
  stored: { isOpen: true, shown: null },
  pending: {
    ...ASKED,
    ...ACCEPTABLE,
    order: 'paying',
    tells: 'unreadable',
    tellsAfterMs: 24 * HOUR_MS,
    shown: 'The payment may be on its way.',
  },
  confirming: {
    ...ASKED,
    ...ACCEPTABLE,
    order: 'paying',
    tells: 'unreadable',
    tellsAfterMs: HOUR_MS,
    shown: 'The payment has arrived and is being confirmed.',
  },
  paid: { hasPaid: true, shown: 'The payment has paid the order.' },
  same: { hasCome: true, shown: 'The payment is the same as another one of this order.' },
  second: { ...DECIDABLE, hasCome: true, tells: 'second', shown: 'Another payment has already paid this order.' },
  conflicting: { ...HELD, tells: 'conflicting', shown: 'The shop must look at this payment.' },
  late: { ...HELD, tells: 'late', shown: 'The payment came after the order had expired.' },
  disputed: { ...HELD, order: 'disputed', tells: 'disputed', shown: 'The shop must look at this payment.' },
  refunded: { isKnown: true, wentBack: true, shown: 'The payment was sent back.' },
  reversed: {
    ...DECIDABLE,
    hasPaid: true,
    wentBack: true,
    order: 'disputed',
    tells: 'reversed',
    shown: 'The payment was sent back after it had arrived.',
  },
  failed: {
    ...ASKED,
    ...DECIDABLE,
    reviewMs: FAILED_HOLDS_MS,
    tells: 'failed',
    tellsAfterMs: FAILED_HOLDS_MS,
    shown: 'The payment failed. The money can still arrive or return.',
  },
  short: {
    ...HELD,
    tells: 'short',
    shown: 'Less than the amount of the order arrived.',
  },
  'other-token': {
    ...HELD,
    tells: 'other-token',
    shown: 'Another token than that of the order arrived.',
  },
  wrong: { ...HELD, tells: 'wrong', shown: 'The payment does not match the order.' },
  'too-old': {
    ...DECIDABLE,
    hasCome: true,
    tells: 'too-old',
    shown: 'The money was sent before this payment was started.',
  },
  unreadable: {
    ...ASKED,
    ...ACCEPTABLE,
    order: 'review',
    tells: 'unreadable',
    tellsAfterMs: HOUR_MS,
    shown: 'The shop cannot see yet what has happened to this payment.',
  },
};

/** True for a status that this version of the package knows. A newer one can have written another into the database. */
export const isPaymentStatus = (status: unknown): status is PaymentStatus =>
  typeof status === 'string' && Object.hasOwn(TRAITS, status);

/** How long an id that the service does not know counts as one that can still pay its order, in milliseconds. */
const COUNTS_MS = 7 * 24 * 3_600_000;

/**
 * True if the payment is open, so that it can still pay its order. An id that the service does not know counts only for
 * a week.
 */
export const canStillPay = ({ status, storedAt }: Pick<LedgerPayment, 'status' | 'storedAt'>, now: number): boolean =>
  TRAITS[status].isOpen === true && (status !== 'stored' || now - Date.parse(storedAt) < COUNTS_MS);

/** Returns the status of an order with these payments. */
export function orderStatusOf(payments: readonly Known[], now: number): OrderStatus {
  const waits = payments.filter(({ resolution }) => resolution === null);
  const holds = (wanted: OrderStatus): boolean => waits.some(({ status }) => TRAITS[status].order === wanted);
  if (payments.some((each) => each.status === 'paid' || isAccepted(each))) return 'paid';
  if (holds('disputed')) return 'disputed';
  if (holds('review') || waits.some((each) => isInReview(each, now))) return 'review';
  if (holds('paying')) return 'paying';
  return payments.some(({ status }) => TRAITS[status].wentBack) ? 'refunded' : 'unpaid';
}

function isInReview({ status, changedAt }: Known, now: number): boolean {
  const { reviewMs } = TRAITS[status];
  return reviewMs !== undefined && now - changedAt < reviewMs;
}

const isAccepted = ({ resolution }: Pick<Known, 'resolution'>): boolean => resolution?.accepted === true;

/**
 * True if a payment has paid the order, also by a person's decision, and even if the service has sent the money back
 * later. Such an order is never paid again, because it may have been shipped.
 */
export const wasPaid = (payments: readonly Pick<Known, 'status' | 'resolution'>[]): boolean =>
  payments.some((each) => TRAITS[each.status].hasPaid === true || isAccepted(each));

/**
 * True if the payments of an order allow the payer to start another one. The end of the order and the maximum number of
 * payments are checked elsewhere.
 */
export const takesPayment = (payments: readonly Known[], now: number): boolean =>
  !wasPaid(payments) && ['unpaid', 'refunded'].includes(orderStatusOf(payments, now));
