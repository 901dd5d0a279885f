/** Tests what a merchant reads who has forgotten to call `migrate`. */
import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import { createLedger, sqlite, type SqliteStatement } from '../../../../src/server/index.js';
import { withTables } from '../../../../src/server/ledger/database/with-tables.js';
import { HubPayError } from '../../../../src/errors.js';
import { kinds, newPrefix, openSqlite } from '../databases.js';
import { idOf, TERMS } from '../../../support/fake-service.js';
import { isConfig } from '../is-config.js';
import { post } from '../shop.js';

const MISSING = /^database: the tables t\d+_… do not exist, or .*: call ledger\.migrate\(\) at each start/u;

for (const kind of kinds) {
  test(`${kind.name}: tables that are missing or older are told with what to do, in each method`, async () => {
    const prefix = newPrefix();
    const database = await kind.connect();
    const ledger = createLedger({ baseUrl: 'https://pay.example', database, prefix });
    const add = () => ledger.addOrder({ ...TERMS, id: '1' });
    for (const call of [add, () => ledger.order('1'), () => ledger.check('1'), () => ledger.attention()])
      await assert.rejects(call, isConfig(MISSING));
    await assert.rejects(() => ledger.resolve(idOf(1), 'x'), isConfig(MISSING));
    await assert.rejects(
      () => database.transaction((_, transaction) => ledger.addOrder({ ...TERMS, id: '1' }, transaction)),
      isConfig(MISSING),
    );
    const errors = mock.method(console, 'error', () => undefined);
    assert.equal((await ledger.storeHandler(post({ requestId: idOf(1) }), '1')).status, 503);
    // The statement and the stack of the driver say nothing that the line does not say.
    const [, told] = (errors.mock.calls[0]?.arguments ?? []) as unknown[];
    assert.ok(typeof told === 'string' && /call ledger\.migrate\(\)/u.test(told), String(told));
    errors.mock.restore();

    await ledger.migrate();
    await add();
    await database.query(`delete from ${prefix}migrations where version > 1`);
    await database.query(`alter table ${prefix}orders rename column status to state`);
    await assert.rejects(
      () => withTables(database, prefix).query(`select status from ${prefix}orders where status = 'x'`),
      isConfig(MISSING),
    );
  });

  test(`${kind.name}: another error of the database stays as it is`, async () => {
    const prefix = newPrefix();
    const database = await kind.connect();
    await createLedger({ baseUrl: 'https://pay.example', database, prefix }).migrate();
    const { query } = withTables(database, prefix);
    for (const sql of ['select from from', 'select missing_function()'])
      await assert.rejects(
        () => query(sql),
        (error) => !(error instanceof HubPayError),
        sql,
      );
  });
}

test('the errors of node:sqlite, which have a number instead of a name, are understood too', async () => {
  const driver = openSqlite();
  const prepare = (sql: string): SqliteStatement => {
    try {
      return driver.prepare(sql);
    } catch (error) {
      throw Object.assign(new Error((error as Error).message), { code: 'ERR_SQLITE_ERROR', errcode: 1 });
    }
  };
  const database = sqlite({ prepare, exec: (sql) => driver.exec(sql) });
  const ledger = createLedger({ baseUrl: 'https://pay.example', database, prefix: newPrefix() });
  await assert.rejects(() => ledger.order('1'), isConfig(MISSING));
});
