/** What the payments of an order mean for the order: its status, and whether the payer may start another payment. */
import type { LedgerPayment, OrderStatus, PaymentStatus } from '../types.js';

type Known = Pick<LedgerPayment, 'status' | 'resolution'> & {
  /** When the payment got its status: Unix time in milliseconds. */
  changedAt: number;
};

/** How long a failed payment holds its order: the service can still deliver it, or send it back. */
const FAILED_HOLDS_MS = 24 * 3_600_000;

/** What a status of a payment means for the ledger. */
export type StatusTraits = {
  /** Nothing final is known, so the job asks often. */
  isOpen?: true;
  /**
   * The status of an order that only this payment decides: `paying` while the money is on its way or has arrived,
   * `review` if it may be with the merchant or nobody knows where it is, so that a second payment could be too much.
   */
  order?: 'paying' | 'review' | 'disputed';
  /** A later record can still correct it, but it cannot make the money unknown. */
  hasCome?: true;
  /** The service can answer from an older copy, so an id that it does not know is no news. */
  isKnown?: true;
  /** A person is told as soon as a payment gets it, by an event of the same name. */
  isTold?: true;
  /** A person can decide about it. The decision frees the order, unless it was paid before. */
  isDecidable?: true;
  /** Its money can have come, so a person can take it for the order. */
  isAcceptable?: true;
  /** What a visitor may read. The ledger's own message can name addresses and internal errors. */
  shown: string | null;
};

const DECIDABLE = { isDecidable: true } as const;
const ACCEPTABLE = { isDecidable: true, isAcceptable: true } as const;
const CAME = { hasCome: true, isTold: true } as const;
const ASKED = { isOpen: true, isKnown: true } as const;

/** What each status means. */
export const TRAITS: Readonly<Record<PaymentStatus, StatusTraits>> = {
  stored: { isOpen: true, shown: null },
  pending: { ...ASKED, ...ACCEPTABLE, order: 'paying', shown: 'The payment is on its way.' },
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

/** For how long an id that the service does not know counts as one that can still pay its order. */
const COUNTS_MS = 7 * 24 * 3_600_000;

/** True if the payment can still become `paid`, as far as the payer of an order must wait for it. */
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

/** True if the payer may start another payment of an order with these payments. */
export const takesPayment = (payments: readonly Known[], now: number): boolean =>
  !wasPaid(payments) && ['unpaid', 'refunded'].includes(orderStatusOf(payments, now));
