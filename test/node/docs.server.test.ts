/** Runs the whole server of the documentation in processes of its own, in test mode, with a real PostgreSQL. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { shortHash, writeTestId, type TestTerms } from '../../src/shared/test-mode/test-id.js';
import {
  openPageServers,
  openShopDatabase,
  wholeServer,
  type PageServer,
  type PageServers,
  type ShopDatabase,
} from '../tools/docs/page-server.js';
import { startPostgres } from '../support/postgres.mjs';
import { runsOf } from '../support/thorough.js';
import { blocksOf } from '../tools/docs/markdown.js';
import { read } from '../tools/sources.js';

const PAGE = 'stories/docs/server.md';
const TEST_MODE = { PAY_SERVICE: 'demo:', NODE_ENV: 'test' };
const terms: TestTerms = {
  outcome: 'success',
  endsAt: 0,
  chainId: 42161,
  originChainId: 10,
  amount: 25_000_000n,
  isMadeUp: false,
  hasCalls: false,
  recipient: shortHash('0x7A3bC1de5f60718293a4B5c6d7E8f90123456789'),
  currency: shortHash('0xaf88d065e77c8cC2239327C5EDb3A432268e5831'),
};
const idOf = (number: number, changes: Partial<TestTerms> = {}): string =>
  writeTestId({ ...terms, ...changes }, number.toString(16).padStart(6, '0'));

let postgres: Awaited<ReturnType<typeof startPostgres>>;
let servers: PageServers;
before(async () => {
  [postgres, servers] = await Promise.all([startPostgres(), openPageServers()]);
});
after(async () => {
  await servers.close();
  await postgres.stop();
});

type Shop = ShopDatabase & { start(order?: string): Promise<PageServer> };

/** Opens the shop of a merchant, with a new database. */
async function withShop(run: (shop: Shop) => Promise<void>): Promise<void> {
  const database = await openShopDatabase(postgres);
  const started: PageServer[] = [];
  const start = async (order = '1042'): Promise<PageServer> => {
    const server = await servers.start({ ...TEST_MODE, DATABASE_URL: database.url, ORDER: order });
    assert.ok(server);
    started.push(server);
    return server;
  };
  try {
    await run({ ...database, start });
  } finally {
    for (const server of started) await server.stop();
  }
}

test('the whole server has at most 20 lines, and the README and Getting started show the same one', () => {
  assert.ok(wholeServer.trimEnd().split('\n').length <= 20);
  for (const page of ['README.md', 'stories/docs/getting-started.md'])
    assert.ok(
      blocksOf(page, read(page)).some(({ text }) => text === wholeServer),
      page,
    );
});

test('the whole server stores a payment, pays its order once, and refuses what the page says it refuses', () =>
  withShop(async ({ start, parcels }) => {
    const server = await start();
    const [first, second] = [idOf(1), idOf(2)];
    assert.deepEqual((await server.read('1042'))?.body, {
      status: 'unpaid',
      expiresAt: null,
      isExpired: false,
      payments: [],
    });
    assert.equal(await server.store('1043', first), 404);
    assert.equal(await server.store('1042', 'nothing'), 400);
    assert.equal(await server.store('1042', first), 204);
    const { status, body } = (await server.read('1042'))!;
    assert.deepEqual([status, body['status']], [200, 'paid']);
    assert.equal((await server.read('1042'))?.body['status'], 'paid');
    assert.equal(await server.store('1042', second), 409);
    assert.deepEqual(await parcels(), ['1042']);
  }));

test('a payment that has not arrived, is refunded or goes to another recipient pays nothing', () =>
  withShop(async ({ start, parcels }) => {
    const server = await start();
    const statusAfter = async (id: string): Promise<unknown> => {
      assert.equal(await server.store('1042', id), 204);
      return (await server.read('1042'))?.body['status'];
    };
    assert.equal(await statusAfter(idOf(1, { outcome: 'refund' })), 'refunded');
    assert.equal(await statusAfter(idOf(2, { recipient: 7 })), 'review');
    assert.deepEqual(await parcels(), []);
  }));

test('the statements that look into the ledger find what needs a person, the payments, and what an order brought', () =>
  withShop(async ({ start, query }) => {
    const statements = blocksOf(PAGE, read(PAGE)).filter(
      ({ language, text }) => language === 'sql' && text.includes('hub_pay_'),
    );
    assert.equal(statements.length, 3);
    const look = (): Promise<Record<string, unknown>[][]> =>
      Promise.all(
        statements.map(({ text }) =>
          query(
            text.replaceAll(/'2026-\d\d-01'/gu, (day) => (day < "'2026-12" ? "'2000'" : "'3000'")),
            [...(text.includes('$1') ? ['1042'] : [])],
          ),
        ),
      );
    await start('1043');
    const server = await start();
    const wrong = idOf(2, { recipient: 7 });
    for (const [order, id] of [
      ['1042', idOf(1)],
      ['1043', wrong],
    ] as const) {
      assert.equal(await server.store(order, id), 204);
      await server.read(order);
    }
    const [events = [], payments = [], months = []] = await look();
    assert.deepEqual(
      events.map(({ kind, order_id: order, request_id: id }) => [kind, order, id]),
      [['wrong', '1043', wrong]],
    );
    assert.deepEqual(
      payments.map(({ request_id: id, status }) => [id, status]),
      [[idOf(1), 'paid']],
    );
    assert.deepEqual(
      months.map(({ chain_id: chain, orders, amount }) => [chain, orders, amount]),
      [['42161', '1', '25000000']],
    );
  }));

test('two processes pay an order once', () =>
  withShop(async ({ start, parcels }) => {
    const both = await Promise.all([start(), start()]);
    const stored = await Promise.all(both.map((server) => server.store('1042', idOf(1))));
    assert.deepEqual(stored, [204, 204]);
    const answers = await Promise.all([...both, ...both].map((server) => server.read('1042')));
    for (const answer of answers) assert.equal(answer?.body['status'], 'paid');
    assert.deepEqual(await parcels(), ['1042']);
  }));

test('onPaid that throws leaves the order unpaid, and the order is paid when it succeeds', () =>
  withShop(async ({ start, query, pass, parcels }) => {
    const server = await start();
    await query('alter table parcels rename to boxes');
    assert.equal(await server.store('1042', idOf(1)), 204);
    const { payments, status } = (await server.read('1042'))!.body as { payments: object[]; status: string };
    assert.equal(status, 'paying');
    assert.equal((payments[0] as { status?: string }).status, 'confirming');
    assert.match(server.output(), /parcels.*does not exist/u);
    await query('alter table boxes rename to parcels');
    await pass('1042');
    assert.equal((await server.read('1042'))?.body['status'], 'paid');
    assert.deepEqual(await parcels(), ['1042']);
  }));

/** The number of chunks that a server sends until it answers, about. */
const CHUNKS = 30;

test('a server that is killed while it creates its tables starts again, and pays', async (context) => {
  const runs = runsOf(6);
  let killed = 0;
  for (let run = 0; run < runs; run += 1) {
    // The runs are spread over all chunks, the first ones before and the last ones after a chunk is sent.
    const at = Math.floor((run * CHUNKS * 2) / runs);
    const end = { chunk: 1 + (at % CHUNKS), sent: at >= CHUNKS };
    await withShop(async ({ url, start, parcels }) => {
      const first = await servers.start({ ...TEST_MODE, DATABASE_URL: url }, end);
      if (first === null) killed += 1;
      else await first.stop();
      const server = await start();
      assert.equal(await server.store('1042', idOf(1)), 204, JSON.stringify(end));
      assert.equal((await server.read('1042'))?.body['status'], 'paid', JSON.stringify(end));
      assert.deepEqual(await parcels(), ['1042']);
    });
  }
  context.diagnostic(`${killed} of ${runs} servers were killed`);
  assert.ok(killed >= runs / 4, `only ${killed} of ${runs} runs were killed`);
});

test('several processes that start at once create the tables once', () =>
  withShop(async ({ start }) => {
    for (const server of await Promise.all([start(), start(), start(), start()]))
      assert.equal((await server.read('1042'))?.body['status'], 'unpaid');
  }));

test('the server goes on when its database was away, and answers 503 meanwhile', () =>
  withShop(async ({ start, parcels }) => {
    const server = await start();
    assert.equal(await server.store('1042', idOf(1)), 204);
    await postgres.halt();
    assert.equal((await server.read('1042'))?.status, 503);
    assert.equal(await server.store('1042', idOf(2)), 503);
    assert.ok(server.isRunning());
    await postgres.restart();
    assert.equal((await server.read('1042'))?.body['status'], 'paid');
    assert.deepEqual(await parcels(), ['1042']);
  }));
