/** Tests the adapter for PostgreSQL on a real server. */
import assert from 'node:assert/strict';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { join } from 'node:path';
import { mock, test } from 'node:test';
import { Client, Pool } from 'pg';
import { HubPayError } from '../../../../src/errors.js';
import { createLedger, postgres } from '../../../../src/server/index.js';
import { atEnd } from '../../../runner/at-end.mjs';
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

/** A way to the server that can fall silent, as a network that drops every packet does. */
async function silentWay(): Promise<{ port: number; silence: () => void }> {
  const { host } = await postgresServer();
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    const onward = connect(join(host, '.s.PGSQL.5432'));
    sockets.push(socket, onward);
    for (const each of [socket, onward]) each.on('error', () => undefined);
    socket.pipe(onward).pipe(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  atEnd(() => {
    for (const each of sockets) each.destroy();
    server.close();
  });
  const silence = (): void => {
    for (const each of sockets) each.unpipe().pause();
  };
  return { port: (server.address() as AddressInfo).port, silence };
}

for (const what of ['statement', 'transaction'] as const)
  test(`a ${what} that gets no answer fails after 60 seconds, and its connection is closed`, async (context) => {
    const { user, database } = await postgresServer();
    const { port, silence } = await silentWay();
    const pool = new Pool({ host: '127.0.0.1', port, user, database, max: 1 });
    const db = postgres(pool);
    const run = (): Promise<unknown> =>
      what === 'statement' ? db.query('select 1 as one') : db.transaction((query) => query('select 1 as one'));
    assert.deepEqual(await run(), [{ one: 1 }]);
    silence();
    context.mock.timers.enable({ apis: ['setTimeout'] });
    const failed = assert.rejects(run(), /given no answer to a statement for 60 seconds/u);
    while (pool.waitingCount > 0) await new Promise((resolve) => setImmediate(resolve));
    context.mock.timers.tick(30_000);
    // The next one waits for the connection of the first, and gets one of its own.
    const next = run();
    context.mock.timers.tick(30_000);
    await failed;
    assert.deepEqual(await next, [{ one: 1 }]);
    assert.equal(pool.totalCount, 1);
    context.mock.timers.reset();
    await pool.end();
  });

test('a pool that gives no client is given up, and takes back the client that it gives later', async (context) => {
  context.mock.timers.enable({ apis: ['setTimeout'] });
  let give: (client: unknown) => void = () => undefined;
  const pool = {
    totalCount: 0,
    on: () => undefined,
    query: () => assert.fail(),
    connect: () => new Promise((resolve) => (give = resolve)),
  };
  const failed = assert.rejects(() => postgres(pool as never).query('select 1'), /request for a connection/u);
  context.mock.timers.tick(60_000);
  await failed;
  let released = 0;
  give({ release: () => (released += 1) });
  await new Promise((resolve) => setImmediate(resolve));
  assert.equal(released, 1);
});

test('an error of a statement leaves the connection in the pool, and the loss of it does not', async () => {
  const pool = await openPool(1);
  const db = postgres(pool);
  const backend = async (): Promise<unknown> => (await db.query('select pg_backend_pid() as id'))[0]?.['id'];
  const first = await backend();
  const table = `${newPrefix()}x`;
  await db.query(`create table ${table} (id integer primary key)`);
  const twice = `insert into ${table} values (1), (1)`;
  for (const run of [
    () => db.query(twice),
    () => db.transaction((query) => query(twice)),
    () => db.transaction((query) => query('select 1 / 0')),
    () => db.query(`do $$ begin raise exception using errcode = '40P01'; end $$`),
    () => db.query('no statement'),
  ]) {
    await assert.rejects(run);
    assert.equal(await backend(), first, run.toString());
  }
  await assert.rejects(() => db.query('select pg_terminate_backend(pg_backend_pid())'));
  assert.notEqual(await backend(), first);
});
