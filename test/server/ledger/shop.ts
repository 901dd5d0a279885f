/** A shop of a test: a ledger on a database, a service and a clock. */
import { VirtualClock } from '../../support/clock.js';
import {
  createLedger,
  type Attention,
  type Ledger,
  type LedgerDatabase,
  type LedgerOptions,
  type LedgerOrder,
  type PaidEvent,
} from '../../../src/server/index.js';
import { newPrefix, type Kind } from './databases.js';
import { FakeService, TERMS } from '../../support/fake-service.js';

/** A shop. Several can share a database, as processes do. */
export interface Shop {
  ledger: Ledger;
  db: LedgerDatabase<unknown>;
  service: FakeService;
  clock: VirtualClock;
  prefix: string;
  /** The orders that `onPaid` has got. */
  paid: string[];
  events: PaidEvent[];
  attention: Attention[];
  /** Adds an order of 25 USDC. */
  add(id: string, changes?: Record<string, unknown>): Promise<LedgerOrder>;
  /** Posts a request id for an order. Returns the status of the answer. */
  store(requestId: string, orderId: string): Promise<number>;
  /** Reads an order. */
  order(id: string): Promise<LedgerOrder>;
  /** The status of an order, and those of its payments. */
  standing(id: string): Promise<string>;
  /** Creates the shop of another process. */
  other(options?: Partial<LedgerOptions>): Promise<Shop>;
}

export const NOW: number = Date.UTC(2026, 10, 21, 9);

export const post = (body: unknown, headers: Record<string, string> = {}): Request =>
  new Request('https://shop.example/api/orders/1042/payment', {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });

/** Opens a shop with tables of its own. */
export async function openShop(kind: Kind, options: Partial<LedgerOptions> = {}): Promise<Shop> {
  const shop = await shopOf(
    kind,
    { service: new FakeService(), clock: new VirtualClock(NOW), prefix: newPrefix() },
    options,
  );
  await shop.ledger.migrate();
  return shop;
}

type Shared = Pick<Shop, 'service' | 'clock' | 'prefix'>;

async function shopOf(kind: Kind, shared: Shared, options: Partial<LedgerOptions>): Promise<Shop> {
  const { service, clock, prefix } = shared;
  const db = options.database ?? (await kind.connect());
  const [paid, events, attention]: [string[], PaidEvent[], Attention[]] = [[], [], []];
  const all: LedgerOptions = {
    baseUrl: 'https://pay.example',
    database: db,
    fetch: service.fetch,
    clock,
    prefix,
    onPaid: ({ id }) => void paid.push(id),
    afterPaid: (event) => void events.push(event),
    onAttention: (event) => void attention.push(event),
    readsPerMinute: 100_000,
    ...options,
  };
  // A test that sets a handler to undefined has a process without it.
  const ledger = createLedger(
    Object.fromEntries(Object.entries<unknown>({ ...all }).filter(([, value]) => value !== undefined)) as never,
  );
  const order = async (id: string): Promise<LedgerOrder> => {
    const found = await ledger.order(id);
    if (!found) throw new Error(`There is no order ${id}.`);
    return found;
  };
  return {
    ...shared,
    ledger,
    db,
    paid,
    events,
    attention,
    add: (id, changes = {}) => ledger.addOrder({ ...TERMS, id, ...changes }),
    store: async (requestId, orderId) => (await ledger.storeHandler(post({ requestId }), orderId)).status,
    order,
    async standing(id) {
      const { status, payments } = await order(id);
      return [status, ...payments.map((each) => each.status)].join(' ');
    },
    other: (changes = {}) => shopOf(kind, shared, { ...options, ...changes }),
  };
}

/**
 * Runs the job until the condition is true, with virtual time, and stops it.
 * @throws if the condition is false after a day
 */
export async function runUntil(
  shops: readonly [Shop, ...Shop[]],
  reached: () => boolean | Promise<boolean>,
): Promise<void> {
  const stops = shops.map(({ ledger }) => ledger.run());
  try {
    for (let round = 0; !(await reached()); round += 1) {
      if (round === 172_800) throw new Error(`not reached: ${reached.toString()}`);
      // The time waits for the database, because a claim would otherwise end while its process is waiting.
      for (const { db } of [...shops, ...shops]) await db.query('select 1');
      await shops[0].clock.advance(500);
    }
  } finally {
    await Promise.all(stops.map((stop) => stop()));
  }
}
