/** Runs the sample of the server's page for own tables: with PostgreSQL within this process, and a fake service. */
import assert from 'node:assert/strict';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { after, before, beforeEach, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { openDatabase, type Client, type Database } from '../../demo/backend/database.js';
import { verifyPayment, type VerifyOptions } from '../../src/server/index.js';
import { answerWith, testRecord, type TestPayment } from '../../src/testing/index.js';
import { blocksOf } from '../tools/docs/markdown.js';
import { read, root } from '../tools/sources.js';

const PAGE = 'stories/docs/server.md';
// Two runs at the same time must not use the same folder.
const FOLDER = `${root}node_modules/.cache/server-modules/${process.pid}/`;
const idOf = (digit: string): string => `0x${digit.repeat(64)}`;
const [A, B] = [idOf('a'), idOf('b')];
const order = {
  id: '1042',
  recipient: '0x7A3bC1de5f60718293a4B5c6d7E8f90123456789',
  chainId: 42161,
  currency: '0xaf88d065e77c8cC2239327C5EDb3A432268e5831',
  amount: '25000000',
};
type Order = typeof order;

let db: Database;
let settle: (client: Client, order: Order, requestId: string) => Promise<string>;
/** The service's records by request id. */
const records = new Map<string, Partial<TestPayment>>();
/** The transfer within a chain that all records name. */
let transfer = '';

function fetch(input: RequestInfo | URL): Promise<Response> {
  const requestId = new URL(new Request(input).url).searchParams.get('id') ?? '';
  const changes = records.get(requestId);
  const { id: _, ...expected } = order;
  if (!changes) return answerWith()(input);
  const record = testRecord({ requestId, ...expected, ...changes });
  const sent = [{ chainId: order.chainId, hash: transfer }];
  const data = transfer ? { ...(record['data'] as object), inTxs: sent, outTxs: sent } : record['data'];
  return answerWith({ ...record, data })(input);
}

before(async () => {
  db = await openDatabase(undefined);
  const blocks = blocksOf(PAGE, read(PAGE));
  const tables = blocks.find(({ text }) => text.includes('create table paid_orders'))?.text ?? '';
  for (const statement of tables.split(';').filter((each) => each.trim())) await db.query(statement);
  mkdirSync(FOLDER, { recursive: true });
  const sample = blocks.find(({ text }) => text.includes('export async function settle'))?.text ?? '';
  const code = sample.replace(/^import .* from 'hub-pay\/server';$/mu, '');
  writeFileSync(`${FOLDER}settle.mjs`, `const { verifyPayment } = globalThis.samples;\n${code}`);
  const samples = { verifyPayment: (options: VerifyOptions) => verifyPayment({ ...options, fetch }) };
  Object.assign(globalThis, { samples });
  ({ settle } = (await import(pathToFileURL(`${FOLDER}settle.mjs`).href)) as { settle: typeof settle });
});
after(async () => {
  rmSync(FOLDER, { recursive: true, force: true });
  await db.close();
});
beforeEach(async () => {
  for (const table of ['paid_deliveries', 'paid_orders', 'payments']) await db.query(`delete from ${table}`);
  records.clear();
  transfer = '';
});

const store = (requestId: string, orderId = order.id): Promise<unknown> =>
  db.query('insert into payments (request_id, order_id) values ($1, $2)', [requestId, orderId]);
const settled = (requestId: string, id = order.id): Promise<string> =>
  db.transaction((_, client) => settle(client, { ...order, id }, requestId));

test('with own tables, a stored payment pays its order once, and a second one is told', async () => {
  await store(A);
  await store(B);
  assert.equal(await settled(A), 'unknown-id');
  records.set(A, { status: 'pending' });
  assert.equal(await settled(A), 'pending');
  records.set(A, {}).set(B, {});
  assert.deepEqual([await settled(A), await settled(A), await settled(B)], ['paid', 'paid before', 'second']);
});

test('with own tables, an id that is not stored for the order pays nothing', async () => {
  records.set(A, {}).set(B, {});
  await store(B, '1043');
  assert.deepEqual([await settled(A), await settled(B)], ['already-used', 'already-used']);
});

test('with own tables, one delivery of two ids pays one order, and the other one is disputed', async () => {
  transfer = `0x${'7'.repeat(64)}`;
  records.set(A, {}).set(B, {});
  await store(A);
  await store(B, '1043');
  assert.deepEqual([await settled(A), await settled(B, '1043')], ['paid', 'disputed']);
});

test('with own tables, one delivery of two ids of one order is one payment', async () => {
  transfer = `0x${'7'.repeat(64)}`;
  records.set(A, {}).set(B, {});
  await store(A);
  await store(B);
  assert.deepEqual([await settled(A), await settled(B)], ['paid', 'paid before']);
});

test('PAY_SERVICE replaces the address of the service in the sample for own tables', async (context) => {
  process.env['PAY_SERVICE'] = 'demo:';
  context.after(() => delete process.env['PAY_SERVICE']);
  await assert.rejects(settled(A), /demo: accepts payments without money/u);
});
