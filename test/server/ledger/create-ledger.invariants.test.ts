/**
 * Attacks the ledger with random sequences: honest and dishonest payers, a careless service, several processes at once,
 * on a real PostgreSQL.
 */
import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import fc from 'fast-check';
import { createLedger, type Ledger, type LedgerOrder } from '../../../src/server/index.js';
import { TRAITS } from '../../../src/server/ledger/payments/status.js';
import { VirtualClock } from '../../support/clock.js';
import { runsOf, seedOf } from '../../support/thorough.js';
import { databases, newPrefix } from './databases.js';
import { FakeService, idOf, TERMS, type FakeRecord } from '../../support/fake-service.js';
import { NOW, post } from './shop.js';

const MINUTE = 60_000;
const PROCESSES = 8;
const ORDERS = ['A', 'B', 'C'];
const { postgres: postgresKind } = databases;

/** One step of a run. Numbers choose among orders, ids, processes and so on. */
type Step =
  | { do: 'store'; order: number; id: number; process: number }
  | { do: 'report'; id: number; status: number }
  | { do: 'deliver'; id: number; how: number; old: boolean; paysLess: boolean }
  | { do: 'refund'; id: number }
  | { do: 'correct'; id: number }
  | { do: 'break'; how: number }
  | { do: 'supersede'; id: number; by: number }
  | { do: 'check'; order: number; process: number }
  | { do: 'race'; order: number; id: number }
  | { do: 'resolve'; id: number; accepted: boolean }
  | { do: 'wait'; minutes: number };

const small = fc.nat(5);
const process = fc.nat(PROCESSES - 1);
const rarely = fc.nat(4).map((number) => number === 0);
const store = fc.record({ do: fc.constant('store' as const), order: small, id: small, process });
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 2, arbitrary: store },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('report' as const), id: small, status: small }) },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('deliver' as const),
      id: small,
      how: small,
      old: rarely,
      paysLess: rarely,
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('refund' as const), id: small }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('correct' as const), id: small }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('break' as const), how: small }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('supersede' as const), id: small, by: small }) },
  { weight: 6, arbitrary: fc.record({ do: fc.constant('check' as const), order: small, process }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('race' as const), order: small, id: small }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('resolve' as const), id: small, accepted: rarely }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('wait' as const), minutes: fc.nat(120) }) },
);

/** What can be wrong with the shop's `onPaid`. */
const FAULTS = ['none', 'throws', 'commits', 'commits and throws', 'undoes', 'undoes and throws'] as const;

/** The pages store some ids first, because only then can anything pay. */
const run = fc
  .tuple(fc.array(store, { minLength: 2, maxLength: 8 }), fc.array(step, { minLength: 4, maxLength: 25 }))
  .map(([first, rest]): Step[] => [...first, ...rest]);

/** What all runs share: the tables, and the ledgers of several processes. Each run empties the tables. */
const clock = new VirtualClock(NOW);
const prefix = newPrefix();
const books = `${prefix}books`;
let ledgers: Promise<Ledger[]> | undefined;
let world: World;
/** The statuses that the runs have reached. */
const reached = new Set<string>();

async function openLedgers(): Promise<Ledger[]> {
  const opened: Ledger[] = [];
  for (let at = 0; at < PROCESSES; at += 1) {
    const database = await postgresKind.connect();
    opened.push(
      createLedger({
        baseUrl: 'https://pay.example',
        database,
        fetch: (input, init) => world.service.fetch(input, init),
        clock,
        prefix,
        readsPerMinute: 1_000_000,
        maxPayments: 4,
        onPaid: async ({ id }, { requestId }, transaction) => {
          const query = database.within(transaction);
          await query(`insert into ${books} (order_id, request_id) values ($1, $2)`, [id, requestId]);
          const { fault } = world;
          const end = fault.startsWith('commits') ? 'commit' : fault.startsWith('undoes') ? 'rollback' : null;
          if (end) await query(end).catch(() => undefined);
          if (fault.endsWith('throws')) throw new Error('the shop is broken');
          await query(`update ${books} set is_done = 1 where request_id = $1`, [requestId]);
        },
        afterPaid: ({ key }) => void world.told.push(key),
        onAttention: ({ key }) => void world.told.push(key),
      }),
    );
  }
  await opened[0]?.migrate();
  const { query } = await postgresKind.connect();
  await query(
    `create table ${books} (number serial, order_id text, request_id text, is_done integer not null default 0)`,
  );
  return opened;
}

/** The world of one run: what really happened to the money, beside what the ledger says. */
class World {
  readonly clock = clock;
  readonly service = new FakeService();
  /** What the shop's own table contains: the orders that `onPaid` has shipped, in this order. */
  shipped: readonly { order: string; id: string }[] = [];
  /** What is wrong with the shop's `onPaid` now. */
  fault: (typeof FAULTS)[number] = 'none';
  /** The keys of the events. */
  readonly told: string[] = [];
  /** The ids of the payments that a person has accepted. */
  readonly accepted = new Set<string>();
  /** Each transfer that really reached the shop, by the record that names it first. */
  readonly real = new Map<string, { hash: string; sentAt: number }>();
  transfers = 0;
  /** The ids that have ever named each delivery. A service can change its mind, and the first to name it has it. */
  readonly named = new Map<string, Set<string>>();
  readonly #ledgers: readonly Ledger[];

  constructor(opened: readonly Ledger[]) {
    this.#ledgers = opened;
  }

  async open(): Promise<void> {
    const { query } = await postgresKind.connect();
    const tables = ['orders', 'payments', 'deliveries', 'events', 'books'];
    await query(`truncate ${tables.map((each) => prefix + each).join(', ')}`);
    for (const id of ORDERS) await this.ledger(0).addOrder({ ...TERMS, id });
  }

  ledger = (number: number): Ledger => this.#ledgers[number % PROCESSES]!;
  order = (number: number): string => ORDERS[number % ORDERS.length]!;

  async run(each: Step): Promise<void> {
    const { records } = this.service;
    switch (each.do) {
      case 'store':
        await this.ledger(each.process).storeHandler(post({ requestId: idOf(each.id) }), this.order(each.order));
        return;
      case 'report':
        if (!records.has(idOf(each.id)))
          records.set(idOf(each.id), { status: ['waiting', 'pending', 'depositing', 'failure'][each.status % 4]! });
        return;
      case 'deliver':
        this.deliver(each);
        return;
      case 'refund': {
        const record = records.get(idOf(each.id));
        if (record) record.status = 'refund';
        return;
      }
      case 'correct':
        delete records.get(idOf(each.id))?.amount;
        return;
      case 'break':
        this.fault = FAULTS[each.how % FAULTS.length]!;
        return;
      case 'supersede':
        if (each.id !== each.by)
          records.set(idOf(each.id), { status: 'refund', ...records.get(idOf(each.id)), supersededBy: idOf(each.by) });
        return;
      case 'check':
        await this.ledger(each.process).check(this.order(each.order));
        return;
      case 'race':
        await Promise.all(
          Array.from({ length: 8 }, async (_, client) => {
            const ledger = this.ledger(client);
            if (client % 2 === 0) await ledger.check(this.order(each.order + (client % 3)));
            else await ledger.storeHandler(post({ requestId: idOf(each.id) }), this.order(each.order + client));
          }),
        );
        return;
      case 'resolve':
        await this.ledger(0)
          .resolve(idOf(each.id), 'decided', { accepted: each.accepted })
          .then(
            () => each.accepted && this.accepted.add(idOf(each.id)),
            () => undefined,
          );
        return;
      case 'wait':
        this.clock.sleep(each.minutes * MINUTE);
    }
  }

  /**
   * A delivery: by a solver in a transaction of its own, by one that it shares with others, by the payer's own
   * transaction, or, at a careless service, by a transfer that another request has named before.
   */
  deliver({ id: number, how, old, paysLess }: Extract<Step, { do: 'deliver' }>): void {
    const id = idOf(number);
    const before = this.service.records.get(id);
    if (before?.status === 'success' || this.real.has(id)) return;
    const sentAt = this.clock.now() - (old ? 61 * MINUTE : 0);
    const kind = how % 4;
    const known = [...this.real.values()].filter(({ hash }) => hash.startsWith('0xee'));
    const copied = kind === 3 ? known[how % Math.max(known.length, 1)] : undefined;
    const hash = `0x${kind >= 2 ? 'ee' : 'dd'}${String((this.transfers += 1)).padStart(62, '0')}`;
    const own = kind >= 2;
    const record: FakeRecord = {
      ...(before?.supersededBy !== undefined && { supersededBy: before.supersededBy }),
      status: 'success',
      isOwn: own,
      hash: copied?.hash ?? hash,
      sentAt: copied?.sentAt ?? sentAt,
      // A service can have created the request long before the shop stored its id.
      createdAt: old && number % 2 === 0 ? sentAt - MINUTE : this.clock.now() - MINUTE,
      ...(kind === 1 && { outHash: `0x${'ff'.repeat(32)}` }),
      ...(paysLess && { amount: '1' }),
    };
    this.service.records.set(id, record);
    this.real.set(id, { hash: record.hash!, sentAt: record.sentAt! });
  }

  async readShipped(): Promise<void> {
    const { query } = await postgresKind.connect();
    const rows = await query(`select * from ${books} order by number`);
    assert.ok(
      rows.every((row) => Number(row['is_done']) === 1),
      'an order is shipped by half of onPaid',
    );
    this.shipped = rows.map((row) => ({ order: String(row['order_id']), id: String(row['request_id']) }));
  }

  /** Remembers which ids name which delivery now. */
  remember(): void {
    for (const id of this.service.records.keys()) {
      const found = this.deciding(id);
      if (found?.record.status !== 'success') continue;
      const key = deliveryOf(found);
      this.named.set(key, (this.named.get(key) ?? new Set()).add(id));
    }
  }

  /** Runs the job in two processes, after a day in which each payment has become due, until nothing is due. */
  async runJobs(): Promise<void> {
    const { query } = await postgresKind.connect();
    this.fault = 'none';
    this.clock.sleep(25 * 60 * MINUTE);
    const now = new Date(this.clock.now()).toISOString();
    const due = `select 1 from ${prefix}payments where next_check_at <= $1 union all
      select 1 from ${prefix}events where told_at is null and resolved_at is null`;
    const stops = [this.ledger(1).run(), this.ledger(2).run()];
    while ((await query(due, [now])).length > 0) await this.clock.advance(500);
    await Promise.all(stops.map((stop) => stop()));
  }

  /** The record that decides about an id, as the service leads there. */
  deciding(id: string): { id: string; record: FakeRecord } | null {
    const seen = new Set<string>();
    for (let at = id; !seen.has(at);) {
      seen.add(at);
      const record = this.service.records.get(at);
      if (!record) return null;
      if (record.status === 'success' || record.supersededBy === undefined) return { id: at, record };
      at = record.supersededBy;
    }
    return null;
  }
}

const deliveryOf = ({ id, record }: { id: string; record: FakeRecord }): string =>
  record.isOwn ? String(record.hash) : id;

async function attack(steps: readonly Step[]): Promise<void> {
  world = new World(await (ledgers ??= openLedgers()));
  await world.open();
  const tookAt = new Map<string, string>();
  const lastly = { do: 'jobs' as const };
  for (const each of [...steps, lastly]) {
    const before = world.shipped.length;
    await (each.do === 'jobs' ? world.runJobs() : world.run(each));
    world.remember();
    await world.readShipped();
    for (const { order, id } of world.shipped.slice(before)) {
      const payments = (await world.ledger(0).order(order))?.payments ?? [];
      assert.ok(!payments.some(({ requestId }) => world.accepted.has(requestId)), `${order} was accepted before`);
      const found = world.deciding(id);
      assert.ok(found?.record.status === 'success', 'an order was paid without a delivery');
      assert.notEqual(found.record.amount, '1', 'an order was paid with too little');
      const key = deliveryOf(found);
      assert.equal(tookAt.get(key), undefined, `the delivery ${key} paid ${tookAt.get(key)} and ${order}`);
      tookAt.set(key, order);
      const payment = payments.find(({ requestId }) => requestId === id);
      assert.ok(['paid', 'reversed'].includes(payment?.status ?? ''), `${order} is shipped, and not paid`);
      const storedAt = Date.parse(payment?.storedAt ?? '');
      assert.ok((found.record.sentAt ?? 0) >= storedAt - 5 * MINUTE, 'an order was paid by older money');
    }
  }
  const orders = world.shipped.map(({ order }) => order);
  assert.equal(new Set(orders).size, orders.length, 'an order was paid twice');
  // At the end, the jobs have verified everything once more, and nothing that arrived may be silent.
  assert.equal(new Set(world.told).size, world.told.length, 'an event was told twice');
  assert.equal(
    world.told.filter((key) => key.endsWith(':paid')).length,
    world.shipped.length,
    'afterPaid was not called',
  );
  const waiting = await world.ledger(0).attention();
  for (const id of ORDERS) {
    const order = await world.ledger(1).order(id);
    assert.ok(order);
    for (const payment of order.payments) {
      reached.add(payment.status);
      assertTold(order, payment, waiting);
    }
  }
}

function assertTold(
  order: LedgerOrder,
  { requestId, status, resolution, delivery }: LedgerOrder['payments'][number],
  waiting: readonly { requestId: string; kind: string }[],
): void {
  const found = world.deciding(requestId);
  const told = waiting.some((each) => each.requestId === requestId);
  if (found?.record.status !== 'success') return;
  const where = `${order.id} ${requestId}: ${status}`;
  assert.ok(!TRAITS[status].isOpen || resolution?.accepted, `${where} is not seen`);
  if (status === 'paid') assert.equal(order.status, 'paid', where);
  if (status === 'same')
    assert.ok(
      order.payments.some((other) => other.requestId !== requestId && other.status !== 'same'),
      `${where}: no other payment has this delivery ${delivery}`,
    );
  if (!['paid', 'same', 'refunded'].includes(status)) assert.ok(told || resolution !== null, `${where} is silent`);
  // An honest payer: their own delivery, which no other id names, of the whole amount, in time, for an unpaid order.
  const isShared = (world.named.get(deliveryOf(found))?.size ?? 0) > 1;
  if (!isShared) assert.ok(!['same', 'disputed'].includes(status), `${where}: an honest payer is refused`);
}

test('no sequence pays two orders with one delivery, takes older money, or hides what arrived', async () => {
  const seed = seedOf(20_261_121);
  const errors = mock.method(console, 'error', () => undefined);
  const runs = runsOf(100);
  await fc.assert(fc.asyncProperty(run, attack), {
    seed,
    numRuns: runs,
    includeErrorInReport: true,
  });
  errors.mock.restore();
  // `npm test` does 100 runs. They reached these statuses with each of three seeds, but `reversed` not with each.
  const usual = runs >= 100 ? ['same', 'disputed', 'second', 'short', 'too-old', 'refunded'] : [];
  const rare = runs >= 400 ? ['reversed'] : [];
  const missing = ['paid', ...usual, ...rare].filter((each) => !reached.has(each));
  assert.deepEqual(missing, [], 'the runs reach too little');
});
