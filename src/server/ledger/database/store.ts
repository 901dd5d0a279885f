/** Contains the statements about orders, payments and deliveries. */
import { config } from '../../../errors.js';
import { isPaymentStatus, TRAITS } from '../payments/status.js';
import type { LedgerDatabase, Query, Row, Value } from './database.js';
import { DIALECTS } from './dialects.js';
import type { OrderTerms } from '../order-terms.js';
import type { LedgerPayment, OrderStatus, PaymentStatus } from '../types.js';

/**
 * A payment with the values that the merchant's `LedgerPayment` lacks. `changedAt` is when it got its status: Unix time
 * in milliseconds.
 */
export type StoredPayment = LedgerPayment & {
  changedAt: number;
  failures: number;
  /** All keys of the delivery, as the service last reported them. */
  deliveries: readonly string[];
  /** When the ledger first read that the money went back to the payer. Null if it never did. */
  returnedAt: string | null;
  transactions: { chainId: number; hash: string; url: string | null }[];
};

/**
 * The values of an order, and what the ledger has recorded about it. `status` is the value in the table, which can be
 * outdated.
 */
export type StoredTerms = OrderTerms & { status: OrderStatus; paidAt: string | null };

/** An order with its payments. */
export type StoredOrder = { terms: StoredTerms; payments: StoredPayment[] };

/** The changes of a payment after a verification. */
export type PaymentChange = Pick<
  StoredPayment,
  | 'status'
  | 'message'
  | 'delivery'
  | 'result'
  | 'received'
  | 'paid'
  | 'payer'
  | 'transactions'
  | 'changedAt'
  | 'failures'
  | 'deliveries'
  | 'returnedAt'
  | 'resolution'
> & { nextCheckAt: number | null };

/** The ids of a payment. */
export type PaymentIds = { requestId: string; orderId: string };

/** Which payments the job claims, and until when no other process may claim them. */
export type ClaimOptions = { now: string; until: string; limit: number; isTest: boolean; order: 'newest' | 'longest' };

/** The place of an order in the list of all orders. */
export type OrderPlace = readonly [addedAt: string, id: string];

/** Orders that follow each other in the list of all orders, and the place of the last one. */
export type OrderPage = { orders: StoredOrder[]; end: OrderPlace };

/** The statements of one ledger. Each method sends its SQL through the function `query`, also inside a transaction. */
export interface Store {
  addOrder(query: Query, terms: OrderTerms, now: string): Promise<boolean>;
  /** Reads the order, and locks it until the end of the transaction. Resolves to null if there is no such order. */
  lockOrder(query: Query, id: string): Promise<StoredTerms | null>;
  /**
   * Reads the payments of an order, and locks them. In a transaction that reads an old state of the database
   * (`repeatable read`), it fails if one of them has changed since.
   */
  lockPayments(query: Query, orderId: string): Promise<StoredPayment[]>;
  readOrder(query: Query, id: string): Promise<StoredTerms | null>;
  /**
   * Reads the next orders with their payments, sorted by the time at which they were added, and then by their ids.
   * Resolves to null if none is left. Sends two statements, which must see the same state of the database.
   * @param after the end of the page before, or null for the first page
   * @param limit the maximum number of orders
   */
  page(query: Query, after: OrderPlace | null, limit: number): Promise<OrderPage | null>;
  /** Returns the length of the longest id of an order, or 0 if there are no orders. */
  longestId(query: Query): Promise<number>;
  /** Reads the payments of an order, the oldest first. With `requestId`, also this payment if it is another order's. */
  payments(query: Query, orderId: string, ...requestId: [] | [string]): Promise<StoredPayment[]>;
  payment(query: Query, requestId: string): Promise<StoredPayment | null>;
  /** Adds a payment with the status `stored`. Returns false if the id is stored already. */
  addPayment(
    query: Query,
    payment: PaymentIds & { isTest: boolean; now: string; nextCheckAt: string },
  ): Promise<boolean>;
  change(query: Query, requestId: string, change: PaymentChange, now: string): Promise<void>;
  /** Changes when the job verifies the payment next, and ends the claim. */
  postpone(query: Query, requestId: string, until: string): Promise<void>;
  resolve(query: Query, requestId: string, resolution: NonNullable<LedgerPayment['resolution']>): Promise<void>;
  /** Writes the status of the order, for those who read the table, and when the order was paid. */
  setOrder(query: Query, id: string, status: string, paidAt: string | null): Promise<void>;
  /** Takes the keys of a delivery for a payment. Returns the other payments that have taken one of the keys before. */
  takeDelivery(query: Query, keys: readonly string[], taker: PaymentIds): Promise<StoredPayment[]>;
  /** Makes the payment the owner of these keys, whoever has taken them before. */
  moveDelivery(query: Query, keys: readonly string[], taker: PaymentIds): Promise<void>;
  claim(query: Query, options: ClaimOptions): Promise<StoredPayment[]>;
}

/**
 * The statuses that this version knows, in SQL. A newer one can have written others, which only its own job may claim:
 * one such row would otherwise stop the job.
 */
const KNOWN = Object.keys(TRAITS)
  .map((status) => `'${status}'`)
  .join(', ');

/** Creates the statements for tables with this prefix. */
export function createStore({ dialect }: LedgerDatabase<unknown>, prefix: string): Store {
  const [orders, payments, deliveries] = ['orders', 'payments', 'deliveries'].map((each) => prefix + each);
  const { lock, skipLocked } = DIALECTS[dialect];
  const readOrder = async (query: Query, id: string, suffix = ''): Promise<StoredTerms | null> => {
    const [row] = await query(`select * from ${orders} where id = $1${suffix}`, [id]);
    return row ? termsIn(row) : null;
  };
  return {
    async addOrder(query, terms, now) {
      const { id, recipient, chainId, currency, amount, minimumAmount, expiresAt } = terms;
      const rows = await query(
        `insert into ${orders} (id, recipient, chain_id, currency, amount, minimum_amount, expires_at, added_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict (id) do nothing returning id`,
        [id, recipient, chainId, currency, amount, minimumAmount, expiresAt, now],
      );
      return rows.length === 1;
    },
    lockOrder: (query, id) => readOrder(query, id, lock),
    async lockPayments(query, orderId) {
      const sql = `select * from ${payments} where order_id = $1 order by stored_at, request_id${lock}`;
      return (await query(sql, [orderId])).map(paymentIn);
    },
    readOrder: (query, id) => readOrder(query, id),
    async page(query, after, limit) {
      // Every time and every id sorts after the empty text.
      const start = after ?? ['', ''];
      const rows = await query(
        `select * from ${orders} where (added_at, id) > ($1, $2) order by added_at, id limit ${limit}`,
        start,
      );
      const last = rows.at(-1);
      if (!last) return null;
      const end = [textOf(last['added_at']), textOf(last['id'])] as const;
      const found = await query(
        `select * from ${payments} where order_id in
         (select id from ${orders} where (added_at, id) > ($1, $2) and (added_at, id) <= ($3, $4))
         order by stored_at, request_id`,
        [...start, ...end],
      );
      const page = rows.map((row): StoredOrder => ({ terms: termsIn(row), payments: [] }));
      const byId = new Map(page.map((order) => [order.terms.id, order]));
      for (const payment of found.map(paymentIn)) byId.get(payment.orderId)?.payments.push(payment);
      return { orders: page, end };
    },
    async longestId(query) {
      const [row] = await query(`select max(length(id)) as longest from ${orders}`);
      return Number(row?.['longest'] ?? 0);
    },
    async payments(query, orderId, ...also) {
      const or = also.length === 0 ? '' : ' or request_id = $2';
      const rows = await query(`select * from ${payments} where order_id = $1${or} order by stored_at, request_id`, [
        orderId,
        ...also,
      ]);
      return rows.map(paymentIn);
    },
    async payment(query, requestId) {
      const [row] = await query(`select * from ${payments} where request_id = $1`, [requestId]);
      return row ? paymentIn(row) : null;
    },
    async addPayment(query, { requestId, orderId, isTest, now, nextCheckAt }) {
      const rows = await query(
        `insert into ${payments} (request_id, order_id, stored_at, changed_at, next_check_at, is_test)
         values ($1, $2, $3, $3, $4, $5) on conflict (request_id) do nothing returning request_id`,
        [requestId, orderId, now, nextCheckAt, isTest ? 1 : 0],
      );
      return rows.length === 1;
    },
    async change(query, requestId, change, now) {
      const { status, message, delivery, changedAt, nextCheckAt, failures } = change;
      await query(
        `update ${payments} set status = $2, message = $3, delivery = $4, result = $5, received = $6, paid = $7,
         transactions = $8, changed_at = $9, next_check_at = $10, failures = $11, checked_at = $12,
         resolved_at = $13, resolution = $14, accepted = $15, payer = $16,
         returned_at = $17, deliveries = $18, claimed_until = null where request_id = $1`,
        [
          requestId,
          status,
          message,
          delivery,
          jsonOf(change.result),
          jsonOf(change.received),
          jsonOf(change.paid),
          jsonOf(change.transactions),
          isoOf(changedAt),
          nextCheckAt === null ? null : isoOf(nextCheckAt),
          failures,
          now,
          change.resolution?.at ?? null,
          change.resolution?.note ?? null,
          change.resolution?.accepted ? 1 : 0,
          jsonOf(change.payer),
          change.returnedAt,
          jsonOf(change.deliveries),
        ],
      );
    },
    async postpone(query, requestId, until) {
      await query(`update ${payments} set next_check_at = $2, claimed_until = null where request_id = $1`, [
        requestId,
        until,
      ]);
    },
    async resolve(query, requestId, { at, note, accepted }) {
      await query(`update ${payments} set resolution = $2, resolved_at = $3, accepted = $4 where request_id = $1`, [
        requestId,
        note,
        at,
        accepted ? 1 : 0,
      ]);
    },
    async setOrder(query, id, status, paidAt) {
      await query(`update ${orders} set status = $2, paid_at = $3 where id = $1`, [id, status, paidAt]);
    },
    async takeDelivery(query, keys, { requestId, orderId }) {
      if (keys.length === 0) return [];
      // The keys are sorted. Otherwise two transactions that take the same keys one by one could wait for each other,
      // and one would fail.
      const sorted = keys.toSorted();
      const values = sorted.map((_, at) => `($${at + 3}, $1, $2)`);
      const rows = await query(
        // A key that is taken keeps its owner. Only changed rows are returned, so the update writes the same key again.
        `insert into ${deliveries} (delivery, request_id, order_id) values ${values.join(', ')}
         on conflict (delivery) do update set delivery = excluded.delivery returning request_id`,
        [requestId, orderId, ...sorted],
      );
      const ids = [...new Set(rows.map((row) => textOf(row['request_id'])))].filter((id) => id !== requestId);
      if (ids.length === 0) return [];
      const places = ids.map((_, at) => `$${at + 1}`).join(', ');
      return (await query(`select * from ${payments} where request_id in (${places})`, ids)).map(paymentIn);
    },
    async moveDelivery(query, keys, { requestId, orderId }) {
      const places = keys.map((_, at) => `$${at + 3}`).join(', ');
      await query(`update ${deliveries} set request_id = $1, order_id = $2 where delivery in (${places})`, [
        requestId,
        orderId,
        ...keys,
      ]);
    },
    async claim(query, { now, until, limit, isTest, order }) {
      const sort = order === 'newest' ? 'stored_at desc' : 'next_check_at';
      const rows = await query(
        `update ${payments} set claimed_until = $1 where request_id in (
           select request_id from ${payments} where next_check_at <= $2
           and (claimed_until is null or claimed_until <= $2) and is_test = $3 and status in (${KNOWN})
           order by ${sort} limit $4${skipLocked}
         ) returning *`,
        [until, now, isTest ? 1 : 0, limit],
      );
      return rows.map(paymentIn);
    },
  };
}

/** Writes a time as the tables do: an ISO 8601 text in UTC. */
export const isoOf = (ms: number): string => new Date(ms).toISOString();

const jsonOf = (value: unknown): Value => (value === null ? null : JSON.stringify(value));

/** Reads the values of an order from its row. */
function termsIn(row: Row): StoredTerms {
  return {
    id: textOf(row['id']),
    recipient: textOf(row['recipient']),
    // The drivers return a bigint as a text, a number or a bigint.
    chainId: Number(row['chain_id']),
    currency: textOf(row['currency']),
    amount: textOf(row['amount']),
    minimumAmount: textOf(row['minimum_amount']),
    expiresAt: maybe(row['expires_at']),
    status: textOf(row['status']) as OrderStatus,
    paidAt: maybe(row['paid_at']),
  };
}

/**
 * Reads a payment from its row.
 * @throws HubPayError `config` if a newer version of this package has written a status that this one does not know
 */
function paymentIn(row: Row): StoredPayment {
  const at = maybe(row['resolved_at']);
  return {
    requestId: textOf(row['request_id']),
    orderId: textOf(row['order_id']),
    status: paymentStatusIn(row),
    message: maybe(row['message']),
    delivery: maybe(row['delivery']),
    result: parsed(row['result']) as StoredPayment['result'],
    received: parsed(row['received']) as StoredPayment['received'],
    paid: parsed(row['paid']) as StoredPayment['paid'],
    payer: parsed(row['payer']) as StoredPayment['payer'],
    transactions: (parsed(row['transactions']) ?? []) as StoredPayment['transactions'],
    storedAt: textOf(row['stored_at']),
    checkedAt: maybe(row['checked_at']),
    changedAt: Date.parse(textOf(row['changed_at'])),
    failures: Number(row['failures']),
    // An older version of this package has stored only the first key.
    deliveries: (parsed(row['deliveries']) ?? [maybe(row['delivery'])].filter((each) => each !== null)) as string[],
    returnedAt: maybe(row['returned_at']),
    resolution:
      at === null ? null : { at, note: maybe(row['resolution']) ?? '', accepted: Number(row['accepted']) === 1 },
    isTest: Number(row['is_test']) === 1,
  };
}

function paymentStatusIn({ status, request_id: id }: Row): PaymentStatus {
  if (isPaymentStatus(status)) return status;
  const why = `has the status ${textOf(status)}, which this hub-pay does not know: update hub-pay`;
  throw config('database', `payment ${textOf(id)} ${why}`);
}

const textOf = (value: unknown): string => String(value);
const maybe = (value: unknown): string | null => (typeof value === 'string' ? value : null);
const parsed = (value: unknown): unknown => (typeof value === 'string' ? (JSON.parse(value) as unknown) : null);
