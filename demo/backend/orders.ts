/**
 * Stores the carts of the visitors, beside the ledger, which stores the order and the payments of each cart. An order
 * never changes: another cart is another order.
 */
import type { Ledger, LedgerOrder, LedgerPayment, NewOrder } from '../../src/server/index.js';
import { sampleCart, sumOf, unitsOf, type Item, type Line } from './catalogue.js';
import type { Client, Database } from './database.js';
import { reasonOf, type Reason } from './standings.js';

/** Recipient, chain and token of every order, and the price of the sample cart in the token's smallest unit. */
export type Terms = Pick<NewOrder, 'recipient' | 'chainId' | 'currency' | 'amount'>;

export interface Order {
  readonly id: string;
  readonly items: readonly Item[];
  readonly lines: readonly Line[];
  readonly shipping: bigint;
  readonly total: bigint;
  /** Id of the visitor's session. Null if a page without a session named the order. */
  readonly session: string | null;
  /** The payment that has paid the order. Null if the order is not paid. */
  readonly payment: LedgerPayment | null;
  /** What the payments that have not paid the order tell the payer. */
  readonly reason: Reason;
  /** Whether the payer must not pay: money is on its way, or has arrived, or nobody knows. */
  readonly isBound: boolean;
}

export interface Orders {
  /** Creates an order for this cart with today's prices. Returns the new order. */
  create(session: string, items: readonly Item[]): Promise<Order>;
  /** Returns the newest cart of the session. Returns null if the session has no cart. */
  latest(session: string): Promise<Order | null>;
  find(id: string): Promise<Order | null>;
  /** Verifies the payments of an order that exists, and returns the order. */
  check(id: string): Promise<Order>;
  /**
   * If there is no such order, stores an order of the sample cart. The URL of a page can name such an order. It belongs
   * to this session, but it is not the cart of the session.
   */
  ensure(id: string, session: string | null): Promise<void>;
}

/** Marks the order to be packed. The ledger calls this in the transaction that records the payment. */
export const pack = async (client: Client, id: string): Promise<void> => {
  await client.query('insert into parcels (order_id) values ($1)', [id]);
};

/**
 * The lock lets only one process create the tables. Without the lock, two processes could create the same table at the
 * same time, and one process would fail.
 */
const TABLES = [
  'select pg_advisory_xact_lock(4280)',
  'create sequence if not exists order_numbers start 1042',
  `create table if not exists carts (
    order_id text primary key,
    session text,
    cart text not null,
    kind text not null,
    made_at timestamptz not null default clock_timestamp()
  )`,
  'create table if not exists parcels (order_id text primary key references carts (order_id))',
];

/** A cart as the database stores it. Prices are decimal strings, because JSON has no bigint. */
type StoredCart = {
  items: Item[];
  lines: { product: string; name: string; quantity: number; cents: string }[];
} & Record<'shipping' | 'total', string>;

type StoredRow = { id: string; session: string | null; cart: string };

export async function openOrders(database: Database, ledger: Ledger<Client>, today: Terms): Promise<Orders> {
  await database.transaction(async (query) => {
    for (const statement of TABLES) await query(statement);
  });

  /** Inserts the cart and its order together. An empty cart has no order. Returns false if the id is taken. */
  const insert = (kind: 'cart' | 'named', id: string, session: string | null, items: readonly Item[]) =>
    database.transaction(async (query, client) => {
      const rows = await query(
        `insert into carts (order_id, session, cart, kind) values ($1, $2, $3, $4)
         on conflict (order_id) do nothing returning order_id`,
        [id, session, stored(items), kind],
      );
      const { total } = sumOf(items);
      if (rows.length === 1 && total > 0n) await ledger.addOrder({ ...today, id, amount: unitsOf(total) }, client);
      return rows.length === 1;
    });

  const one = async (where: string, value: string): Promise<Order | null> => {
    const [row] = await database.query(
      `select order_id as id, session, cart from carts where ${where} = $1 order by made_at desc limit 1`,
      [value],
    );
    if (!row) return null;
    const found = row as StoredRow;
    return orderOf(found, await ledger.order(found.id));
  };

  return {
    async create(session, items) {
      for (;;) {
        const [row] = await database.query(`select nextval('order_numbers')::text as number`);
        const id = `order-${String(row!['number'])}`;
        // An order of this number exists if somebody has already named the number in a request.
        if (await insert('cart', id, session, items)) return (await one('order_id', id))!;
      }
    },
    latest: (session) => one(`kind = 'cart' and session`, session),
    find: (id) => one('order_id', id),
    async check(id) {
      const order = (await one('order_id', id))!;
      if (order.total === 0n) return order;
      const since = new Date().toISOString();
      return { ...order, ...standingOf(await ledger.check(id), since) };
    },
    async ensure(id, session) {
      await insert('named', id, session, sampleCart);
    },
  };
}

const stored = (items: readonly Item[]): string =>
  JSON.stringify({ items, ...sumOf(items) }, (_, value: unknown) =>
    typeof value === 'bigint' ? String(value) : value,
  );

/** Reads an order with the prices of the day on which it was made. */
function orderOf({ id, session, cart }: StoredRow, order: LedgerOrder | null): Order {
  const { items, lines, shipping, total } = JSON.parse(cart) as StoredCart;
  return {
    id,
    session,
    items,
    lines: lines.map((line) => ({ ...line, cents: BigInt(line.cents) })),
    shipping: BigInt(shipping),
    total: BigInt(total),
    ...standingOf(order),
  };
}

/** A payment that the service should have reported, but that the ledger has not verified since this time, is unseen. */
function standingOf(order: LedgerOrder | null, since = ''): Pick<Order, 'payment' | 'reason' | 'isBound'> {
  const { status = 'unpaid', payments = [] } = order ?? {};
  const open = payments.filter(({ resolution }) => !resolution);
  return {
    payment: payments.find((each) => each.status === 'paid') ?? null,
    reason: reasonOf(
      open.map((each) => (each.status === 'stored' && (each.checkedAt ?? '') < since ? 'unseen' : each.status)),
    ),
    isBound: ['paying', 'review', 'disputed'].includes(status),
  };
}
