/** Stores orders and their reserved payments. A payment pays only one order, and an order ships only once. */
import type { Database } from './database.js';

/** Price and recipient of an order, in the format that `verifyPayment` expects. */
export interface Terms {
  recipient: string;
  chainId: number;
  currency: string;
  amount: string;
}

export interface Orders {
  /** Returns the terms of an order. If the order is new, stores the order with the current terms. */
  findOrCreate(id: string): Promise<Terms>;
  /** Returns the id of the order for which this payment is reserved. Returns null if the payment is not reserved. */
  reservedFor(requestId: string): Promise<string | null>;
  /** Reserves a payment for an order. Returns false if the payment is already reserved for another order. */
  reserve(requestId: string, id: string): Promise<boolean>;
  /** Returns the payments that were reserved in the last seven days and whose orders have not shipped. */
  unshipped(): Promise<{ id: string; requestId: string }[]>;
  /** Marks the order as shipped. Returns false if the order was already marked. */
  ship(id: string, requestId: string): Promise<boolean>;
}

/**
 * The lock lets only one process create the tables. Without the lock, two processes could create the same table at the
 * same time, and one process would fail.
 */
const TABLES = `
  begin;
  select pg_advisory_xact_lock(4280);
  create table if not exists orders (
    id text primary key,
    recipient text not null,
    chain_id bigint not null,
    currency text not null,
    amount numeric(78) not null
  );
  create table if not exists payments (
    request_id text primary key,
    order_id text not null references orders (id),
    reserved_at timestamptz not null default now()
  );
  create table if not exists shipments (
    order_id text primary key references orders (id),
    request_id text not null unique references payments (request_id),
    shipped_at timestamptz not null default now()
  );
  commit;
`;

export async function openOrders(db: Database, today: Terms): Promise<Orders> {
  await db.run(TABLES);
  return {
    async findOrCreate(id) {
      const { recipient, chainId, currency, amount } = today;
      await db.query(
        `insert into orders (id, recipient, chain_id, currency, amount) values ($1, $2, $3, $4, $5)
         on conflict (id) do nothing`,
        [id, recipient, chainId, currency, amount],
      );
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
    async unshipped() {
      const { rows } = await db.query(
        `select order_id as "id", payments.request_id as "requestId" from payments left join shipments using (order_id)
         where shipped_at is null and reserved_at > now() - interval '7 days'`,
      );
      return rows as { id: string; requestId: string }[];
    },
    async ship(id, requestId) {
      const { rows } = await db.query(
        `insert into shipments (order_id, request_id) values ($1, $2) on conflict do nothing returning order_id`,
        [id, requestId.toLowerCase()],
      );
      return rows.length === 1;
    },
  };
}
