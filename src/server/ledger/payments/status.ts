/** What the payments of an order mean for the order: its status, and whether the payer may start another payment. */
import type { LedgerPayment, OrderStatus, PaymentStatus } from '../types.js';

type Known = Pick<LedgerPayment, 'status' | 'resolution'> & {
  /** When the payment got its status: Unix time in milliseconds. */
  changedAt: number;
};

/**
 * How long a failed payment holds its order, in milliseconds. In this time, the service can still deliver it, or send
 * it back.
 */
const FAILED_HOLDS_MS = 24 * 3_600_000;

/** What a status of a payment means for the ledger. */
export type StatusTraits = {
  /** Nothing final is known, so the job verifies the payment often. */
  isOpen?: true;
  /**
   * The status of an order whose status only this payment decides. `paying`: the money may be on its way, or is being
   * confirmed. `review`: the merchant may have the money, or nobody knows where it is, so that a second payment could
   * be too much. `disputed`: the delivery belongs to another order, or the money went back after it had paid. A failed
   * payment has no such status, but leads to `review` for `FAILED_HOLDS_MS`.
   */
  order?: 'paying' | 'review' | 'disputed';
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
  /** As soon as a payment gets this status, a person is told by an event of the same name. */
  isTold?: true;
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
const CAME = { hasCome: true, isTold: true } as const;
const ASKED = { isOpen: true, isKnown: true } as const;

/** What each status means. */
export const TRAITS: Readonly<Record<PaymentStatus, StatusTraits>> = {
  stored: { isOpen: true, shown: null },
  pending: { ...ASKED, ...ACCEPTABLE, order: 'paying', shown: 'The payment may be on its way.' },
  confirming: {
    ...ASKED,
    ...ACCEPTABLE,
    order: 'paying',
    shown: 'The payment has arrived and is being confirmed.',
  },
  paid: { shown: 'The payment has paid the order.' },
  same: { hasCome: true, shown: 'The payment is the same as another one of this order.' },
  second: { ...CAME, ...DECIDABLE, shown: 'Another payment has already paid this order.' },
  late: { ...CAME, ...ACCEPTABLE, order: 'review', shown: 'The payment came after the order had expired.' },
  disputed: { ...CAME, ...ACCEPTABLE, order: 'disputed', shown: 'The shop must look at this payment.' },
  refunded: { isKnown: true, shown: 'The payment was sent back.' },
  reversed: {
    ...DECIDABLE,
    isTold: true,
    order: 'disputed',
    shown: 'The payment was sent back after it had arrived.',
  },
  failed: { ...ASKED, ...DECIDABLE, shown: 'The payment failed. The money can still arrive or return.' },
  short: { ...CAME, ...ACCEPTABLE, order: 'review', shown: 'Less than the amount of the order arrived.' },
  'other-token': { ...CAME, ...ACCEPTABLE, order: 'review', shown: 'Another token than that of the order arrived.' },
  wrong: { ...CAME, ...ACCEPTABLE, order: 'review', shown: 'The payment does not match the order.' },
  'too-old': { ...CAME, ...DECIDABLE, shown: 'The money was sent before this payment was started.' },
  unreadable: {
    ...ASKED,
    ...ACCEPTABLE,
    order: 'review',
    shown: 'The shop cannot see yet what has happened to this payment.',
  },
};

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
  const has = (...wanted: PaymentStatus[]): boolean => payments.some(({ status }) => wanted.includes(status));
  const waits = payments.filter(({ resolution }) => resolution === null);
  const holds = (wanted: OrderStatus): boolean => waits.some(({ status }) => TRAITS[status].order === wanted);
  if (has('paid') || payments.some(isAccepted)) return 'paid';
  if (holds('disputed')) return 'disputed';
  if (holds('review') || waits.some((each) => isFreshFailure(each, now))) return 'review';
  if (holds('paying')) return 'paying';
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

/**
 * True if the payments of an order allow the payer to start another one. The end of the order and the maximum number of
 * payments are checked elsewhere.
 */
export const takesPayment = (payments: readonly Known[], now: number): boolean =>
  !wasPaid(payments) && ['unpaid', 'refunded'].includes(orderStatusOf(payments, now));
