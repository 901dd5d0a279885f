/** Tests which tables the command reads, and that it lists every order once. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { assertTables, listOrders } from '../../src/cli/list-orders.js';
import { createStore } from '../../src/server/ledger/database/store.js';
import type { LedgerOrder } from '../../src/server/index.js';
import { addProblem, createProject, ledgerOf, postgresMerchant, sqliteMerchant, type Merchant } from './merchant.js';

const project = createProject([]);
const merchants: Record<string, Merchant> = {};
before(async () => {
  merchants['SQLite'] = sqliteMerchant(join(project.folder, 'shop.db'));
  merchants['PostgreSQL'] = await postgresMerchant();
});
after(async () => {
  for (const merchant of Object.values(merchants)) await merchant.close();
  project.remove();
});

async function listed({ database }: Merchant, prefix: string): Promise<LedgerOrder[]> {
  const found: LedgerOrder[] = [];
  for await (const order of listOrders(database, prefix)) found.push(order);
  return found;
}

for (const kind of ['SQLite', 'PostgreSQL']) {
  test(`assertTables on ${kind} tells missing, unfinished and newer tables from those of this version`, async () => {
    const merchant = merchants[kind]!;
    const check = () =>
      assertTables(merchant.database, 'v_').then(
        () => 'fine',
        (error: unknown) => (error as Error).message,
      );
    assert.match(await check(), /^there are no tables v_… of the ledger\. Check --database and --prefix/u);
    await merchant.sql('create table v_migrations (version integer primary key, done_at text not null)');
    assert.match(await check(), /^there are no tables v_… .* start your server: it creates them by migrate\(\)/u);
    await merchant.sql('drop table v_migrations');
    await ledgerOf(merchant, 'v_').migrate();
    assert.equal(await check(), 'fine');
    await merchant.sql("insert into v_migrations (version, done_at) values (99, '')");
    assert.match(await check(), /^the tables v_… have version 99, .* Update hub-pay here\.$/u);
  });

  test(`listOrders on ${kind} returns each order as the ledger does, also those of one moment and of many pages`, async () => {
    const merchant = merchants[kind]!;
    const ledger = ledgerOf(merchant, 'l_');
    await ledger.migrate();
    assert.deepEqual(await listed(merchant, 'l_'), []);
    const kinds = ['second', 'disputed', 'short'] as const;
    for (const [at, each] of kinds.entries()) await addProblem(merchant, each, { id: `p${at}`, prefix: 'l_' });
    const store = createStore(merchant.database, 'l_');
    const order = (await ledger.order('p0'))!;
    const ids = Array.from({ length: 2_100 }, (_, at) => `n${at}`);
    await merchant.database.transaction(async (query) => {
      for (const id of ids) await store.addOrder(query, { ...order, id }, '2100-01-01T00:00:00.000Z');
    });
    const found = await listed(merchant, 'l_');
    assert.deepEqual(
      found.map(({ id }) => id),
      ['p0', 'p1', 'p2', ...ids.toSorted()],
    );
    for (const id of ['p0', 'p1', 'p2', 'n0', 'n2099'])
      assert.deepEqual(
        found.find((each) => each.id === id),
        await ledger.order(id),
      );
    assert.deepEqual(
      found.slice(0, 3).map(({ payments }) => payments.map(({ status }) => status)),
      kinds.map((each) => [each]),
    );
  });
}
