/** Runs the modules of the page about the server in plain Node, with PostgreSQL and a fake service. */
import assert from 'node:assert/strict';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { after, before, beforeEach, test, type TestContext } from 'node:test';
import { pathToFileURL } from 'node:url';
import { openDatabase, type Database } from '../../demo/backend/database.js';
import { verifyPayment, type VerifyOptions } from '../../src/server/index.js';
import { testRecord, type TestPayment } from '../../src/testing/index.js';
import { stopClock } from '../support/fakes/database-clock.js';
import { blocksOf } from '../tools/docs/markdown.js';
import { read, root } from '../tools/sources.js';

const PAGE = 'stories/docs/server.md';
// Two runs at the same time must not use the same folder.
const FOLDER = `${root}node_modules/.cache/server-modules/${process.pid}/`;
const idOf = (digit: string): string => `0x${digit.repeat(64)}`;
const [A, B, C] = [idOf('a'), idOf('b'), idOf('c')];
const expect = {
  recipient: '0x7A3bC1de5f60718293a4B5c6d7E8f90123456789',
  chainId: 42161,
  currency: '0xaf88d065e77c8cC2239327C5EDb3A432268e5831',
  amount: '25000000',
};

type Order = { id: string };
type Orders = { find(id: string): Promise<Order | undefined>; paidBy(id: string): Promise<string | undefined> };
type Route = (request: Request, order: Order) => Promise<Response>;
type Shared = { pool?: Database; verify?: (options: VerifyOptions) => unknown };

let db: Database;
let later: (seconds: number) => Promise<unknown>;
let modules: { orders: Orders; storePayment: Route; ship: Route; sweep(): Promise<void> };
const records = new Map<string, Partial<TestPayment>>();
const service = { isDown: false, asked: [] as string[], hosts: new Set<string>(), transfer: '', sentAt: 0 };

/** The service, which answers with `records`. */
function fetch(input: RequestInfo | URL): Promise<Response> {
  const { host, searchParams } = new URL(new Request(input).url);
  const requestId = searchParams.get('id') ?? '';
  service.asked.push(requestId);
  service.hosts.add(host);
  const changes = records.get(requestId);
  const requests = changes ? [withTransfer(testRecord({ requestId, ...expect, ...changes }))] : [];
  return Promise.resolve(Response.json({ requests }, { status: service.isDown ? 503 : 200 }));
}

/** The record with the payer's own transfer, if the service names one, and with the time at which it was sent. */
function withTransfer(record: ReturnType<typeof testRecord>): object {
  const { transfer, sentAt } = service;
  const data = record['data'] as { inTxs?: object[] };
  const own = [{ chainId: expect.chainId, hash: transfer }];
  const paid = transfer === '' ? data : { ...data, inTxs: own, outTxs: own };
  const inTxs = paid.inTxs?.map((each) => ({ ...each, ...(sentAt > 0 && { timestamp: sentAt }) }));
  return { createdAt: new Date().toISOString(), ...record, data: { ...paid, ...(inTxs && { inTxs }) } };
}

before(async () => {
  db = await openDatabase(undefined);
  later = await stopClock(db);
  const blocks = blocksOf(PAGE, read(PAGE));
  await db.run(blocks.find(({ text }) => text.includes('create table orders'))?.text ?? '');
  const shared = ((globalThis as { samples?: Shared }).samples = {} as Shared);
  shared.pool = db;
  shared.verify = (options) => verifyPayment({ ...options, fetch });
  mkdirSync(FOLDER, { recursive: true });
  const packages: Readonly<Record<string, string>> = {
    pg: 'export default { Pool: class { query = (...query) => globalThis.samples.pool.query(...query) } };',
    'hub-pay/server': 'export const verifyPayment = (options) => globalThis.samples.verify(options);',
  };
  for (const [name, code] of Object.entries(packages)) writeFileSync(`${FOLDER}${name.replace('/', '-')}.mjs`, code);
  // The text before a sample names its file. Only the packages come from another place.
  for (const [, name = '', code = ''] of read(PAGE).matchAll(/This is `([a-z]+\.mjs)`[^\n]*\n\n```js\n([\s\S]*?)```/gu))
    writeFileSync(
      FOLDER + name,
      code.replaceAll(
        /^(import .* from) '([^'.]+)'/gmu,
        (_, start: string, from: string) => `${start} './${from.replace('/', '-')}.mjs'`,
      ),
    );
  const load = (name: string): Promise<object> => import(pathToFileURL(`${FOLDER}${name}.mjs`).href) as Promise<object>;
  modules = Object.assign({}, ...(await Promise.all(['orders', 'store', 'ship', 'job'].map(load)))) as typeof modules;
});
after(async () => {
  rmSync(FOLDER, { recursive: true, force: true });
  await db.close();
});
beforeEach(async () => {
  await db.run('delete from shipments; delete from payments; delete from orders;');
  const { recipient, chainId, currency, amount } = expect;
  for (const id of ['1042', '1043'])
    await db.query('insert into orders values ($1, $2, $3, $4, $5)', [id, recipient, chainId, currency, amount]);
  records.clear();
  Object.assign(service, { isDown: false, asked: [], hosts: new Set(), transfer: '', sentAt: 0 });
});

/** Collects what the samples write to the console. */
function said(context: TestContext): string[] {
  const lines: string[] = [];
  for (const method of ['log', 'error'] as const)
    context.mock.method(console, method, (...words: unknown[]) => lines.push(words.join(' ')));
  return lines;
}

async function post(route: 'storePayment' | 'ship', requestId: string, order = '1042'): Promise<number> {
  const row = await modules.orders.find(order);
  assert.ok(row);
  const headers = { 'content-type': 'application/json' };
  const init = { method: 'POST', headers, body: JSON.stringify({ requestId }) };
  return (await modules[route](new Request('https://shop.example/', init), row)).status;
}
const store = (requestId: string, order?: string): Promise<number> => post('storePayment', requestId, order);
const HOUR = 3600;
const shippedIn = (lines: readonly string[]): number => lines.filter((line) => line === 'Ship order 1042.').length;

test('a stored and delivered payment ships once, for the page and for the job', async (context) => {
  const lines = said(context);
  assert.equal(await store(A.toUpperCase().replace('X', 'x')), 204);
  assert.equal(await post('ship', A), 202);
  records.set(A, {});
  assert.deepEqual(await Promise.all([post('ship', A), post('ship', A)]), [200, 200]);
  await modules.sweep();
  assert.deepEqual([shippedIn(lines), await modules.orders.paidBy('1042')], [1, A]);
});

test('PAY_SERVICE replaces the address of the service in every module', async (context) => {
  said(context);
  context.after(() => delete process.env['PAY_SERVICE']);
  await store(A);
  assert.deepEqual([...service.hosts], ['pay.example']);
  process.env['PAY_SERVICE'] = 'https://other.example';
  service.hosts.clear();
  await store(B);
  await post('ship', A);
  await modules.sweep();
  assert.deepEqual([...service.hosts], ['other.example']);
});

for (const [status, answer] of [
  ['pending', 409],
  ['success', 409],
  ['failure', 409],
  ['refund', 204],
] as const)
  test(`a second id of an order is answered ${answer} when the first payment has the status ${status}`, async (context) => {
    said(context);
    assert.equal(await store(A), 204);
    records.set(A, { status });
    assert.equal(await store(B), answer);
    // The job did not run yet.
    assert.equal(await modules.orders.paidBy('1042'), status === 'success' ? A : undefined);
    assert.equal(await store(C, '1043'), 204);
  });

for (const [wrong, change] of [
  ['on another chain', { chainId: 10 }],
  ['to another recipient', { recipient: expect.currency }],
  ['in another token', { currency: expect.recipient }],
  ['too small', { amount: '24999999' }],
] as const)
  test(`a payment ${wrong} binds its order, because the merchant may have the money`, async (context) => {
    said(context);
    await store(A);
    records.set(A, change);
    assert.equal(await store(B), 409);
    await modules.sweep();
    await later(8 * 24 * HOUR);
    service.asked = [];
    assert.equal(await store(B), 409);
    assert.deepEqual(service.asked, []);
  });

test('a second id is answered 503 while the service cannot be read, and a failed payment binds its order for a day', async (context) => {
  said(context);
  await store(A);
  service.isDown = true;
  assert.equal(await store(B), 503);
  service.isDown = false;
  records.set(A, { status: 'failure' });
  await later(10);
  assert.equal(await store(B), 409);
  await later(24 * HOUR - 10);
  assert.equal(await store(B), 204);
});

test('an id that exists already, or that belongs to another order, is not stored and ships nothing', async (context) => {
  const lines = said(context);
  records.set(A, {});
  assert.equal(await store(A), 409);
  assert.equal(await post('ship', A), 409);
  assert.equal(await store(B), 204);
  assert.equal(await store(B, '1043'), 409);
  await modules.sweep();
  assert.equal(shippedIn(lines), 0);
});

test('a second payment is named once by the job, and ships nothing', async (context) => {
  const lines = said(context);
  assert.deepEqual([await store(A), await store(B)], [204, 204]);
  records.set(A, {}).set(B, {});
  assert.equal(await post('ship', A), 200);
  for (let sweep = 0; sweep < 2; sweep += 1) await modules.sweep();
  assert.equal(shippedIn(lines), 1);
  assert.deepEqual(
    lines.filter((line) => line.includes('twice')),
    [`Order 1042 was paid twice. Return ${B} to the payer.`],
  );
  assert.equal(await store(C), 409);
});

test('one transfer that two request ids name pays one order, and the other is disputed', async (context) => {
  const lines = said(context);
  assert.deepEqual([await store(A), await store(B, '1043')], [204, 204]);
  service.transfer = `0x${'7'.repeat(64)}`;
  records.set(A, {}).set(B, {});
  assert.deepEqual([await post('ship', A), await post('ship', B, '1043')], [200, 409]);
  for (let sweep = 0; sweep < 2; sweep += 1) await modules.sweep();
  assert.deepEqual(
    lines.filter((line) => line.startsWith('Ship')),
    ['Ship order 1042.'],
  );
  assert.equal(await modules.orders.paidBy('1043'), undefined);
  assert.deepEqual(
    lines.filter((line) => line.includes('already paid')),
    [`Order 1043: the delivery of ${B} has already paid another order.`],
  );
});

test('one transfer that two request ids of one order name is one payment, and nothing is to return', async (context) => {
  const lines = said(context);
  assert.deepEqual([await store(A), await store(B)], [204, 204]);
  service.transfer = `0x${'7'.repeat(64)}`;
  records.set(A, {}).set(B, {});
  assert.deepEqual([await post('ship', A), await post('ship', B)], [200, 200]);
  await modules.sweep();
  assert.deepEqual(
    lines.filter((line) => !line.startsWith('unknown-id')),
    ['Ship order 1042.'],
  );
});

test('a payment that is too old takes no place of the order’s own', async (context) => {
  said(context);
  await store(A);
  records.set(A, {});
  service.sentAt = 1;
  assert.equal(await post('ship', A), 409);
  assert.equal(await store(B), 204);
});

test('the job asks no more for a payment that never pays', async (context) => {
  said(context);
  await store(A);
  records.set(A, { status: 'refund' });
  await modules.sweep();
  service.asked = [];
  await modules.sweep();
  assert.deepEqual(service.asked, []);
});

test('an order stores 20 open ids, and a press asks for none of them twice within 10 seconds', async (context) => {
  said(context);
  const ids = Array.from({ length: 22 }, (_, number) => `0x${String(number).padStart(64, '0')}`);
  const [first = ''] = ids;
  for (const id of ids.slice(0, 20)) assert.equal(await store(id), 204);
  await modules.sweep();
  service.asked = [];
  for (const id of ids.slice(20)) assert.equal(await store(id), 409);
  assert.equal(await store(first), 204);
  assert.deepEqual(service.asked, []);
  await later(10);
  assert.equal(await store(first), 204);
  assert.equal(service.asked.length, 19);
});

test('the job asks for an unknown id every minute for an hour, then every hour for a week', async (context) => {
  said(context);
  await store(A);
  const asks = async (seconds: number): Promise<number> => {
    await later(seconds);
    service.asked = [];
    await modules.sweep();
    return service.asked.length;
  };
  assert.deepEqual([await asks(60), await asks(60), await asks(HOUR)], [1, 1, 1]);
  assert.deepEqual([await asks(HOUR - 1), await asks(1)], [0, 1]);
  assert.deepEqual([await asks(60), await asks(HOUR), await asks(7 * 24 * HOUR)], [0, 1, 0]);
});
