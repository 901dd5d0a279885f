/** What the service knows in one run: every quoted order and what became of it. */

import type { Address, Hex } from 'viem';
import type { AmountObject } from './currencies.js';
import type { SignatureData } from './service/quote-answer.js';
import type { SponsorPayment, SponsorshipDetail } from './service/sponsorship.js';
import type { Call } from './service/quote-fields.js';

/** service.md "States and transitions". */
export const STATUSES = ['waiting', 'depositing', 'pending', 'success', 'failure', 'refund'] as const;
export type Status = (typeof STATUSES)[number];

/** A deposit that was seen on a chain; `amount` in the smallest unit of `currency`. */
export interface Deposit {
  /** Where it lies, if not in the depository. */
  readonly heldBy?: 'solver';
  readonly orderId: Hex;
  readonly chainId: number;
  readonly currency: string;
  readonly amount: bigint;
  readonly hash: string;
  readonly block: bigint;
}

/** Money that the solver gives to somebody; `amount` in the smallest unit of `currency`. */
export interface Payout {
  readonly chainId: number;
  readonly currency: string;
  readonly recipient: string;
  readonly amount: bigint;
}

/** Where a request is paid to without calldata: `strict` takes one exact payment, `open` any, each on its own. */
export interface DepositAddress {
  readonly address: string;
  readonly type: 'open' | 'strict';
  /** What an open one pays out for so much; 0 for what does not cover the fees. */
  readonly outputOf: (input: bigint) => bigint;
}

/** Told apart by its content: `to` and `data` in lower case. */
export interface PlainPayment {
  readonly from: string;
  readonly to: string;
  readonly data: string;
  readonly value: bigint;
  readonly completes: boolean;
}

/** A signature's typed data, and the solver's transaction that uses it. */
export interface Permit {
  readonly data: SignatureData;
  use(signature: Hex): { to: Address; data: Hex };
  /** It brings the money to the solver itself, so that no event of the depository tells of it. */
  readonly toSolver: boolean;
}

/** One request: what was quoted, and its life so far. */
export interface Order {
  readonly requestId: Hex;
  /** What a deposit carries: `protocol.v2.orderId`. */
  readonly orderId: Hex;
  readonly origin: { chainId: number; currency: string; amount: bigint; user: string; refundTo: string };
  readonly destination: {
    chainId: number;
    currency: string;
    amount: bigint;
    recipient: string;
    /** Made in the fill's own transaction: all of it, or nothing. */
    calls?: readonly Call[];
  };
  /** What is paid out beside the fill: gas for the recipient, the page's own fees. */
  readonly also?: readonly Payout[];
  /** What a sponsor pays for it once it is filled. */
  readonly sponsorPayment?: SponsorPayment | null;
  /**
   * The transaction that pays without an event of the depository. `completes`: it delivers by itself, so that nothing
   * is left to fill; else it is a plain transfer, to the depository or to the solver's own account.
   */
  readonly plain?: PlainPayment;
  /** What the payer is to sign instead of sending anything. */
  readonly permit?: Permit;
  /** Where it is to be paid, if not into the depository. */
  readonly depositAddress?: DepositAddress;
  /** Milliseconds; a deposit seen later is refunded. */
  readonly deadline: number;
  readonly createdAt: number;
  /** What the request history shows of the quote. */
  readonly quoted: {
    details: { currencyIn: AmountObject; currencyOut: AmountObject; rate: string; route: unknown };
    fees: Readonly<Record<string, AmountObject>>;
    orderData: unknown;
    feeSponsorship?: { quoted: SponsorshipDetail; actual: SponsorshipDetail };
    referrer?: string;
    apiKey?: string;
  };
  /** Set on the refund of what came beside a payment: the request that was paid. */
  readonly parentId?: Hex;
  readonly history: readonly Status[];
  readonly deposits: readonly Deposit[];
  /** Fills, or the refund. */
  readonly payouts: readonly { chainId: number; hash: string }[];
  readonly updatedAt: number;
  readonly failReason?: string;
  readonly refundFailReason?: string;
}

export interface State {
  add(order: Omit<Order, 'history' | 'deposits' | 'payouts' | 'updatedAt'>, status?: Status): Order;
  /** The next station of an order; `more` is what became known with it. */
  move(requestId: Hex, status: Status, more?: Partial<Pick<Order, Outcome>>): Order;
  /** Of a request at an open deposit address the amounts are known with the deposit. */
  reprice(requestId: Hex, amounts: Pick<Order, 'origin' | 'destination' | 'quoted'>): Order;
  /** The first request of a deposit address. */
  byDepositAddress(address: string): Order | undefined;
  byRequestId(id: string): Order | undefined;
  byOrderId(id: string): Order | undefined;
  /** The orders that such a transaction may pay, oldest first. */
  byPayment(transaction: Omit<PlainPayment, 'completes'>): Order[];
  all(): Order[];
  /** Tells each order that reaches another station. */
  onMove(listener: (order: Order) => void): void;
}
type Outcome = 'deposits' | 'payouts' | 'failReason' | 'refundFailReason';

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
      if (!before) throw new Error(`no order ${requestId}`);
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
