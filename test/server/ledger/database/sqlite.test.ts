/** Tests the adapter for SQLite, whose transactions share one connection. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HubPayError } from '../../../../src/errors.js';
import { sqlite } from '../../../../src/server/index.js';
import { newPrefix, openSqlite } from '../databases.js';

/** Opens a connection with a table of its own. */
function open() {
  const driver = openSqlite();
  const table = `${newPrefix()}x`;
  driver.exec(`create table ${table} (id text primary key)`);
  return { driver, table, db: sqlite(driver), count: () => driver.prepare(`select * from ${table}`).all().length };
}

test('statements wait for the open transaction, and are not undone with it', async () => {
  const { driver, table, db, count } = open();
  const second = sqlite(driver);
  let fail = (_: Error): void => undefined;
  const failing = db.transaction(async (query, client) => {
    assert.equal(client, driver);
    await query(`insert into ${table} values ($1)`, ['1']);
    await new Promise((_, reject) => (fail = reject));
  });
  const waiting = [
    db.query(`insert into ${table} values ('2')`),
    second.query(`insert into ${table} values ($1)`, ['3']),
    second.transaction(async (query) => query(`insert into ${table} values ('4') returning id`)),
  ];
  while (!driver.inTransaction) await new Promise(setImmediate);
  fail(new Error('x'));
  await assert.rejects(failing, /^Error: x$/u);
  assert.deepEqual(await Promise.all(waiting), [[], [], [{ id: '4' }]]);
  assert.equal(count(), 3);
});

test('a transaction waits for another connection that writes, while the process goes on', async () => {
  const { table, db, count } = open();
  const other = openSqlite();
  other.exec('begin immediate');
  other.exec(`insert into ${table} values ('1')`);
  const waiting = db.transaction((query) => query(`insert into ${table} values ('2')`));
  const single = db.query(`insert into ${table} values ('3')`);
  await new Promise(setImmediate);
  other.exec('commit');
  await Promise.all([waiting, single]);
  assert.equal(count(), 3);
});

test('a statement waits for the merchant’s own transaction on the same connection', async () => {
  const { driver, table, db, count } = open();
  driver.exec('begin');
  driver.exec(`insert into ${table} values ('1')`);
  const waiting = [
    db.query(`insert into ${table} values ('2')`),
    db.transaction((query) => query(`insert into ${table} values ('3')`)),
  ];
  await new Promise(setImmediate);
  // Statements that the merchant gives to the ledger belong to that transaction.
  await db.within(driver)(`insert into ${table} values ('4')`);
  driver.exec('rollback');
  await Promise.all(waiting);
  assert.equal(count(), 2);
});

test('values stand where their numbers stand', async () => {
  const { db } = open();
  assert.deepEqual(await db.query('select $2 as b, $1 as a, $2 as c, $3 as d', ['1', 2, null]), [
    { a: '1', b: 2, c: 2, d: null },
  ]);
  await assert.rejects(() => db.query('select * from no_table'), /no such table/u);
});

test('what is no database of SQLite is refused', () => {
  for (const wrong of [null, undefined, {}, 'ledger.db', { prepare: () => null }])
    assert.throws(
      () => sqlite(wrong as never),
      (error) => error instanceof HubPayError && error.attribute === 'database',
    );
});

test('a transaction of another connection, or none, is refused', () => {
  const { driver, db } = open();
  const other = openSqlite();
  other.exec('begin');
  for (const [transaction, message] of [
    [other, /not the connection/u],
    [undefined, /not the connection/u],
    [driver, /no open transaction/u],
  ] as const)
    assert.throws(
      () => db.within(transaction as typeof driver),
      (error) => error instanceof HubPayError && message.test(error.message),
    );
  other.exec('rollback');
});
