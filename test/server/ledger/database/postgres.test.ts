/** Tests the adapter for PostgreSQL on a real server. */
import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import { Client } from 'pg';
import { HubPayError } from '../../../../src/errors.js';
import { createLedger, postgres } from '../../../../src/server/index.js';
import { TERMS } from '../../../support/fake-service.js';
import { newPrefix, openPool, postgresServer } from '../databases.js';
import { isConfig } from '../is-config.js';

test('a transaction that fails is undone, and its client returns to the pool', async () => {
  const pool = await openPool(1);
  const db = postgres(pool);
  const table = `${newPrefix()}x`;
  await db.query(`create table ${table} (id text primary key)`);
  await assert.rejects(
    () =>
      db.transaction(async (query) => {
        await query(`insert into ${table} values ($1)`, ['1']);
        await query('select 1 from no_table');
      }),
    /no_table/u,
  );
  const thrown = db.transaction(async (query) => {
    await query(`insert into ${table} values ($1)`, ['1']);
    throw new Error('out of stock');
  });
  await assert.rejects(thrown, /out of stock/u);
  assert.deepEqual(await db.query(`select * from ${table}`), []);
  await db.transaction(async (query, client) => {
    await query(`insert into ${table} values ($1)`, ['1']);
    await client.query(`insert into ${table} values ($1)`, ['2']);
    await db.within(client)(`insert into ${table} values ('3')`);
  });
  assert.equal((await db.query(`select * from ${table}`)).length, 3);
  assert.equal(pool.idleCount, 1);
});

test('the loss of a connection is an error of its transaction, and nothing more', async () => {
  const errors = mock.method(console, 'error', () => undefined);
  const pool = await openPool(2);
  const db = postgres(pool);
  postgres(pool);
  const admin = postgres(await openPool(1));
  const end = (id: unknown): Promise<unknown> => admin.query('select pg_terminate_backend($1)', [Number(id)]);
  const backend = async (query: typeof db.query): Promise<unknown> =>
    (await query('select pg_backend_pid() as id'))[0]?.['id'];
  await assert.rejects(() =>
    db.transaction(async (query) => {
      await end(await backend(query));
      await query('select 1');
    }),
  );
  assert.equal(pool.totalCount, 0);
  const idle = new Promise((resolve) => pool.once('error', resolve));
  await end(await backend(db.query));
  await idle;
  assert.equal(errors.mock.callCount(), 1);
  errors.mock.restore();
  assert.deepEqual(await db.query('select 1 as one'), [{ one: 1 }]);
});

test('a transaction reads what others have written meanwhile, whatever the default of the database is', async () => {
  const pool = await openPool(1);
  pool.on('connect', (client) => void client.query("set default_transaction_isolation = 'serializable'"));
  const db = postgres(pool);
  const [row] = await db.transaction((query) => query('show transaction_isolation'));
  assert.deepEqual(row, { transaction_isolation: 'read committed' });
});

for (const level of ['serializable', 'repeatable read'])
  test(`statements that change one row at once all succeed when the database isolates by ${level}`, async () => {
    const table = `${newPrefix()}x`;
    const databases = await Promise.all(
      [1, 2, 3].map(async () => {
        const pool = await openPool(1);
        pool.on('connect', (client) => void client.query(`set default_transaction_isolation = '${level}'`));
        return postgres(pool);
      }),
    );
    const [db] = databases;
    await db?.query(`create table ${table} (count integer not null)`);
    await db?.query(`insert into ${table} values (0)`);
    const add = async (each: typeof db): Promise<void> => {
      for (let round = 0; round < 50; round += 1) await each?.query(`update ${table} set count = count + 1`);
    };
    await Promise.all(databases.map(add));
    assert.deepEqual(await db?.query(`select count from ${table}`), [{ count: 150 }]);
  });

test('a text with a character that PostgreSQL refuses is stored without it', async () => {
  const db = postgres(await openPool(1));
  assert.deepEqual(await db.query('select $1::text as text', ['a\0b']), [{ text: 'a\uFFFDb' }]);
  const [row] = await db.transaction((query) => query('select $1::text as text', ['\0']));
  assert.deepEqual(row, { text: '\uFFFD' });
});

test('a commit that the database turns into a rollback is an error', async () => {
  const db = postgres(await openPool(1));
  const careless = db.transaction(async (query) => query('select 1 from no_table').catch(() => null));
  await assert.rejects(careless, /the database undid the transaction/u);
});

test('what is neither a pool nor a PGlite is refused', async () => {
  const { host, user, database } = await postgresServer();
  for (const wrong of [
    null,
    undefined,
    {},
    'postgres://x',
    { query: () => null },
    new Client({ host, user, database }),
  ])
    assert.throws(
      () => postgres(wrong as never),
      (error) => error instanceof HubPayError && error.attribute === 'database',
    );
});

test('a transaction that is a pool, a PGlite or no client is refused before a statement runs', async () => {
  const pool = await openPool(1);
  const lite = { query: () => assert.fail(), transaction: () => assert.fail() };
  for (const [wrong, message] of [
    [pool, /^transaction: this is a pool: pass the client on which you called begin/u],
    [lite, /^transaction: this is a PGlite: pass what its method transaction/u],
    [{}, /^transaction: has no function query/u],
    [null, /^transaction: has no function query/u],
  ] as const) {
    for (const db of [postgres(pool), postgres(lite as never)])
      assert.throws(() => db.within(wrong as never), isConfig(message));
    const ledger = createLedger({ baseUrl: 'https://pay.example', database: postgres(pool) });
    await assert.rejects(() => ledger.addOrder({ id: '1', ...TERMS }, wrong as never), isConfig(message));
  }
});
