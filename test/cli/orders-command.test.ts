/** Tests the command that shows what needs a person: its output, its exit codes and its error messages. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { after, before, test } from 'node:test';
import type { Attention, LedgerOrder } from '../../src/server/index.js';
import { attentionRegistry, HOSTILE } from '../support/attention.js';
import { commandFile, runCommandIn, type Result } from '../support/run-command.js';
import { addProblem, createProject, ledgerOf, postgresMerchant, sqliteMerchant, type Merchant } from './merchant.js';

const shop = createProject(['pg', 'better-sqlite3']);
const file = join(shop.folder, 'shop.db');
const merchants: Record<string, Merchant> = {};
before(async () => {
  merchants['SQLite'] = sqliteMerchant(file);
  merchants['PostgreSQL'] = await postgresMerchant();
  writeFileSync(join(shop.folder, 'registry.json'), JSON.stringify(attentionRegistry));
});
after(async () => {
  for (const merchant of Object.values(merchants)) await merchant.close();
  shop.remove();
});

/** Runs the command in the merchant's project, without the variables of this process. */
const run = (variables: Record<string, string>, ...parameters: string[]): Promise<Result> =>
  runCommandIn(shop.folder, { DATABASE_URL: '', ...variables }, 'orders', ...parameters);

const CONTROLS = /[^\n\P{C}]|[\p{Zl}\p{Zp}]/u;

for (const kind of ['SQLite', 'PostgreSQL']) {
  test(`hub-pay orders on ${kind} shows what needs a person, exits with 2, and shows nothing after it is resolved`, async () => {
    const merchant = merchants[kind]!;
    const ledger = ledgerOf(merchant, 'a_');
    await ledger.migrate();
    const given = ['--prefix', 'a_', '--database', merchant.name];
    assert.deepEqual(await run({}, ...given), { code: 0, out: 'Nothing needs a person.\n', err: '' });

    const requestId = await addProblem(merchant, 'second', { id: '1042', prefix: 'a_' });
    await addProblem(merchant, 'other-token', { id: '1043', prefix: 'a_', at: '2025-11-22T00:00:00.000Z' });
    const text = await run({}, ...given, '--registry', 'registry.json');
    assert.deepEqual([text.code, text.err], [2, '']);
    assert.match(
      text.out,
      /^2 payments need a person\.\n\nOrder 1042: Paid a second time\n[^]*\n\nOrder 1043: Another token\n/u,
    );
    assert.match(
      text.out,
      /\n {2}Ordered {8}25\.00 USDC on Arbitrum, token 0xaf88d065e77c8cc2239327c5edb3a432268e5831\n/u,
    );
    assert.match(
      text.out,
      new RegExp(`\\n  Payment        ${requestId}\\n  Transaction    https://basescan\\.example/tx/0x`, 'u'),
    );

    const json = await run({ DATABASE_URL: merchant.name }, '--prefix', 'a_', '--json');
    assert.deepEqual([json.code, json.err], [2, '']);
    assert.deepEqual(JSON.parse(json.out) as Attention[], await ledger.attention());

    for (const each of await ledger.attention()) await ledger.resolve(each.requestId, 'returned');
    assert.deepEqual(await run({}, ...given, '--json'), { code: 0, out: '[]\n', err: '' });
  });

  test(`hub-pay orders --all on ${kind} lists each order with its status, as text and as JSON`, async () => {
    const merchant = merchants[kind]!;
    const ledger = ledgerOf(merchant, 'b_');
    await ledger.migrate();
    const given = ['--prefix', 'b_', '--database', merchant.name, '--all'];
    assert.deepEqual(JSON.parse((await run({}, ...given, '--json')).out), []);
    await addProblem(merchant, 'disputed', { id: '7', prefix: 'b_' });
    const { payments: _, status: __, paidAt: ___, expiresAt: ____, ...terms } = (await ledger.order('7'))!;
    await ledger.addOrder({ ...terms, id: '8' });
    const text = await run({}, ...given);
    assert.deepEqual([text.code, text.err], [2, '']);
    assert.match(
      text.out,
      /^Status {4}Paid {18}Order {2}Amount\ndisputed {2}- {21}7 {6}25\.00 .*\nunpaid {4}- {21}8 {6}25000000 .*\n$/u,
    );
    const json = await run({}, ...given, '--json');
    assert.deepEqual(JSON.parse(json.out) as LedgerOrder[], [await ledger.order('7'), await ledger.order('8')]);
  });

  test(`hub-pay orders on ${kind} creates no table, and says that there is no ledger, when the tables are missing`, async () => {
    const merchant = merchants[kind]!;
    const { code, out, err } = await run({}, '--database', merchant.name, '--prefix', 'none_');
    assert.deepEqual([code, out], [1, '']);
    assert.match(err, /: there are no tables none_… of the ledger\. [^\n]+\n$/u);
    assert.doesNotMatch(err, /hidden/u);
    await assert.rejects(async () => merchant.sql('select * from none_migrations'));
  });
}

test('hub-pay orders prints no control character when an order and a message of the service are hostile', async () => {
  const merchant = merchants['SQLite']!;
  const ledger = ledgerOf(merchant, 'h_');
  await ledger.migrate();
  // The ledger itself refuses such an id, and another program could have written it.
  const requestId = await addProblem(merchant, 'wrong', { id: 'h', prefix: 'h_', message: HOSTILE });
  const body = JSON.stringify({ ...(await ledger.attention())[0]!, orderId: HOSTILE });
  await merchant.database.query('update h_events set body = $1 where request_id = $2', [body, requestId]);
  await merchant.database.query('update h_payments set message = $1', [HOSTILE]);
  for (const options of [[], ['--json'], ['--all'], ['--all', '--json']]) {
    const { code, out, err } = await run({}, '--database', file, '--prefix', 'h_', ...options);
    assert.deepEqual([code, err], [2, '']);
    assert.doesNotMatch(out, CONTROLS, options.join(' '));
    if (options.at(-1) === '--json')
      assert.ok(JSON.stringify(JSON.parse(out)).includes(JSON.stringify(HOSTILE).slice(1, -1)));
  }
});

test('hub-pay orders ends quietly when the reader of its output has read enough', async () => {
  const merchant = merchants['SQLite']!;
  await ledgerOf(merchant, 'e_').migrate();
  await addProblem(merchant, 'late', { id: 'e', prefix: 'e_' });
  const row = 'id, recipient, chain_id, currency, amount, minimum_amount, status, added_at';
  await merchant.sql(
    `with recursive n(x) as (select 1 union all select x + 1 from n where x < 5000) insert into e_orders (${row})
     select 'e' || x, recipient, chain_id, currency, amount, minimum_amount, status, added_at from n, e_orders`,
  );
  const words = [await commandFile(), 'orders', '--all'];
  const child = spawn(process.execPath, [...words, '--database', file, '--prefix', 'e_'], { cwd: shop.folder });
  let err = '';
  child.stderr.on('data', (data) => (err += String(data)));
  child.stdout.once('data', () => child.stdout.destroy());
  const [code] = (await once(child, 'close')) as [number];
  assert.deepEqual([code, err], [0, '']);
});

for (const [title, parameters, message] of [
  ['no database', [], /^--database is missing: /u],
  ['a file that does not exist', ['--database', 'absent.db'], /^--database absent\.db: there is no such file\./u],
  [
    'a URL without its option',
    ['postgres://u:hidden@127.0.0.1/x'],
    /^An argument belongs to no option: write --database/u,
  ],
  ['a URL of another database', ['--database', 'mysql://u:hidden@127.0.0.1/x'], /^--database begins with mysql: /u],
  [
    'an unreachable server',
    ['--database', 'postgres://u:hidden@127.0.0.1:1/x'],
    /^postgres:\/\/127\.0\.0\.1:1\/x: connect/u,
  ],
  ['a prefix that is SQL', ['--database', 'shop.db', '--prefix', 'x; drop'], /^--prefix x; drop: /u],
  ['a registry that is none', ['--database', 'shop.db', '--registry', 'shop.db'], /^--registry shop\.db: /u],
  ['a registry for JSON', ['--database', 'shop.db', '--registry', 'registry.json', '--json'], /^--registry names /u],
  [
    'an unknown option',
    ['--databse', 'postgres://u:hidden@127.0.0.1/x'],
    /^--databse is unknown: did you mean --database\?\n$/u,
  ],
] as const) {
  test(`hub-pay orders prints one line without a password, and exits with 1, when it gets ${title}`, async () => {
    const { code, out, err } = await run({}, ...parameters);
    assert.deepEqual([code, out], [1, '']);
    assert.match(err, message);
    assert.match(err, /^[^\n]+\n$/u);
    assert.doesNotMatch(err, /hidden/u);
  });
}
