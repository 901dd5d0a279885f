/** Tests how the ledger records what it finds, one finding after the other. */
import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import type { PoolClient } from 'pg';
import type { LedgerDatabase, LedgerOptions, Query, Row } from '../../../../src/server/index.js';
import { databases, openPool } from '../databases.js';
import { idOf, OTHER_TOKEN, STRANGER, type FakeRecord } from '../../../support/fake-service.js';
import { NOW, openShop, runUntil, type Shop } from '../shop.js';

const { postgres: onPostgres, pglite: onLite, sqlite } = databases;
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** Opens a shop with one stored payment. */
async function paying(options: Parameters<typeof openShop>[1] = {}, kind = sqlite): Promise<Shop> {
  const shop = await openShop(kind, options);
  await shop.add('1');
  assert.equal(await shop.store(idOf(1), '1'), 204);
  return shop;
}

/** What the service says now. */
const says = (shop: Shop, record: FakeRecord): void =>
  void shop.service.records.set(idOf(1), { sentAt: NOW, ...record });

/** Lets the job verify the payment at least once more. */
async function verified(shop: Shop, after = 0): Promise<string> {
  shop.clock.sleep(after);
  const before = (await shop.order('1')).payments[0]?.checkedAt;
  await runUntil([shop], async () => (await shop.order('1')).payments[0]?.checkedAt !== before);
  return shop.standing('1');
}

const kindsOf = async (shop: Shop): Promise<string[]> => (await shop.ledger.attention()).map(({ kind }) => kind);

test('an answer from an older copy of the service takes nothing back', async () => {
  const shop = await paying();
  says(shop, { status: 'pending' });
  assert.equal(await verified(shop), 'paying pending');
  shop.service.records.clear();
  assert.equal(await verified(shop), 'paying pending');
  says(shop, {});
  assert.equal(await verified(shop), 'paid paid');
  for (const record of [{ status: 'pending' }, { status: 'waiting' }, null]) {
    if (record) says(shop, record);
    else shop.service.records.clear();
    assert.equal(await verified(shop, DAY), 'paid paid', JSON.stringify(record));
  }
  assert.deepEqual(await kindsOf(shop), []);
  assert.deepEqual(shop.paid, ['1']);
});

test('a record that contradicts what it has paid is told, and the order stays paid', async () => {
  const shop = await paying();
  says(shop, {});
  assert.equal(await verified(shop), 'paid paid');
  const [before] = (await shop.order('1')).payments;
  says(shop, { amount: '1' });
  assert.equal(await verified(shop, DAY), 'paid paid');
  const [event] = await shop.ledger.attention();
  assert.equal(event?.kind, 'contradicted');
  assert.match(event.message, /has paid the order, and the service now says .* It says: 1 arrived/u);
  // The advice offers nothing that `resolve` would refuse.
  await assert.rejects(() => shop.ledger.resolve(idOf(1), 'x', { accepted: true }), /cannot be accepted/u);
  assert.doesNotMatch(event.advice, /accepted: true|paid again/u);
  assert.deepEqual((await shop.order('1')).payments[0]?.received, before?.received);
  await shop.ledger.resolve(idOf(1), 'The money is here.');
  assert.deepEqual(await kindsOf(shop), []);
  assert.equal(await shop.standing('1'), 'paid paid');
  // What a person has seen is not told again every day, but news is.
  assert.equal(await verified(shop, DAY), 'paid paid');
  assert.deepEqual(await kindsOf(shop), []);
  says(shop, { amount: '2' });
  assert.equal(await verified(shop, DAY), 'paid paid');
  assert.deepEqual(await kindsOf(shop), ['contradicted']);
  await shop.ledger.resolve(idOf(1), 'The money is still here.');
  await assert.rejects(() => shop.ledger.resolve(idOf(1), 'x'), /nobody needs to decide/u);
});

for (const [name, record] of [
  ['failed', { status: 'failure' }],
  ['short', { amount: '1' }],
  ['other-token', { currency: OTHER_TOKEN }],
  ['wrong', { recipient: STRANGER }],
  ['too-old', { sentAt: NOW - HOUR }],
  ['unreadable', { more: { protocol: {} } }],
] as const)
  test(`a paid payment that the service later calls ${name} is told`, async () => {
    const shop = await paying();
    says(shop, {});
    assert.equal(await verified(shop), 'paid paid');
    says(shop, record);
    assert.equal(await verified(shop, DAY), 'paid paid');
    assert.deepEqual(await kindsOf(shop), ['contradicted']);
  });

for (const [status, record] of [
  ['short', { amount: '1' }],
  ['other-token', { currency: OTHER_TOKEN }],
] as const)
  test(`one delivery that is ${status} holds only the order that it came to first`, async () => {
    const shop = await paying();
    await shop.add('2');
    await shop.store(idOf(2), '2');
    const hash = idOf(7);
    for (const number of [1, 2]) {
      shop.service.records.set(idOf(number), { sentAt: NOW, isOwn: true, hash, ...record });
      await shop.ledger.check(String(number));
    }
    assert.equal(await shop.standing('1'), `review ${status}`);
    assert.equal(await shop.standing('2'), 'disputed disputed');
  });

test('a failure is told after a day, and what follows it settles it', async () => {
  const shop = await paying();
  says(shop, { status: 'failure' });
  assert.equal(await verified(shop), 'review failed');
  assert.deepEqual(await kindsOf(shop), []);
  assert.equal(await verified(shop, DAY), 'unpaid failed');
  assert.deepEqual(await kindsOf(shop), ['failed']);
  await runUntil([shop], () => shop.attention.length === 1);
  says(shop, { status: 'refund' });
  assert.equal(await verified(shop, DAY), 'refunded refunded');
  assert.deepEqual(await kindsOf(shop), []);
});

test('a payment that a person has given up still pays its order when it arrives', async () => {
  const shop = await paying();
  says(shop, { status: 'failure' });
  assert.equal(await verified(shop), 'review failed');
  await shop.ledger.resolve(idOf(1), 'The payer pays again.');
  assert.equal(await shop.standing('1'), 'unpaid failed');
  assert.equal(await shop.store(idOf(2), '1'), 204);
  says(shop, {});
  assert.match(await verified(shop, DAY), /^paid paid/u);
  assert.equal((await shop.order('1')).payments[0]?.resolution, null);
  shop.service.records.set(idOf(2), { sentAt: shop.clock.now() });
  await runUntil([shop], async () => (await shop.standing('1')) === 'paid paid second');
  assert.deepEqual(shop.paid, ['1']);
});

test('an unreadable record is told after an hour, and no longer when it is complete', async () => {
  const shop = await paying();
  says(shop, { more: { protocol: {} } });
  assert.equal(await verified(shop), 'review unreadable');
  assert.deepEqual(await kindsOf(shop), []);
  assert.equal(await verified(shop, HOUR), 'review unreadable');
  assert.deepEqual(await kindsOf(shop), ['unreadable']);
  says(shop, {});
  assert.equal(await verified(shop, HOUR), 'paid paid');
  assert.deepEqual(await kindsOf(shop), []);
});

test('a status of the service that nobody knows is told after a day, with its name', async () => {
  const shop = await paying();
  says(shop, { status: 'parked' });
  assert.equal(await verified(shop), 'paying pending');
  await verified(shop, DAY);
  assert.match((await shop.ledger.attention())[0]?.message ?? '', /\(parked\)/u);
});

test('a payment that stays on its way is told after a day, and a person can free its order', async () => {
  const shop = await paying();
  says(shop, { status: 'pending' });
  assert.equal(await verified(shop), 'paying pending');
  await verified(shop, 23 * HOUR);
  assert.deepEqual(await kindsOf(shop), []);
  await verified(shop, HOUR);
  assert.deepEqual(await kindsOf(shop), ['unreadable']);
  await shop.ledger.resolve(idOf(1), 'The payer pays again.');
  assert.equal(await shop.standing('1'), 'unpaid pending');
  assert.equal(await shop.store(idOf(2), '1'), 204);
  // What comes even later is seen when somebody asks.
  shop.clock.sleep(90 * DAY);
  says(shop, {});
  assert.equal((await shop.ledger.check('1')).status, 'paid');
  assert.deepEqual(await kindsOf(shop), []);
});

test('a failure that the service reports after it has paid is told, and does not take the payment back', async () => {
  const shop = await paying();
  says(shop, {});
  assert.equal(await verified(shop), 'paid paid');
  says(shop, { status: 'failure' });
  assert.equal(await verified(shop, DAY), 'paid paid');
  assert.deepEqual(await kindsOf(shop), ['contradicted']);
  says(shop, { status: 'refund' });
  assert.equal(await verified(shop, DAY), 'disputed reversed');
  assert.deepEqual(await kindsOf(shop), ['reversed']);
});

test('a node that gives no answer is told on the console at once, and to a person after an hour', async () => {
  const errors = mock.method(console, 'error', () => undefined);
  const shop = await openShop(sqlite);
  const other = await shop.other({
    finality: { 8453: { rpc: 'https://node.example', confirmations: 2 } },
    fetch: (input, init) => {
      const request = new Request(input, init);
      if (!request.url.startsWith('https://node.example')) return shop.service.fetch(request);
      return Promise.resolve(new Response('no such key', { status: 401 }));
    },
  });
  await other.add('1');
  await other.store(idOf(1), '1');
  says(other, {});
  assert.equal((await other.ledger.check('1')).payments[0]?.status, 'confirming');
  assert.match(String(errors.mock.calls[0]?.arguments[0]), /finality\.8453: your node gave no answer/u);
  assert.deepEqual(await kindsOf(other), []);
  other.clock.sleep(HOUR);
  await other.ledger.check('1');
  assert.deepEqual(await kindsOf(other), ['unreadable']);
  errors.mock.restore();
});

test('a delivery that is not final yet is confirming, and pays when it is', async () => {
  const answers: unknown[] = [];
  const receipt = (block: string) => ({
    transactionHash: `0x${'b'.repeat(24)}${idOf(1).slice(-40)}`,
    blockHash: `0x${'9'.repeat(64)}`,
    blockNumber: block,
    status: '0x1',
  });
  const shop = await openShop(sqlite);
  const other = await shop.other({
    finality: { 8453: { rpc: 'https://node.example', confirmations: 2 } },
    fetch: async (input, init) => {
      const request = new Request(input, init);
      if (!request.url.startsWith('https://node.example')) return shop.service.fetch(request);
      const { method } = (await request.json()) as { method: string };
      answers.push(method);
      return Response.json({
        result: method === 'eth_blockNumber' ? '0x65' : receipt(answers.length < 3 ? '0x65' : '0x64'),
      });
    },
  });
  await other.add('1');
  await other.store(idOf(1), '1');
  says(other, {});
  assert.equal((await other.ledger.check('1')).payments[0]?.status, 'confirming');
  assert.equal((await other.order('1')).status, 'paying');
  assert.equal((await other.ledger.check('1')).status, 'paid');
});

test('onPaid that fails is told after three failures, and settled when it succeeds', async () => {
  const errors = mock.method(console, 'error', () => undefined);
  let isBroken = true;
  let calls = 0;
  const shop = await paying({
    onPaid: () => {
      calls += 1;
      if (isBroken) throw new Error(`no such table\u001b[2J ${calls} ${'x'.repeat(400)}`);
    },
  });
  says(shop, {});
  await runUntil([shop], async () => (await kindsOf(shop)).length > 0);
  assert.deepEqual(await kindsOf(shop), ['handler-failed']);
  assert.equal(await shop.standing('1'), 'paying confirming');
  const told = async (): Promise<string | undefined> => (await shop.ledger.attention())[0]?.message;
  const message = /onPaid has failed 3 times, .* The last error: no such table\\u\{1b\}\[2J 3 x{200,}…$/u;
  assert.match((await shop.order('1')).payments[0]?.message ?? '', message);
  assert.match((await told()) ?? '', message);
  // The event names the last error, and is not told again.
  await runUntil([shop], async () => / 5 x/u.test((await told()) ?? ''));
  assert.deepEqual(
    shop.attention.map(({ kind }) => kind),
    ['handler-failed'],
  );
  isBroken = false;
  await runUntil([shop], async () => (await shop.order('1')).status === 'paid');
  assert.deepEqual(await kindsOf(shop), []);
  errors.mock.restore();
});

test('onPaid that fails for a payment whose record was corrected is told, as for any other payment', async () => {
  const errors = mock.method(console, 'error', () => undefined);
  let isBroken = true;
  const shop = await paying({
    onPaid: () => {
      if (isBroken) throw new Error('the shop is broken');
    },
  });
  for (const [number, record, standing] of [
    [1, { amount: '1' }, 'review short'],
    [2, { recipient: idOf(9).slice(0, 42) }, 'review wrong'],
  ] as const) {
    const id = String(number);
    if (number > 1) {
      await shop.add(id);
      await shop.store(idOf(number), id);
    }
    isBroken = true;
    const sentAt = shop.clock.now();
    shop.service.records.set(idOf(number), { sentAt, ...record });
    await shop.ledger.check(id);
    assert.equal(await shop.standing(id), standing);
    shop.service.records.set(idOf(number), { sentAt });
    await runUntil([shop], async () => (await kindsOf(shop)).join() === 'handler-failed');
    assert.equal(await shop.standing(id), 'paying confirming');
    assert.match((await shop.order(id)).payments[0]?.message ?? '', /failed 3 times, .* the shop is broken$/u);
    isBroken = false;
    await runUntil([shop], async () => (await shop.order(id)).status === 'paid');
    assert.deepEqual(await kindsOf(shop), []);
  }
  errors.mock.restore();
});

test('money whose record has a text that PostgreSQL refuses is told', async () => {
  const shop = await openShop(onPostgres);
  await shop.add('1');
  await shop.store(idOf(1), '1');
  shop.service.records.set(idOf(1), { recipient: 'a\0b', hash: '0x\0', isOwn: true, sentAt: NOW });
  await shop.ledger.check('1');
  assert.equal(await shop.standing('1'), 'review wrong');
  assert.deepEqual(await kindsOf(shop), ['wrong']);
});

for (const kind of [onPostgres, onLite])
  for (const [what, statement] of [
    ['catches the error of its own statement', 'select 1 from no_table'],
    ['ends the transaction', 'rollback'],
  ] as const)
    test(`${kind.name}: an onPaid that ${what} has failed, and the order is paid when it succeeds`, async () => {
      const errors = mock.method(console, 'error', () => undefined);
      let sql: string = statement;
      const shop = await paying(
        {
          onPaid: (_, __, transaction) =>
            void shop.db
              .within(transaction)(sql)
              .catch(() => undefined),
        },
        kind,
      );
      says(shop, {});
      assert.equal(await verified(shop), 'paying confirming');
      assert.match(String(errors.mock.calls[0]?.arguments[0]), /order 1, .* onPaid failed, so the order is not paid/u);
      assert.deepEqual(await shop.db.query(`select * from ${shop.prefix}deliveries`), []);
      sql = 'select 1';
      await runUntil([shop], async () => (await shop.order('1')).status === 'paid');
      errors.mock.restore();
    });

for (const kind of [onPostgres, onLite, sqlite])
  test(`${kind.name}: the console and a person read that onPaid must leave out its commit`, async (context) => {
    const errors = context.mock.method(console, 'error', () => undefined);
    const shop = await paying({ onPaid: (_, __, transaction) => shop.db.within(transaction)('commit') as never }, kind);
    says(shop, {});
    assert.equal(await verified(shop), 'paying confirming');
    const words = /onPaid must not end the transaction of the ledger.*: leave out its commit or rollback/u;
    assert.match(String(errors.mock.calls[0]?.arguments[0]), words);
    assert.match((await shop.order('1')).payments[0]?.message ?? '', words);
  });

for (const kind of [onPostgres, onLite, sqlite])
  for (const [what, end] of [
    ['throws', () => Promise.reject(new Error('the shop is broken'))],
    ['catches the error, and succeeds', () => Promise.resolve()],
  ] as const)
    test(`${kind.name}: an onPaid that commits itself and ${what} has not committed`, async () => {
      const errors = mock.method(console, 'error', () => undefined);
      let isBroken = true;
      const table = `books_${kind.name}_${what.length}`;
      const shop = await paying(
        {
          async onPaid(order, _, transaction) {
            const query = shop.db.within(transaction);
            await query(`insert into ${table} (id) values ($1)`, [order.id]);
            if (!isBroken) return;
            await query('commit').catch(() => undefined);
            await end();
          },
        },
        kind,
      );
      await shop.db.query(`create table ${table} (id text)`);
      says(shop, {});
      const standing = await verified(shop);
      const books = await shop.db.query(`select * from ${table}`);
      // On SQLite, a commit that fails leaves the transaction open, so nothing is lost.
      const isOpen = kind === sqlite && what !== 'throws';
      assert.equal(standing, isOpen ? 'paid paid' : 'paying confirming');
      assert.equal(books.length, isOpen ? 1 : 0);
      isBroken = false;
      await runUntil([shop], async () => (await shop.order('1')).status === 'paid');
      assert.equal((await shop.db.query(`select * from ${table}`)).length, 1);
      errors.mock.restore();
    });

test('sqlite: without foreign keys, an onPaid that commits itself and then fails is told, and not called again', async () => {
  const errors = mock.method(console, 'error', () => undefined);
  let calls = 0;
  const shop = await paying({
    async onPaid({ id }, _, transaction) {
      calls += 1;
      if (id === '2') return;
      await shop.db.within(transaction)('commit');
      throw new Error('the shop is broken');
    },
  });
  await shop.db.query('pragma foreign_keys = off');
  says(shop, {});
  assert.equal(await verified(shop), 'paid paid');
  assert.match(String(errors.mock.calls[0]?.arguments[0]), /onPaid failed, and has ended the transaction/u);
  const [event, ...others] = await shop.ledger.attention();
  assert.deepEqual(others, []);
  assert.equal(event?.kind, 'handler-failed');
  assert.match(event.message, /is recorded as paid\. The error: the shop is broken$/u);
  await verified(shop, DAY);
  assert.equal(calls, 1);
  await shop.ledger.resolve(idOf(1), 'I have added what was missing.');
  assert.deepEqual(await kindsOf(shop), []);
  await shop.add('2');
  await shop.store(idOf(2), '2');
  shop.service.records.set(idOf(2), { sentAt: shop.clock.now() });
  assert.equal((await shop.ledger.check('2')).status, 'paid');
  errors.mock.restore();
});

for (const kind of [onPostgres, onLite])
  test(`${kind.name}: an onPaid that never ends has failed after 30 seconds, and can do nothing any more`, async () => {
    const errors = mock.method(console, 'error', () => undefined);
    let isStuck = true;
    let begin: (transaction: unknown) => void = () => undefined;
    const begun = new Promise((resolve) => (begin = resolve));
    const onPaid: LedgerOptions['onPaid'] = (_, __, transaction) => {
      begin(transaction);
      return isStuck ? new Promise(() => undefined) : undefined;
    };
    const shop = await paying({ onPaid }, kind);
    says(shop, {});
    const checked = shop.ledger.check('1');
    const transaction = await begun;
    await shop.clock.advance(30_000);
    assert.equal((await checked).payments[0]?.status, 'confirming');
    assert.match(String(errors.mock.calls[0]?.arguments[1]), /has not ended after 30 seconds/u);
    await assert.rejects(() => shop.db.within(transaction)('select 1'));
    isStuck = false;
    await runUntil([shop], async () => (await shop.order('1')).status === 'paid');
    errors.mock.restore();
  });

/** A database as a merchant writes it for a driver of their own, with nothing but what is needed. */
async function ownDatabase(): Promise<LedgerDatabase<unknown>> {
  const pool = await openPool(3);
  const queryOf =
    (client: Pick<PoolClient, 'query'>): Query =>
    async (sql, values = []) =>
      (await client.query<Row>(sql, [...values])).rows;
  return {
    dialect: 'postgres',
    query: queryOf(pool),
    async transaction(work) {
      const client = await pool.connect();
      try {
        await client.query('begin isolation level read committed');
        const result = await work(queryOf(client), client);
        const { command } = await client.query('commit');
        if (command !== 'COMMIT') throw new Error('undone');
        return result;
      } catch (error) {
        await client.query('rollback');
        throw error;
      } finally {
        client.release();
      }
    },
    within: (client) => queryOf(client as PoolClient),
  };
}

test('in a database of the merchant, the ledger waits for a late onPaid, so that it ships no order that is not paid', async () => {
  const errors = mock.method(console, 'error', () => undefined);
  const database = await ownDatabase();
  let [begin, go] = [(): void => undefined, (): void => undefined];
  const begun = new Promise<void>((resolve) => (begin = resolve));
  const gate = new Promise<void>((resolve) => (go = resolve));
  const shop = await paying({
    database,
    async onPaid(order, _, transaction) {
      begin();
      await gate;
      await database.within(transaction)('insert into parcels (id) values ($1)', [order.id]);
    },
  });
  await database.query('create table parcels (id text)');
  says(shop, {});
  const checked = shop.ledger.check('1');
  await begun;
  await shop.clock.advance(30_000);
  assert.match(errors.mock.calls[0]?.arguments.map(String).join(' ') ?? '', /ledger waits: .*after 30 seconds/u);
  assert.deepEqual(await database.query('select * from parcels'), []);
  go();
  assert.equal((await checked).status, 'paid');
  assert.deepEqual(await database.query('select * from parcels'), [{ id: '1' }]);
  errors.mock.restore();
});

test('on SQLite, the console says that an onPaid does not end, and the ledger answers nothing meanwhile', async () => {
  const errors = mock.method(console, 'error', () => undefined);
  let end = (): void => undefined;
  const shop = await paying({ onPaid: () => new Promise<void>((resolve) => (end = resolve)) });
  says(shop, {});
  const checked = shop.ledger.check('1');
  for (let round = 0; errors.mock.callCount() === 0 && round < 1_000; round += 1) await shop.clock.advance(1_000);
  assert.match(errors.mock.calls[0]?.arguments.map(String).join(' ') ?? '', /ledger waits: .*after 30 seconds/u);
  let isAnswered = false;
  const asked = shop.order('1').finally(() => (isAnswered = true));
  for (let hour = 0; hour < 24; hour += 1) await shop.clock.advance(3_600_000);
  assert.equal(isAnswered, false);
  end();
  assert.equal((await asked).status, 'paid');
  assert.equal((await checked).status, 'paid');
  errors.mock.restore();
});
