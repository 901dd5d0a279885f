/** Tests that the ledger's tables are created once, whatever runs or ends at the same time. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Pool } from 'pg';
import { postgres, type LedgerDatabase, type Query } from '../../../../src/server/index.js';
import { migrate, VERSION } from '../../../../src/server/ledger/database/schema.js';
import { kinds, newPrefix, openPool, postgresServer } from '../databases.js';
import { isConfig } from '../is-config.js';

const now = (): string => '2026-11-21T09:00:00.000Z';

/** The database of a process that ends before its statement of this number. */
function endingAt(db: LedgerDatabase<unknown>, number: number): LedgerDatabase<unknown> {
  let count = 0;
  const ending =
    (query: Query): Query =>
    (sql, values) => {
      if ((count += 1) === number) throw new Error('the process ends');
      return query(sql, values);
    };
  return { ...db, transaction: (work) => db.transaction((query, transaction) => work(ending(query), transaction)) };
}

for (const kind of kinds) {
  test(`${kind.name}: eight processes that start at once create the tables once`, async () => {
    const prefix = newPrefix();
    const databases = await Promise.all(Array.from({ length: 8 }, () => kind.connect()));
    await Promise.all(databases.map((db) => migrate(db, prefix, now)));
    const [db] = databases;
    assert.ok(db);
    const versions = await db.query(`select version from ${prefix}migrations order by version`);
    assert.deepEqual(
      versions.map(({ version }) => Number(version)),
      Array.from({ length: VERSION }, (_, at) => at + 1),
    );
    await migrate(db, prefix, now);
    assert.deepEqual(await db.query(`select * from ${prefix}orders`), []);
  });

  test(`${kind.name}: a process that ends in the middle leaves nothing that the next one cannot go on with`, async () => {
    const prefix = newPrefix();
    const db = await kind.connect();
    let ended = 0;
    for (let number = 1; ; number += 1) {
      try {
        await migrate(endingAt(db, number), prefix, now);
        break;
      } catch (error) {
        assert.match(String(error), /the process ends/u);
        ended += 1;
      }
    }
    assert.ok(ended > 10, `${ended} ends`);
    await db.query(`insert into ${prefix}orders (id, recipient, chain_id, currency, amount, minimum_amount, added_at)
      values ('1', 'x', 1, 'y', '1', '1', 'now')`);
  });

  test(`${kind.name}: tables of a newer version are refused`, async () => {
    const prefix = newPrefix();
    const db = await kind.connect();
    await migrate(db, prefix, now);
    await db.query(`insert into ${prefix}migrations (version, done_at) values (${VERSION + 1}, 'now')`);
    await assert.rejects(() => migrate(db, prefix, now), isConfig(/update hub-pay/u));
  });

  test(`${kind.name}: the database itself refuses a second paid payment, id or delivery`, async () => {
    const prefix = newPrefix();
    const db = await kind.connect();
    await migrate(db, prefix, now);
    for (const id of ['a', 'A'])
      await db.query(`insert into ${prefix}orders (id, recipient, chain_id, currency, amount, minimum_amount, added_at)
        values ('${id}', 'x', 1, 'y', '1', '1', 'now')`);
    const pay = (id: string, order: string, status: string): Promise<unknown> =>
      db.query(`insert into ${prefix}payments (request_id, order_id, status, stored_at, changed_at, is_test)
        values ('${id}', '${order}', '${status}', 'now', 'now', 0)`);
    await pay('1', 'a', 'paid');
    await pay('2', 'a', 'second');
    await pay('3', 'A', 'paid');
    for (const [id, order, status] of [
      ['4', 'a', 'paid'],
      // The same id is refused for each order, whatever its status.
      ['2', 'A', 'second'],
      ['2', 'a', 'stored'],
    ] as const)
      await assert.rejects(() => pay(id, order, status), /unique/iu, `${id} ${order}`);
    await pay('4', 'a', 'stored');
    const take = (order: string): Promise<unknown> =>
      db.query(`insert into ${prefix}deliveries (delivery, request_id, order_id) values ('d', '1', '${order}')`);
    await take('a');
    await assert.rejects(() => take('A'), /unique/iu);
  });
}

test('a role without the right to create tables reads its name and the grant', async () => {
  const { host, database } = await postgresServer();
  const admin = postgres(await openPool(1));
  await admin.query('create role "the ""shop" login');
  await admin.query('create schema private_of_owner');
  const pool = new Pool({
    host,
    user: 'the "shop',
    database,
    max: 1,
    options: '-c search_path=private_of_owner,public',
  });
  try {
    await admin.query('grant usage on schema private_of_owner to "the ""shop"');
    const grant = 'grant usage, create on schema "private_of_owner" to "the ""shop"';
    await assert.rejects(
      () => migrate(postgres(pool), newPrefix(), now),
      (error: Error) =>
        error.message.includes(`database: the role "the ""shop" cannot`) && error.message.includes(`run: ${grant};`),
    );
    await admin.query(grant);
    await migrate(postgres(pool), newPrefix(), now);
  } finally {
    await pool.end();
    await admin.query('drop schema private_of_owner cascade');
    await admin.query('drop owned by "the ""shop"');
    await admin.query('drop role "the ""shop"');
  }
});
