/**
 * Stores orders and their reserved payments. An order never changes: another cart is another order. A payment pays only
 * one order, and an order ships only once.
 */
import { sampleCart, sumOf, unitsOf, type Item, type Line } from './catalogue.js';
import type { VerifyReason } from '../../src/server/index.js';
import type { Database } from './database.js';

/** Price and recipient of an order, in the format that `verifyPayment` expects. */
export interface Terms {
  recipient: string;
  chainId: number;
  currency: string;
  amount: string;
}

/** What the server has proved about the payment of an order. */
export interface Proof {
  requestId: string;
  /** The token amount that the payer paid, such as `0.0084 ETH`. Null if the service does not know the amount. */
  paid: string | null;
  /** Value of the paid amount in US dollars. Null if the service does not know the value. */
  paidUsd: string | null;
  chainId: number;
  transactions: string[];
}

/** A payment that is reserved for an order. */
export interface Reservation {
  readonly id: string;
  readonly requestId: string;
}

/** Why a payment never pays its order: a final reason of `verifyPayment`, or another payment has paid the order. */
export type Refusal = VerifyReason | 'second' | 'disputed';

/**
 * How the delivery of a payment changes its order: the order ships now, it has shipped, another payment paid it, or the
 * delivery has paid another order.
 */
export type Shipment = 'now' | 'before' | 'second' | 'disputed';

export interface Order {
  readonly id: string;
  readonly items: readonly Item[];
  readonly lines: readonly Line[];
  readonly shipping: bigint;
  readonly total: bigint;
  /** Id of the visitor's session. Null if a page without a session named the order. */
  readonly session: string | null;
  readonly proof: Proof | null;
}

export interface Orders {
  /** Creates an order for this cart with today's prices. Returns the new order. */
  create(session: string, items: readonly Item[]): Promise<Order>;
  /** Returns the newest cart of the session. Returns null if the session has no cart. */
  latest(session: string): Promise<Order | null>;
  find(id: string): Promise<Order | null>;
  /**
   * Returns the terms of an order. If the order is new, stores an order of the sample cart with the current terms. The
   * URL of a page can name such an order. It belongs to this session, but it is not the cart of the session.
   */
  findOrCreate(id: string, session: string | null): Promise<Terms>;
  /** Returns the id of the order for which this payment is reserved. Returns null if the payment is not reserved. */
  reservedFor(requestId: string): Promise<string | null>;
  /** Reserves a payment for an order. Returns false if the payment is already reserved for another order. */
  reserve(requestId: string, id: string): Promise<boolean>;
  /**
   * Returns the payments that were reserved in the last seven days, that have not shipped an order, and that are not
   * refused for good. They also contain the other payments of a paid order, because a payer can pay twice.
   */
  unsettled(id: string): Promise<Reservation[]>;
  /**
   * Returns the unsettled payments of all orders that the shop must ask for now. The service may never know a payment,
   * because the payer has not approved the prompt. The shop asks for it all the time for an hour, then once an hour.
   */
  due(): Promise<Reservation[]>;
  /** Keeps whether the service knew the payment when the shop asked for it. */
  asked(requestId: string, isKnown: boolean): Promise<void>;
  /** Marks the order as shipped, unless it is. */
  ship(id: string, proof: Proof, delivery: string): Promise<Shipment>;
  /** Keeps why this payment never pays its order. */
  refuse(requestId: string, refusal: Refusal): Promise<void>;
  /** Returns the refused payments of an order. */
  refusals(id: string): Promise<{ requestId: string; refusal: Refusal }[]>;
}

/**
 * The lock lets only one process create the tables. Without the lock, two processes could create the same table at the
 * same time, and one process would fail.
 */
const TABLES = `
  begin;
  select pg_advisory_xact_lock(4280);
  create sequence if not exists order_numbers start 1042;
  create table if not exists orders (
    id text primary key,
    recipient text not null,
    chain_id bigint not null,
    currency text not null,
    amount numeric(78) not null,
    session text,
    cart jsonb not null,
    is_named boolean not null default false,
    made_at timestamptz not null default clock_timestamp()
  );
  create table if not exists payments (
    request_id text primary key,
    order_id text not null references orders (id),
    reserved_at timestamptz not null default now(),
    refusal text,
    unknown_at timestamptz
  );
  create table if not exists shipments (
    order_id text primary key references orders (id),
    request_id text not null unique references payments (request_id),
    proof jsonb not null,
    delivery text unique,
    shipped_at timestamptz not null default now()
  );
  alter table orders add column if not exists is_named boolean not null default false;
  alter table payments add column if not exists refusal text;
  alter table payments add column if not exists unknown_at timestamptz;
  alter table shipments add column if not exists delivery text unique;
  commit;
`;

/** The columns of an order and its proof. */
const ORDER = `select id, session, cart::text as cart, proof::text as proof
  from orders left join shipments on order_id = id`;

/** The payments that can still pay their orders. */
const UNSETTLED = `select payments.order_id as "id", payments.request_id as "requestId"
  from payments left join shipments using (request_id)
  where shipped_at is null and refusal is null and reserved_at > now() - interval '7 days'`;

/** A cart as the database stores it. Prices are decimal strings, because JSON has no bigint. */
type StoredCart = {
  items: Item[];
  lines: { product: string; name: string; quantity: number; cents: string }[];
} & Record<'shipping' | 'total', string>;

export async function openOrders(db: Database, today: Terms): Promise<Orders> {
  await db.run(TABLES);

  const insert = async (order: {
    id: string;
    items: readonly Item[];
    session: string | null;
    amount: string;
    isNamed: boolean;
  }): Promise<boolean> => {
    const { id, items, session, amount, isNamed } = order;
    const { rows } = await db.query(
      `insert into orders (id, recipient, chain_id, currency, amount, session, cart, is_named)
       values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict (id) do nothing returning id`,
      [id, today.recipient, today.chainId, today.currency, amount, session, stored(items), isNamed],
    );
    return rows.length === 1;
  };
  const one = async (where: string, value: string): Promise<Order | null> => {
    const { rows } = await db.query(`${ORDER} where ${where} = $1 order by made_at desc limit 1`, [value]);
    return rows[0] ? orderOf(rows[0] as StoredOrder) : null;
  };

  return {
    async create(session, items) {
      for (;;) {
        const { rows } = await db.query(`select nextval('order_numbers')::text as number`);
        const id = `order-${String(rows[0]!['number'])}`;
        // An order of this number exists if somebody has already named the number in a request.
        const amount = unitsOf(sumOf(items).total);
        if (await insert({ id, items, session, amount, isNamed: false })) return (await one('id', id))!;
      }
    },
    latest: (session) => one('not is_named and session', session),
    find: (id) => one('id', id),
    async findOrCreate(id, session) {
      await insert({ id, items: sampleCart, session, amount: today.amount, isNamed: true });
      const { rows } = await db.query(
        `select recipient, chain_id as "chainId", currency, amount::text as amount from orders where id = $1`,
        [id],
      );
      const [row] = rows as unknown as (Omit<Terms, 'chainId'> & { chainId: string | number })[];
      return { ...row!, chainId: Number(row!.chainId) };
    },
    async reservedFor(requestId) {
      const { rows } = await db.query(`select order_id as "id" from payments where request_id = $1`, [
        requestId.toLowerCase(),
      ]);
      return (rows[0]?.['id'] as string | undefined) ?? null;
    },
    async reserve(requestId, id) {
      // Use a single SQL statement, because two processes can reserve the same payment at the same time.
      const { rows } = await db.query(
        `insert into payments (request_id, order_id) values ($1, $2)
         on conflict (request_id) do update set order_id = payments.order_id
         returning order_id = $2 as "isReserved"`,
        [requestId.toLowerCase(), id],
      );
      return rows[0]?.['isReserved'] === true;
    },
    async unsettled(id) {
      const { rows } = await db.query(`${UNSETTLED} and payments.order_id = $1 order by reserved_at`, [id]);
      return rows as unknown as Reservation[];
    },
    async due() {
      const { rows } = await db.query(
        `${UNSETTLED} and (unknown_at is null or reserved_at > now() - interval '1 hour'
         or unknown_at <= now() - interval '1 hour') order by reserved_at`,
      );
      return rows as unknown as Reservation[];
    },
    async asked(requestId, isKnown) {
      await db.query(`update payments set unknown_at = case when $2 then null else now() end where request_id = $1`, [
        requestId.toLowerCase(),
        isKnown,
      ]);
    },
    async ship(id, proof, delivery) {
      const requestId = proof.requestId.toLowerCase();
      const { rows } = await db.query(
        `insert into shipments (order_id, request_id, proof, delivery) values ($1, $2, $3, $4)
         on conflict do nothing returning order_id`,
        [id, requestId, JSON.stringify(proof), delivery],
      );
      if (rows.length === 1) return 'now';
      const paidBy = (await one('id', id))?.proof?.requestId.toLowerCase();
      if (paidBy === undefined) return 'disputed';
      if (paidBy === requestId) return 'before';
      const same = await db.query(`select 1 from shipments where order_id = $1 and delivery = $2`, [id, delivery]);
      // The same money under another id is no second payment.
      return same.rows.length > 0 ? 'before' : 'second';
    },
    async refuse(requestId, refusal) {
      await db.query(`update payments set refusal = $2 where request_id = $1`, [requestId.toLowerCase(), refusal]);
    },
    async refusals(id) {
      const { rows } = await db.query(
        `select request_id as "requestId", refusal from payments where order_id = $1 and refusal is not null`,
        [id],
      );
      return rows as unknown as { requestId: string; refusal: Refusal }[];
    },
  };
}

type StoredOrder = { id: string; session: string | null; cart: string; proof: string | null };

const stored = (items: readonly Item[]): string =>
  JSON.stringify({ items, ...sumOf(items) }, (_, value: unknown) =>
    typeof value === 'bigint' ? String(value) : value,
  );

/** Reads an order with the prices of the day on which it was made. */
function orderOf({ id, session, cart, proof }: StoredOrder): Order {
  const { items, lines, shipping, total } = JSON.parse(cart) as StoredCart;
  return {
    id,
    session,
    items,
    lines: lines.map((line) => ({ ...line, cents: BigInt(line.cents) })),
    shipping: BigInt(shipping),
    total: BigInt(total),
    proof: proof === null ? null : (JSON.parse(proof) as Proof),
  };
}
