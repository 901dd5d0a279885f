/** Tests that the job goes on, whatever fails around it. */
import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import { databases, openPool, postgresServer } from './databases.js';
import { createLedger, postgres } from '../../../src/server/index.js';
import { idOf } from '../../support/fake-service.js';
import { NOW, openShop, runUntil } from './shop.js';

const { postgres: onPostgres, sqlite } = databases;

test('an outage of the database ends neither the job nor the process', async () => {
  const errors = mock.method(console, 'error', () => undefined);
  const server = await postgresServer();
  const shop = await openShop(onPostgres, { database: postgres(await openPool()) });
  await shop.add('1');
  await shop.store(idOf(1), '1');
  const stop = shop.ledger.run();
  await server.halt();
  const lines = (): string[] => errors.mock.calls.map((call) => call.arguments.map(String).join(' '));
  const told = (what: string): number => lines().filter((line) => line.includes(what)).length;
  const isTold = (count: number): boolean => ['payments', 'events'].every((what) => told(`its ${what} now`) >= count);
  for (let round = 0; !isTold(1); round += 1) {
    assert.ok(round < 2_000, 'no error was told');
    await shop.clock.advance(1_000);
  }
  const before = shop.clock.now();
  for (let round = 0; !isTold(4); round += 1) {
    assert.ok(round < 2_000, 'an error was not told again');
    await shop.clock.advance(1_000);
  }
  const minutes = (shop.clock.now() - before) / 60_000;
  // While connections end, the errors have several texts. Each of them is told once a minute.
  assert.ok(lines().length <= 6 * (minutes + 1), lines().join('\n'));
  for (const id of [2, 3, 4]) assert.equal(await shop.store(idOf(id), '1'), 503);
  assert.equal(told('order 1 failed'), 1);
  await server.restart();
  shop.service.records.set(idOf(1), { sentAt: shop.clock.now() });
  for (let round = 0; shop.events.length === 0 && round < 5_000; round += 1) await shop.clock.advance(1_000);
  await stop();
  for (let round = 0; (await shop.store(idOf(5), '1')) === 503 && round < 100; round += 1);
  errors.mock.restore();
  assert.deepEqual(shop.paid, ['1']);
  for (const line of ['handles its payments again', 'handles its events again', 'the handlers answer again'])
    assert.equal(told(line), 1, lines().join('\n'));
});

test('a handler that throws is called again with the same key, later each time', async () => {
  const errors = mock.method(console, 'error', () => undefined);
  const calls: [key: string, at: number][] = [];
  const shop = await openShop(sqlite, {
    afterPaid({ key }) {
      calls.push([key, shop.clock.now()]);
      if (calls.length < 4) throw new Error('no mail server');
    },
  });
  await shop.add('1');
  await shop.store(idOf(1), '1');
  shop.service.records.set(idOf(1), { sentAt: NOW });
  await runUntil([shop], () => calls.length === 4);
  assert.deepEqual(new Set(calls.map(([key]) => key)), new Set([`${idOf(1)}:paid`]));
  const pauses = calls.slice(1).map(([, at], index) => at - (calls[index]?.[1] ?? 0));
  assert.ok(
    pauses.every((pause, at) => pause >= 10_000 * 2 ** at),
    String(pauses),
  );
  const texts = errors.mock.calls.map(({ arguments: [text] }) => String(text));
  errors.mock.restore();
  assert.match(texts[0] ?? '', /^hub-pay: order 1, payment 0x0+1: afterPaid failed/u);
});

test('what a process has claimed before it ended is done by another one', async () => {
  const shop = await openShop(sqlite, { afterPaid: () => new Promise(() => undefined) });
  await shop.add('1');
  await shop.store(idOf(1), '1');
  shop.service.records.set(idOf(1), { sentAt: NOW });
  await shop.ledger.check('1');
  // A process that ends, so that its claim is never renewed.
  const until = new Date(NOW + 120_000).toISOString();
  await shop.db.query(`update ${shop.prefix}events set claimed_until = $1`, [until]);
  const events: string[] = [];
  const other = await shop.other({ afterPaid: ({ key }) => void events.push(key) });
  const start = shop.clock.now();
  await runUntil([other], () => events.length === 1);
  assert.ok(other.clock.now() - start >= 120_000);
});

test('a handler that takes long keeps its claim, and stop waits for it', async () => {
  let release = (): void => undefined;
  let calls = 0;
  const shop = await openShop(sqlite, {
    async afterPaid() {
      calls += 1;
      await new Promise<void>((resolve) => (release = resolve));
    },
  });
  const other = await shop.other();
  await shop.add('1');
  await shop.store(idOf(1), '1');
  shop.service.records.set(idOf(1), { sentAt: NOW });
  const stops = [shop.ledger.run(), other.ledger.run()];
  for (let round = 0; calls === 0 && round < 5_000; round += 1) await shop.clock.advance(500);
  for (let second = 0; second < 600; second += 10) {
    await shop.db.query('select 1');
    await shop.clock.advance(10_000);
  }
  assert.equal(calls, 1);
  let hasStopped = false;
  const stopped = Promise.all(stops.map((stop) => stop())).then(() => (hasStopped = true));
  await shop.clock.advance(60_000);
  assert.equal(hasStopped, false);
  release();
  await stopped;
  assert.deepEqual(await shop.db.query(`select key from ${shop.prefix}events where told_at is null`), []);
});

test('without onAttention, the console tells what needs a person', async () => {
  const errors = mock.method(console, 'error', () => undefined);
  const shop = await openShop(sqlite);
  const plain = createLedger({
    baseUrl: 'https://pay.example',
    database: shop.db,
    fetch: shop.service.fetch,
    clock: shop.clock,
    prefix: shop.prefix,
  });
  await shop.add('1');
  await shop.store(idOf(1), '1');
  shop.service.records.set(idOf(1), { amount: '1', sentAt: NOW });
  const stop = plain.run();
  for (let round = 0; errors.mock.callCount() === 0 && round < 5_000; round += 1) await shop.clock.advance(500);
  await stop();
  const texts = errors.mock.calls.map(({ arguments: [text] }) => String(text));
  errors.mock.restore();
  assert.equal(texts.length, 1);
  assert.match(texts[0] ?? '', /^hub-pay: order 1, payment 0x0+1: short\. Less than/u);
});

test('the job asks for a flood of new ids without forgetting an old one', async () => {
  const shop = await openShop(sqlite, { readsPerMinute: 60, maxPayments: 1_000 });
  await shop.add('old');
  assert.equal(await shop.store(idOf(1), 'old'), 204);
  shop.clock.sleep(86_400_000);
  const { query } = shop.db;
  const at = new Date(shop.clock.now()).toISOString();
  await shop.add('flood');
  for (let number = 100; number < 600; number += 1)
    await query(
      `insert into ${shop.prefix}payments (request_id, order_id, stored_at, changed_at, next_check_at, is_test)
       values ($1, 'flood', $2, $2, $2, 0)`,
      [idOf(number), at],
    );
  shop.service.records.set(idOf(1), { sentAt: shop.clock.now() });
  const start = shop.clock.now();
  shop.service.asked.length = 0;
  await runUntil([shop], () => shop.paid.includes('old'));
  const minutes = (shop.clock.now() - start) / 60_000;
  assert.ok(minutes < 2, `${minutes} minutes`);
  assert.ok(shop.service.asked.length <= 60 * minutes + 25, `${shop.service.asked.length} reads in ${minutes} minutes`);
});

test('a paid order is told by a process with afterPaid, whichever process has recorded it', async () => {
  const web = await openShop(sqlite, { afterPaid: undefined as never });
  await web.add('1');
  await web.store(idOf(1), '1');
  web.service.records.set(idOf(1), { sentAt: NOW });
  assert.equal((await web.ledger.check('1')).status, 'paid');
  const keys: string[] = [];
  const worker = await web.other({ afterPaid: ({ key }) => void keys.push(key) });
  await runUntil([worker], () => keys.length > 0);
  assert.deepEqual(keys, [`${idOf(1)}:paid`]);
});

test('the console tells an event for a person only if no process with onAttention does', async () => {
  const errors = mock.method(console, 'error', () => undefined);
  const web = await openShop(sqlite);
  await web.add('1');
  await web.store(idOf(1), '1');
  web.service.records.set(idOf(1), { amount: '1', sentAt: NOW });
  await web.ledger.check('1');
  const silent = await web.other({ onAttention: undefined as never });
  const start = silent.clock.now();
  await runUntil([silent], () => errors.mock.callCount() > 0);
  assert.ok(silent.clock.now() - start >= 60_000);
  // A process with `onAttention` that was down still gets the event. The console has it only once.
  const other = await web.other({ onAttention: undefined as never });
  let rounds = 0;
  await runUntil([silent, other], () => (rounds += 1) > 200);
  assert.equal(errors.mock.callCount(), 1);
  assert.deepEqual(web.attention, []);
  await runUntil([web, silent], () => web.attention.length > 0);
  await runUntil([web, silent], () => (rounds += 1) > 400);
  assert.deepEqual(
    web.attention.map(({ kind }) => kind),
    ['short'],
  );
  assert.equal(errors.mock.callCount(), 1);
  errors.mock.restore();
});
