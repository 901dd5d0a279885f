/** The types of the ledger: its options, its orders and payments, and what it tells the merchant. */
import type { Clock } from '../../shared/time/clock.js';
import type { PaymentResult, Registry, TokenAmount, TransactionRef } from '../../types.js';
import type { LedgerDatabase } from './database/database.js';

/**
 * What has happened to an order:
 * - `unpaid`: no payment pays or holds the order. The payer can pay.
 * - `paying`: a payment is on its way, or waits for finality.
 * - `paid`: exactly one payment has paid the order.
 * - `refunded`: the service has sent the money back. If the order was never paid, the payer can pay again.
 * - `review`: money has come that does not match, or nobody knows where it is. A person decides.
 * - `disputed`: the delivery has paid another order, or the service has sent a paid order's money back. A person
 * decides.
 */
export type OrderStatus = 'unpaid' | 'paying' | 'paid' | 'refunded' | 'review' | 'disputed';

/**
 * What has happened to a payment:
 * - `stored`: the service does not know it yet, for example because the payer has not approved the prompt.
 * - `pending`: the payer has sent it, and it is not delivered.
 * - `confirming`: it is delivered. The ledger waits for finality, or for `onPaid` to succeed.
 * - `paid`: it has paid its order.
 * - `same`: it is the delivery of another id of this order, so there is nothing to return.
 * - `second`: another payment has paid its order before. You owe this one to the payer.
 * - `late`: the payer sent it after the order's `expiresAt`.
 * - `disputed`: another order has taken the same delivery.
 * - `refunded`: the service has sent it back. Nothing has come to you.
 * - `reversed`: the service reports a refund, after this payment had paid its order.
 * - `failed`: the service says that it failed. A refund or a delivery may still follow.
 * - `short`: less arrived, or was guaranteed, than the order requires.
 * - `other-token`: another token arrived.
 * - `wrong`: it went to another recipient or chain, or calls of the payer ran with the money.
 * - `too-old`: the money was sent before this request existed, so it was sent for something else.
 * - `unreadable`: the service's record is incomplete or contradicts itself, or your own node does not confirm it.
 */
export type PaymentStatus =
  | 'stored'
  | 'pending'
  | 'confirming'
  | 'paid'
  | 'same'
  | 'second'
  | 'late'
  | 'disputed'
  | 'refunded'
  | 'reversed'
  | 'failed'
  | 'short'
  | 'other-token'
  | 'wrong'
  | 'too-old'
  | 'unreadable';

/** An order, as you add it. */
export type NewOrder = {
  /**
   * Your id of the order: a text of 1 to 200 characters, in which letter case counts. A number is refused, because `7`
   * and `'7'` would be two orders.
   */
  id: string;
  /** The recipient's address on the destination chain. */
  recipient: string;
  /** The id of the destination chain. */
  chainId: number;
  /** The token's address on the destination chain. With the option `registry`, also its symbol, or `native`. */
  currency: string;
  /** A decimal string in the token's smallest unit. With the option `registry`, in whole tokens, such as `25.00`. */
  amount: string;
  /** What the payment's order must have guaranteed, in the form of `amount`. Default: `amount`. */
  minimumAmount?: string;
  /**
   * Until when the payer may send the money: an ISO 8601 date and time with its zone. What they send later is `late`.
   * Default: no end.
   */
  expiresAt?: string;
};

/** An order of the ledger, with all its payments. */
export type LedgerOrder = {
  /** Your id of the order. */
  id: string;
  /** The recipient's address on the destination chain. */
  recipient: string;
  /** The id of the destination chain. */
  chainId: number;
  /** The token's address on the destination chain. */
  currency: string;
  /** The price: a decimal string in the token's smallest unit. */
  amount: string;
  /** What a payment's order must have guaranteed: a decimal string in the token's smallest unit. */
  minimumAmount: string;
  /** Until when the payer may send the money: an ISO 8601 date and time in UTC. Null if there is no end. */
  expiresAt: string | null;
  /** What has happened to the order. */
  status: OrderStatus;
  /** When the ledger has recorded the payment: an ISO 8601 date and time in UTC. Null if the order was never paid. */
  paidAt: string | null;
  /** The payments that were stored for this order, the oldest first. */
  payments: LedgerPayment[];
};

/** A payment of an order. */
export type LedgerPayment = {
  /** The service's id of the payment, in lower case. */
  requestId: string;
  /** The id of its order. */
  orderId: string;
  /** What has happened to it. */
  status: PaymentStatus;
  /** The reason of the status in English, for you. Null if there is no more to say. */
  message: string | null;
  /** The key of the delivery, as in the result of `verifyPayment`. Null before the delivery is known. */
  delivery: string | null;
  /** The delivered payment, as in the element's receipt. Null unless it was delivered as the order requires. */
  result: PaymentResult | null;
  /** What arrived, as far as the service's record says. Null if it is unknown. */
  received: TokenAmount | null;
  /** What the payer sent, as far as the service's record says. Null if it is unknown. */
  paid: TokenAmount | null;
  /** When the page stored it: an ISO 8601 date and time in UTC. */
  storedAt: string;
  /** When the ledger verified it last. Null before the first time. */
  checkedAt: string | null;
  /** What a person has decided by `resolve` about the present status. Null without a decision. */
  resolution: {
    /** When: an ISO 8601 date and time in UTC. */
    at: string;
    /** The note of this person. */
    note: string;
    /** True if the person has taken the payment for its order. */
    accepted: boolean;
  } | null;
  /** True for a payment of test mode, in which no money moves. */
  isTest: boolean;
};

/**
 * What a person must look at. Most kinds have the name of the payment's status. `handler-failed`: `onPaid` has failed
 * several times in a row, so a delivered payment is not recorded. `unreadable` also tells of a payment that stays
 * `pending` or `confirming` for long, and of a record that contradicts a `paid` one.
 */
export type AttentionKind =
  | 'second'
  | 'late'
  | 'disputed'
  | 'reversed'
  | 'failed'
  | 'short'
  | 'other-token'
  | 'wrong'
  | 'too-old'
  | 'unreadable'
  | 'handler-failed';

/** Something that needs a person. */
export type Attention = {
  /** The stable key of this event. You can receive an event twice, so act only if the key is new to you. */
  key: string;
  /** What it is about. */
  kind: AttentionKind;
  /** The id of the order. */
  orderId: string;
  /** The service's id of the payment, in lower case. */
  requestId: string;
  /** When the ledger noticed it: an ISO 8601 date and time in UTC. */
  at: string;
  /** What the order requires. `amountFormatted` is null if the token's decimals are unknown. */
  expected: TokenAmount;
  /** What arrived. Null if it is unknown. */
  received: TokenAmount | null;
  /** What the payer sent. Null if it is unknown. */
  paid: TokenAmount | null;
  /** The transactions that the service's record names: those of the payer, then those of the delivery. */
  transactions: TransactionRef[];
  /** What has happened, in English. */
  message: string;
  /** What to do, in English. */
  advice: string;
};

/** What `afterPaid` receives. */
export type PaidEvent = {
  /** The stable key of this event. You can receive an event twice, so act only if the key is new to you. */
  key: string;
  /** The paid order. */
  order: LedgerOrder;
  /** The payment that has paid `order`. */
  payment: LedgerPayment;
};

/** How the ledger waits for finality on a destination chain. */
export type FinalityRule = {
  /** The URL of your own node's JSON-RPC. */
  rpc: string;
  /**
   * The number of blocks from the one with the delivery on, itself included, or `finalized` for the block that the
   * chain calls so.
   */
  confirmations: number | 'finalized';
};

/** Options of `createLedger`. `Transaction` is the database driver's own client. */
export type LedgerOptions<Transaction = unknown> = {
  /** The URL of the service. With `demo:`, the ledger verifies payments of test mode, as `verifyPayment` does. */
  baseUrl: string;
  /** The API key of the service. Some services accept `GET /requests/v2` only with a key. */
  apiKey?: string;
  /** Your database: `postgres(pool)` or `sqlite(db)`. */
  database: LedgerDatabase<Transaction>;
  /** The same registry that your page sets on the element. Its symbols and decimals are then valid in `addOrder`. */
  registry?: Registry;
  /** As in `verifyPayment`. Default: true. */
  requireOrder?: boolean;
  /** As in `verifyPayment`. Default: false. */
  allowTestPayments?: boolean;
  /** Replaces the platform's `fetch`. Default: `globalThis.fetch`. */
  fetch?: typeof fetch;
  /** The prefix of the ledger's tables: lower-case letters, digits and `_`. Default: `hub_pay_`. */
  prefix?: string;
  /**
   * Your own change of the database when an order is paid, in the same transaction. If it throws, nothing is recorded,
   * and the ledger tries again later. So it must do nothing that the database cannot undo: send mails in `afterPaid`.
   * Use only `transaction` in it, and call no method of the ledger: the other connections wait for this one. On
   * PostgreSQL, a call that takes longer than 30 seconds has failed. Each process needs the same `onPaid`.
   */
  onPaid?(order: LedgerOrder, payment: LedgerPayment, transaction: Transaction): void | Promise<void>;
  /**
   * Called by `run` after a payment is recorded: at least once, and again later if it throws or takes longer than 30
   * minutes. An event of a process without `afterPaid` waits up to a week for a process that has it.
   */
  afterPaid?(event: PaidEvent): void | Promise<void>;
  /**
   * Called by `run` for everything that needs a person: at least once, and again later if it throws or takes longer
   * than 30 minutes. Default: a line of `console.error`.
   */
  onAttention?(event: Attention): void | Promise<void>;
  /**
   * Says whether the visitor who sent this request may pay and see this order, for example by your session. Default:
   * everybody who knows the order's id. Whoever may pay can also use up `maxPayments`, so without `authorize` the ids
   * of your orders must be hard to guess.
   */
  authorize?(request: Request, orderId: string): boolean | Promise<boolean>;
  /**
   * Names the visitor who sent the request, such as their IP address, by which the ledger limits their reads. Default:
   * all visitors share half of `readsPerMinute`, so that nobody stops the job.
   */
  visitor?(request: Request): string;
  /** The path at which `handler` is mounted. Default: `/api/orders`. */
  path?: string;
  /**
   * How many requests a minute this process sends to the service, on average at most. It can send a quarter of them at
   * once. Write less than 120 only if `maxPayments` is lower too, because each press reads the open payments of its
   * order. Default: 120.
   */
  readsPerMinute?: number;
  /** How many payments that can still pay it one order stores at most. Default: 20. */
  maxPayments?: number;
  /**
   * Waits before an order is paid, until your own node shows the delivery as final. By the id of the destination chain.
   * Default: no chain, so that the service's word decides.
   */
  finality?: Readonly<Record<number, FinalityRule>>;
  /** Replaces the platform's clock, for example in tests. Default: the wall clock. */
  clock?: Clock;
};

/** The merchant's ledger: it stores orders and payments, and makes sure that one delivery pays one order once. */
export interface Ledger<Transaction = unknown> {
  /**
   * Creates or updates the ledger's tables. It is safe on every start, and in several processes at once.
   * @throws HubPayError `config` if a newer version of this package has changed the tables
   */
  migrate(): Promise<void>;
  /**
   * Adds an order. If it exists with the same values, nothing happens.
   * @param transaction your own open transaction, to add the order together with your own rows. Default: the ledger's
   * @throws HubPayError `config` if a value is invalid, or if the order exists with other values
   */
  addOrder(order: NewOrder, transaction?: Transaction): Promise<LedgerOrder>;
  /** Reads an order. Resolves to null if there is no such order. */
  order(id: string): Promise<LedgerOrder | null>;
  /**
   * Answers what the element posts to `confirm-url`: it stores the request id in the body `{ requestId }` for the
   * order, before the wallet prompts. It never rejects.
   *
   * - 204: stored, now or before.
   * - 400, 405, 408, 413, 415: not such a body.
   * - 403: `authorize` refused. 404: there is no such order.
   * - 409: the order is paid, has expired, or another payment may still arrive; or this payment exists already.
   * - 429: too many requests, or `maxPayments` is reached. The payer can try again later.
   * - 503: the service or the database gives no answer. The payer can try again.
   */
  storeHandler(request: Request, orderId: string): Promise<Response>;
  /**
   * Answers `POST <path>/<id>/payment` as `storeHandler` does, and `GET <path>/<id>` with
   * `{ status, payments: [{ requestId, status, message? }] }`, after it has verified the payments of the order. It
   * never rejects.
   */
  handler(request: Request): Promise<Response>;
  /**
   * Verifies now the payments of the order that can still pay it, as far as `readsPerMinute` allows. A payment that has
   * paid is not read again: the job watches it for a week.
   * @throws HubPayError `config` if there is no such order
   */
  check(orderId: string): Promise<LedgerOrder>;
  /** Everything that needs a person and is not resolved, the oldest first. */
  attention(): Promise<Attention[]>;
  /**
   * Records that a person has decided about a payment. Its events disappear from `attention()`, and if the payment held
   * its order, the order can be paid again. An order whose payment was `reversed` stays `refunded`: add a new order.
   *
   * With `{ accepted: true }`, the payment has paid its order: you have delivered, or you will. The order becomes
   * `paid` without a call of `onPaid`, and every later payment of it is `second`.
   * @param note what was decided, for your records
   * @param decision whether the payment has paid its order. Default: it has not
   * @param transaction your own open transaction, to decide together with a change of your own tables. Default: the
   *   ledger's
   * @throws HubPayError `config` if there is no such payment, if nothing about it needs a person, or if its status
   *   leaves nothing to accept
   */
  resolve(
    requestId: string,
    note: string,
    decision?: {
      /** True if the payment counts as the one that has paid its order. Default: false. */
      accepted: boolean;
    },
    transaction?: Transaction,
  ): Promise<void>;
  /**
   * Starts the job that verifies stored payments and calls `afterPaid` and `onAttention`. Several processes can run it.
   * It survives an outage of the database or of the service.
   * @returns a function that stops the job, and resolves when nothing of it runs any more
   */
  run(): () => Promise<void>;
}
