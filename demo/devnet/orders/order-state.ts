/** The service's data: every quoted order and its status. */

import type { Address, Hex } from 'viem';
import type { AmountObject } from './currencies.js';
import type { SignatureData } from './quote-answer.js';
import type { SponsorPayment, SponsorshipDetail } from './sponsorship.js';
import type { DestinationCall } from './quote-fields.js';

export const STATUSES = ['waiting', 'depositing', 'pending', 'success', 'failure', 'refund'] as const;
export type Status = (typeof STATUSES)[number];

/** A deposit that the solver detected on a chain. `amount` is in the smallest unit of `currency`. */
export interface Deposit {
  /** The value is set if the solver holds the money. Otherwise, the depository contract holds the money. */
  readonly heldBy?: 'solver';
  readonly orderId: Hex;
  readonly chainId: number;
  readonly currency: string;
  readonly amount: bigint;
  readonly hash: string;
  readonly block: bigint;
}

/** A payment by the solver. `amount` is in the smallest unit of `currency`. */
export interface Payout {
  readonly chainId: number;
  readonly currency: string;
  readonly recipient: string;
  readonly amount: bigint;
}

/**
 * A `strict` deposit address accepts one payment of the exact amount. An `open` deposit address accepts any number of
 * payments of any amount. Each payment to an open address has its own request.
 */
export interface DepositAddress {
  readonly address: string;
  readonly type: 'open' | 'strict';
  /** For an open address, returns the output for this input. Returns 0 if the input does not cover the fees. */
  readonly outputOf: (input: bigint) => bigint;
}

/**
 * A payment without a depository event. The solver recognizes it by `from`, `to`, `data` and `value`. All strings are
 * in lower case.
 */
export interface PlainPayment {
  readonly from: string;
  readonly to: string;
  readonly data: string;
  readonly value: bigint;
  readonly completes: boolean;
}

/**
 * A permit. `data` is the typed data that the payer signs. `use` builds the solver's transaction that uses the
 * signature.
 */
export interface OrderPermit {
  readonly data: SignatureData;
  use(signature: Hex): { to: Address; data: Hex };
  /** The value is true if the permit sends the tokens to the solver. Such a payment emits no depository event. */
  readonly toSolver: boolean;
}

/** A request with its quote and its history. */
export interface Order {
  readonly requestId: Hex;
  /** Id in the deposit event. The quote contains this id as `protocol.v2.orderId`. */
  readonly orderId: Hex;
  readonly origin: { chainId: number; currency: string; amount: bigint; user: string; refundTo: string };
  readonly destination: {
    chainId: number;
    currency: string;
    amount: bigint;
    recipient: string;
    /** Calls that the fill makes. If a call fails, the whole fill reverts. */
    calls?: readonly DestinationCall[];
  };
  /** Additional payouts after the fill: the gas top-up for the recipient, and app fees. */
  readonly also?: readonly Payout[];
  /** The payment that the sponsor makes after the fill. */
  readonly sponsorPayment?: SponsorPayment | null;
  /**
   * The value is set if the payer's transaction emits no depository event. If `completes` is true, this transaction
   * already pays the recipient. Otherwise, the transaction is a plain transfer, and the solver must fill the order.
   */
  readonly plain?: PlainPayment;
  /** The value is set if the payer signs a permit for the payment. */
  readonly permit?: OrderPermit;
  /** The value is set if the payer pays to a deposit address, and not to the depository. */
  readonly depositAddress?: DepositAddress;
  /** Unix time in milliseconds. After this time, the solver refunds a deposit. */
  readonly deadline: number;
  readonly createdAt: number;
  /** Parts of the quote that the request history shows. */
  readonly quoted: {
    details: { currencyIn: AmountObject; currencyOut: AmountObject; rate: string; route: unknown };
    fees: Readonly<Record<string, AmountObject>>;
    orderData: unknown;
    feeSponsorship?: { quoted: SponsorshipDetail; actual: SponsorshipDetail };
    referrer?: string;
    apiKey?: string;
  };
  /**
   * Request id of the paid order. The value is set if this request only refunds an additional deposit of that order.
   */
  readonly parentId?: Hex;
  readonly history: readonly Status[];
  readonly deposits: readonly Deposit[];
  /** Transactions of the fill or of the refund. */
  readonly payouts: readonly { chainId: number; hash: string }[];
  readonly updatedAt: number;
  readonly failReason?: string;
  readonly refundFailReason?: string;
}

export interface State {
  add(order: Omit<Order, 'history' | 'deposits' | 'payouts' | 'updatedAt'>, status?: Status): Order;
  /** Adds a status to an order. `more` contains the other members that change at the same time. */
  move(requestId: Hex, status: Status, more?: Partial<Pick<Order, OrderProgress>>): Order;
  /** Sets the amounts of a request at an open deposit address. These amounts depend on the deposit. */
  reprice(requestId: Hex, amounts: Pick<Order, 'origin' | 'destination' | 'quoted'>): Order;
  /** Finds the first request of a deposit address. */
  byDepositAddress(address: string): Order | undefined;
  byRequestId(id: string): Order | undefined;
  byOrderId(id: string): Order | undefined;
  /** Finds the orders that this transaction can pay, oldest first. */
  byPayment(transaction: Omit<PlainPayment, 'completes'>): Order[];
  all(): Order[];
  /** Calls `listener` after each status change of an order. */
  onMove(listener: (order: Order) => void): void;
}
type OrderProgress = 'deposits' | 'payouts' | 'failReason' | 'refundFailReason';

export function createState(now: () => number = Date.now): State {
  const orders = new Map<string, Order>();
  const requestIds = new Map<string, Hex>();
  const addresses = new Map<string, Hex>();
  const listeners: ((order: Order) => void)[] = [];
  return {
    add(order, status = 'waiting') {
      const added: Order = { ...order, history: [status], deposits: [], payouts: [], updatedAt: order.createdAt };
      orders.set(order.requestId, added);
      if (!order.parentId) requestIds.set(order.orderId, order.requestId);
      const { address } = order.depositAddress ?? {};
      if (address !== undefined && !addresses.has(address)) addresses.set(address, order.requestId);
      return added;
    },
    move(requestId, status, more = {}) {
      const before = orders.get(requestId);
      if (!before) throw new Error(`The order ${requestId} does not exist`);
      const updatedAt = Math.max(now(), before.updatedAt + 1);
      const after: Order = { ...before, ...more, history: [...before.history, status], updatedAt };
      orders.set(requestId, after);
      for (const listener of listeners) listener(after);
      return after;
    },
    reprice(requestId, amounts) {
      const after: Order = { ...orders.get(requestId)!, ...amounts };
      orders.set(requestId, after);
      return after;
    },
    byDepositAddress: (address) => orders.get(addresses.get(address.toLowerCase()) ?? ''),
    byRequestId: (id) => orders.get(id.toLowerCase()),
    byOrderId: (id) => orders.get(requestIds.get(id.toLowerCase()) ?? ''),
    byPayment: ({ from, to, data, value }) =>
      [...orders.values()].filter(
        ({ plain }) => plain?.from === from && plain.to === to && plain.data === data && plain.value === value,
      ),
    all: () => [...orders.values()],
    onMove: (listener) => void listeners.push(listener),
  };
}

export function statusOf(order: Order): Status {
  return order.history.at(-1)!;
}
