/** The types of the ledger: its options, its orders and payments. */
import type { Clock } from '../../shared/time/clock.js';
import type { PaymentResult, Registry, TokenAmount } from '../../types.js';
import type { Payer } from '../payer.js';
import type { Attention } from './attention-types.js';
import type { LedgerDatabase } from './database/database.js';

/**
 * What has happened to an order:
 * - `unpaid`: no payment pays or holds the order. The payer can pay until the order expires.
 * - `paying`: a payment may be on its way, or waits for finality or for `onPaid`.
 * - `paid`: a payment has paid the order, also by a person's decision.
 * - `refunded`: the service has sent the money back. If the order was never paid, the payer can pay again until it
 *   expires.
 * - `review`: money arrived that does not match the order or came too late, or nobody knows where the money is. A
 *   person decides. A payment that failed in the last 24 hours also leads to this status.
 * - `disputed`: another order has taken the same delivery, or the service has sent a paid order's money back. A person
 *   decides.
 */
export type OrderStatus = 'unpaid' | 'paying' | 'paid' | 'refunded' | 'review' | 'disputed';

/**
 * What has happened to a payment:
 * - `stored`: the service does not know it yet, for example because the payer has not approved the prompt. Or the
 *   service knows the id only as a part of another payment.
 * - `pending`: the service knows it, and it is not delivered yet.
 * - `confirming`: it is delivered. The ledger waits for finality, or for `onPaid` to succeed.
 * - `paid`: it has paid its order.
 * - `same`: it is the delivery of another id of this order, so there is nothing to return.
 * - `second`: another payment has paid its order before. You must return this one to the payer.
 * - `late`: the payer sent it after the order's `expiresAt`.
 * - `disputed`: another order has taken the same delivery.
 * - `conflicting`: the service reports a refund of this money, and also a delivery. A person must look where it is.
 * - `refunded`: the service reports a refund, and this payment had not paid its order.
 * - `reversed`: the service reports a refund, after this payment had paid its order.
 * - `failed`: the service says that it failed. A refund or a delivery may still follow.
 * - `short`: less arrived, or was guaranteed, than the order requires.
 * - `other-token`: another token arrived.
 * - `wrong`: it went to another recipient or chain, or calls of the payer ran with the money.
 * - `too-old`: the money, or a part of it, was sent more than a minute before this request existed, or more than five
 *   minutes before you stored it. So it was sent for something else.
 * - `unreadable`: the service's record cannot be read, is incomplete or contradicts itself. Or your own node says that
 *   the delivery failed.
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
  | 'conflicting'
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
   * Your id of the order: a text of 1 to 200 characters, counted in UTF-16 units, without control characters. Letter
   * case counts. Write `'7'` instead of `7`, because a number is refused.
   */
  id: string;
  /** The recipient's address on the destination chain. */
  recipient: string;
  /** The id of the destination chain. */
  chainId: number;
  /**
   * The token's address on the destination chain. With the option `registry`, you can also write its symbol, or
   * `native`.
   */
  currency: string;
  /**
   * The price: a decimal string in the token's smallest unit. With the option `registry`, a decimal number of tokens,
   * such as `25.00`.
   */
  amount: string;
  /**
   * The least that the service's order for a payment must have guaranteed, in the form of `amount`. Default: `amount`.
   */
  minimumAmount?: string;
  /**
   * Until when the payer may send the money: an ISO 8601 date and time with its zone. A payment that would otherwise
   * pay the order is `late` if the service's record has a later time of the chain for it. Default: no end.
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
  /**
   * The least that the service's order for a payment must have guaranteed: a decimal string in the token's smallest
   * unit.
   */
  minimumAmount: string;
  /** Until when the payer may send the money: an ISO 8601 date and time in UTC. Null if there is no end. */
  expiresAt: string | null;
  /** What has happened to the order. */
  status: OrderStatus;
  /**
   * When the ledger recorded that the order is paid: an ISO 8601 date and time in UTC. Null if the order was never
   * paid.
   */
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
  /** The reason for the status in English, for you. Null if nothing more is known. */
  message: string | null;
  /** The key of the delivery, as in the result of `verifyPayment`. Null before the delivery is known. */
  delivery: string | null;
  /**
   * The delivered payment, in the form of the element's receipt. Null unless a final delivery has matched the values of
   * the order. Such a payment can also be `same`, `second`, `late`, `disputed`, `conflicting` or `reversed`.
   */
  result: PaymentResult | null;
  /** What arrived, as far as the service's record says. Null if it is unknown, or if nothing has arrived. */
  received: TokenAmount | null;
  /** What the payer sent, as far as the service's record says. Null if it is unknown. */
  paid: TokenAmount | null;
  /**
   * Who sent the money, and on which chain, as the service's record says. Null if it is unknown, and in test mode. The
   * account can belong to an exchange or a contract, so ask the payer before you send money to it.
   */
  payer: Payer | null;
  /** When the ledger stored it: an ISO 8601 date and time in UTC. */
  storedAt: string;
  /** When the ledger last recorded a verification: an ISO 8601 date and time in UTC. Null before the first one. */
  checkedAt: string | null;
  /** What a person has decided by `resolve` about the present status. Null if nobody has decided. */
  resolution: {
    /** When the person decided: an ISO 8601 date and time in UTC. */
    at: string;
    /** The note about the decision. */
    note: string;
    /** True if the person has accepted the payment as the one that has paid its order. */
    accepted: boolean;
  } | null;
  /** True for a payment of test mode, in which no money moves. */
  isTest: boolean;
};

/** What `afterPaid` receives. */
export type PaidEvent = {
  /** The stable key of this event. You can receive an event twice, so act only if the key is new to you. */
  key: string;
  /** The order that the payment has paid, as it is when `afterPaid` is called. */
  order: LedgerOrder;
  /** The payment that has paid `order`. */
  payment: LedgerPayment;
};

/** How the ledger waits for finality on a destination chain. */
export type FinalityRule = {
  /** The http or https URL of your own node's JSON-RPC, without a user name or password. */
  rpc: string;
  /**
   * The least number of blocks from the one with the delivery to the newest one, both included. With `finalized`, the
   * chain must report the block with the delivery as finalized.
   */
  confirmations: number | 'finalized';
};

/** Options of `createLedger`. `Transaction` is the database driver's own client. */
export type LedgerOptions<Transaction = unknown> = {
  /** The URL of the service. With `demo:`, the ledger verifies payments of test mode, as `verifyPayment` does. */
  baseUrl: string;
  /** The API key of the service, which must not be empty. Some services accept `GET /requests/v2` only with a key. */
  apiKey?: string | undefined;
  /** Your database: `postgres(pool)`, `sqlite(db)`, or a `LedgerDatabase` of your own. */
  database: LedgerDatabase<Transaction>;
  /**
   * The same registry that your page sets on the element. `addOrder` then accepts its symbols, and amounts such as
   * `25.00`, which it converts by the registry's decimals.
   */
  registry?: Registry;
  /** As in `verifyPayment`. Default: true. */
  requireOrder?: boolean;
  /** As in `verifyPayment`. Default: false. */
  allowTestPayments?: boolean;
  /** Replaces the platform's `fetch`. Default: `globalThis.fetch`. */
  fetch?: typeof fetch;
  /**
   * The prefix of the ledger's tables: 1 to 31 lower-case letters, digits and `_`, with no digit at the start.
   * Default: `hub_pay_`.
   */
  prefix?: string;
  /**
   * Your own change of the database when an order is paid, in the same transaction. If it throws, the order is not
   * paid, and the ledger tries again later. So it must do nothing that the database cannot undo: send mails in
   * `afterPaid`. Use only `transaction` in it, and call no method of the ledger, because other connections wait for
   * this transaction. It must not end the transaction: a `commit` of its own fails. With `postgres()`, a call that
   * takes longer than 30 seconds has failed. With `sqlite()`, the ledger answers nothing until the call ends, however
   * long that takes. With a database of your own, the ledger waits for the end too, unless it has `canAbandon`. Each
   * process needs the same `onPaid`.
   */
  onPaid?(order: LedgerOrder, payment: LedgerPayment, transaction: Transaction): void | Promise<void>;
  /**
   * Called by `run` after a payment has paid its order. If it throws or takes longer than 30 minutes, it is called
   * again later, until the event is a week old. So the same event can come twice. An event also waits up to a week for
   * a process that has `afterPaid`.
   */
  afterPaid?(event: PaidEvent): void | Promise<void>;
  /**
   * Called by `run` for everything that needs a person and is not resolved yet. It is called at least once, and again
   * later if it throws or takes longer than 30 minutes. Default: a line of `console.error` for each event that no
   * process with `onAttention` has received within a minute. Such a process still gets the event later.
   */
  onAttention?(event: Attention): void | Promise<void>;
  /**
   * Returns whether the visitor who sent this request may pay and see this order, for example by your session. Default:
   * everybody who knows the id of the order may. Whoever may pay can also use up `maxPayments`, so without `authorize`
   * the ids of your orders must be hard to guess.
   */
  authorize?(request: Request, orderId: string): boolean | Promise<boolean>;
  /**
   * Returns a name of the visitor who sent the request, such as their IP address. The ledger limits the verifications
   * that each name can cause. All visitors whose name is empty or no text share one limit. On average, all
   * presses to pay together can start half as many verifications a minute as `readsPerMinute`, and all pages that read
   * an order a quarter, so that nobody stops the job. Default: no limit for a single visitor.
   */
  visitor?(request: Request): string;
  /** The path at which `handler` is mounted. Default: `/api/orders`. */
  path?: string;
  /**
   * The maximum number of requests a minute that this ledger sends to the service, on average. At once, it can start a
   * quarter as many verifications, or up to 22 if a quarter is less. Set less than 120 only if `maxPayments` is lower
   * too, because each press reads the open payments of its order. Default: 120.
   */
  readsPerMinute?: number;
  /** The maximum number of stored payments of one order that can still pay it. Default: 20. */
  maxPayments?: number;
  /**
   * Rules for finality, by the id of the destination chain. On a chain with a rule, the ledger itself records an order
   * as paid only after your own node has shown the delivery as final. Test mode ignores the rules. Default: no rules,
   * so that the service's record alone decides.
   */
  finality?: Readonly<Record<number, FinalityRule>>;
  /** Replaces the platform's clock, for example in tests. Default: the wall clock. */
  clock?: Clock;
};

/**
 * The merchant's ledger: it stores orders and payments. Without a decision of a person, one delivery pays only one
 * order, once.
 */
export interface Ledger<Transaction = unknown> {
  /**
   * Creates or updates the ledger's tables. You can call it on every start, and in several processes at once.
   * @throws HubPayError `config` if a newer version of this package has changed the tables
   */
  migrate(): Promise<void>;
  /**
   * Adds an order, and resolves to it. If it exists with the same values, nothing changes.
   * @param transaction your own open transaction, to add the order together with your own rows. Default: a statement of
   *   its own
   * @throws HubPayError `config` if a value is invalid, if the order exists with other values, or if it is new and its
   *   `expiresAt` has passed; also if `transaction` is no client, or, on SQLite, no open transaction of the ledger's
   *   connection
   */
  addOrder(order: NewOrder, transaction?: Transaction): Promise<LedgerOrder>;
  /**
   * Reads an order. Resolves to null if there is no such order.
   * @throws HubPayError `config` if the id is invalid
   */
  order(id: string): Promise<LedgerOrder | null>;
  /**
   * Answers the request that the element posts to `confirm-url`. It stores the request id of the body `{ requestId }`
   * for the order, before the wallet prompts. It never rejects.
   *
   * - 204: stored, now or before.
   * - 400, 405, 408, 413, 415: the request is no `POST` with such a body, or the body is too long or too slow.
   * - 403: `authorize` refused. 404: there is no such order.
   * - 409: the order is paid, another payment may still arrive or needs a person, or this payment was already made or
   *   belongs to another order. Also if the order has expired after an id was stored for it, or if the id is one of
   *   test mode and the ledger is not, or the reverse.
   * - 410: the order has expired, and no id was ever stored for it, so nothing was sent.
   * - 429: too many requests, or `maxPayments` is reached. The payer can try again later.
   * - 503: the service or the database gives no answer, or an error occurred. The payer can try again.
   */
  storeHandler(request: Request, orderId: string): Promise<Response>;
  /**
   * Answers `POST <path>/<id>/payment` as `storeHandler` does, and `GET <path>/<id>` with
   * `{ status, expiresAt, isExpired, payments: [{ requestId, status, message? }] }`, where `expiresAt` is null if the
   * order has no end. Before this answer, it verifies the open payments that were not verified in the last 10 seconds,
   * but only with requests to the service that neither the job nor a press can need now. Otherwise, it answers with
   * what is stored. It never rejects.
   */
  handler(request: Request): Promise<Response>;
  /**
   * Verifies now the open payments of the order, as far as `readsPerMinute` allows. A payment with a final status, such
   * as `paid`, is not read again, because the job watches it for a week.
   * @throws HubPayError `config` if there is no such order
   */
  check(orderId: string): Promise<LedgerOrder>;
  /** Resolves to everything that needs a person and is not resolved, the oldest first. */
  attention(): Promise<Attention[]>;
  /**
   * Records that a person has decided about a payment. Its events disappear from `attention()`. If only this payment
   * held its order, the order can be paid again until it expires. But if the payment was `reversed`, the order becomes
   * `refunded` and cannot be paid again, so add a new order. For a `paid` payment, only ends its events.
   *
   * With `{ accepted: true }`, the payment has paid its order: you have delivered, or you will. Its delivery can then
   * pay no other order. The order becomes
   * `paid` without a call of `onPaid` or `afterPaid`. No other payment of it can then be accepted, and one that would
   * have paid the order is `second`.
   * @param note what was decided, for your records
   * @param decision whether the payment has paid its order. Default: it has not
   * @param transaction your own open transaction, to decide together with a change of your own tables. Default: a
   *   transaction of the ledger
   * @throws HubPayError `config` if there is no such payment, if nobody needs to decide about it, or if `note` or
   *   `decision` is invalid. With `{ accepted: true }`, also if its status leaves nothing to accept, if another payment
   *   has paid the order, or if its delivery has paid another order and it is not `disputed`.
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
   * @returns a function that stops the job, and resolves when the work that has begun is done
   */
  run(): () => Promise<void>;
}
