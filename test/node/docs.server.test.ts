/** Runs the whole server of the documentation with a fake service: it stores, verifies, ships once and runs a job. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compileFunction } from 'node:vm';
import {
  createProxy,
  verifyPayment,
  type FetchHandler,
  type ProxyOptions,
  type VerifyOptions,
} from '../../src/server/index.js';
import { blocksOf } from '../tools/docs/markdown.js';
import { read } from '../tools/sources.js';

const ID = `0x${'ab'.repeat(32)}`;
const OTHER_ID = `0x${'cd'.repeat(32)}`;
const SHOP = '0x7A3bC1de5f60718293a4B5c6d7E8f90123456789';
const USDC = '0xaf88d065e77c8cC2239327C5EDb3A432268e5831';
const usdc = { currency: { chainId: 42161, address: USDC, symbol: 'USDC', decimals: 6 }, amountFormatted: '25.0' };
const pays = { recipient: SHOP, currency: USDC, minimumAmount: '25000000', expectedAmount: '25000000' };

/** The service's record of a delivered payment of order 1042. */
const delivered = (id: string) => ({
  id,
  status: 'success',
  user: '0x1111111111111111111111111111111111111111',
  recipient: SHOP,
  protocol: { v2: { orderData: { output: { chainId: 'arbitrum', payments: [pays], calls: [] } } } },
  data: {
    inTxs: [{ chainId: 10, hash: '0x01' }],
    outTxs: [{ chainId: 42161, hash: '0x02' }],
    metadata: {
      recipient: SHOP,
      currencyIn: { ...usdc, amount: '25100000' },
      currencyOut: { ...usdc, amount: '25000000' },
    },
  },
});

/** The files in the folder of the server. Those outside `public` are secret. */
const files: Readonly<Record<string, string>> = {
  'public/index.html': 'the page',
  'public/hub-pay/chunks/a-1.js': 'a script',
  'public/../server.js': 'secret',
  'public/.env.json': 'secret',
};

/**
 * Runs the sample. The service answers with `records`, which a test can change.
 * @param payService the environment variable `PAY_SERVICE`
 */
function run(payService?: string) {
  const sample = blocksOf('', read('stories/docs/server.md')).find(({ text }) => text.includes('createServer('));
  const records = new Map<string, object>();
  const printed: string[] = [];
  const handlers: FetchHandler[] = [];
  const proxied: unknown[] = [];
  const verified: unknown[] = [];
  const clock = { now: 1_800_000_000_000 };
  let [sweep, next]: ((() => void) | undefined)[] = [];
  const service = { isDown: false, asked: [] as string[] };
  const fetch = (input: RequestInfo | URL): Promise<Response> => {
    const id = new URL(new Request(input).url).searchParams.get('id') ?? '';
    service.asked.push(id);
    const record = records.get(id);
    return Promise.resolve(Response.json({ requests: record ? [record] : [] }, { status: service.isDown ? 503 : 200 }));
  };
  const outside = {
    createServer: (handler: FetchHandler) => ({ listen: () => handlers.push(handler) }),
    nodeListener: (handler: FetchHandler) => handler,
    verifyPayment: (options: VerifyOptions) => {
      verified.push(options.baseUrl);
      return verifyPayment({ ...options, allowTestPayments: true, fetch });
    },
    createProxy: (options: ProxyOptions) => {
      createProxy(options); // Throws if an option is wrong.
      proxied.push([options.baseUrl, options.path, options.apiKey, options.origins]);
      return () => Promise.resolve(new Response('from the service'));
    },
    process: { env: { HUB_API_KEY: 'the-key', PAY_SERVICE: payService } },
    readFile: (path: string) => Promise.resolve(files[path] ?? Promise.reject(new Error(path))),
    Date: { now: () => clock.now },
    setTimeout: (job: () => void, wait: number) => {
      assert.equal(wait, 60_000);
      sweep = job;
      next?.();
    },
    console: { log: (text: string) => printed.push(text), error: (text: unknown) => printed.push(String(text)) },
  };
  const body = sample?.text.replaceAll(/^import .*$/gmu, '') ?? '';
  (compileFunction(body, Object.keys(outside)) as (...values: unknown[]) => void)(...Object.values(outside));
  const [handle] = handlers;
  assert.ok(handle);
  /** Waits for the sweep that runs, if one does. Then lets the time pass, and resolves after the next sweep. */
  const job = async (wait = 60_000): Promise<void> => {
    if (!sweep) await new Promise<void>((resolve) => (next = resolve));
    clock.now += wait;
    const ended = new Promise<void>((resolve) => (next = resolve));
    sweep?.();
    await ended;
  };
  const post = async (path: string, requestId: unknown, type = 'application/json'): Promise<number> => {
    const init = { method: 'POST', headers: { 'content-type': type }, body: JSON.stringify({ requestId }) };
    return (await handle(new Request(`https://shop.example/api/orders/${path}`, init))).status;
  };
  const get = async (path: string): Promise<string> => {
    const answer = await handle(new Request(`https://shop.example${path}`));
    return `${answer.status} ${answer.headers.get('content-type')} ${await answer.text()}`;
  };
  const shipped = () => printed.filter((line) => line === 'Ship order 1042.').length;
  const twice = () => printed.filter((line) => line.includes('was paid twice'));
  return { records, service, clock, proxied, verified, get, post, job, shipped, twice };
}

test('the whole server ships a stored and delivered payment once, for the page and for the job', async () => {
  const { records, post, job, shipped } = run();
  assert.equal(await post('1042/payment', ID.toUpperCase().replace('X', 'x')), 204);
  assert.equal(await post('1042/shipping', ID), 202);
  await job();
  assert.equal(shipped(), 0);
  records.set(ID, delivered(ID));
  await job();
  assert.equal(shipped(), 1);
  assert.equal(await post('1042/shipping', ID), 200);
  await job();
  assert.equal(shipped(), 1);
});

test('the whole server ships when the page reports a payment before the job runs', async () => {
  const { records, post, shipped } = run();
  assert.equal(await post('1042/payment', ID), 204);
  records.set(ID, delivered(ID));
  assert.deepEqual(await Promise.all([post('1042/shipping', ID), post('1042/shipping', ID)]), [200, 200]);
  assert.equal(shipped(), 1);
});

test('the whole server stores no payment that exists already or that it cannot check, and ships none unstored', async () => {
  const { records, service, post, job, shipped } = run();
  records.set(ID, delivered(ID));
  assert.equal(await post('1042/payment', ID), 409);
  service.isDown = true;
  assert.equal(await post('1042/payment', OTHER_ID), 503);
  service.isDown = false;
  assert.equal(await post('1042/shipping', ID), 409);
  await job();
  assert.equal(shipped(), 0);
});

test('the whole server stores no second payment while the first is on its way or after it has paid', async () => {
  const { records, clock, post, job, shipped, twice } = run();
  assert.deepEqual([await post('1042/payment', ID), await post('1042/payment', OTHER_ID)], [204, 204]);
  records.set(ID, { ...delivered(ID), status: 'pending' });
  clock.now += 10_000;
  const third = `0x${'ef'.repeat(32)}`;
  for (const id of [OTHER_ID, third]) assert.equal(await post('1042/payment', id), 409);
  records.set(ID, delivered(ID));
  clock.now += 10_000;
  assert.equal(await post('1042/payment', third), 409);
  assert.equal(shipped(), 1);
  // The payer has approved the other payment in an older tab. No page reports it.
  records.set(OTHER_ID, delivered(OTHER_ID));
  await job();
  await job();
  assert.deepEqual([shipped(), twice()], [1, [`Order 1042 was paid twice. Return ${OTHER_ID} to the payer.`]]);
  assert.equal(await post('1042/shipping', OTHER_ID), 409);
});

test('the whole server stores no second payment after one that arrived on another chain, and one after a refund', async () => {
  const { records, service, post, job } = run();
  await post('1042/payment', ID);
  const { data } = delivered(ID);
  const currencyOut = { ...usdc, currency: { ...usdc.currency, chainId: 10 }, amount: '25000000' };
  records.set(ID, { ...delivered(ID), data: { ...data, metadata: { ...data.metadata, currencyOut } } });
  for (const wait of [60_000, 86_400_000]) {
    await job(wait);
    service.asked = [];
    assert.equal(await post('1042/payment', OTHER_ID), 409);
    assert.deepEqual(service.asked, []);
  }
  const other = run();
  await other.post('1042/payment', ID);
  other.records.set(ID, { ...delivered(ID), status: 'refund' });
  await other.job();
  assert.equal(await other.post('1042/payment', OTHER_ID), 204);
});

test('the whole server refuses an unknown order or path, another content type, and a malformed id', async () => {
  const { post } = run();
  assert.equal(await post('1043/payment', ID), 404);
  assert.equal(await post('1042/refund', ID), 404);
  assert.equal(await post('1042/payment', ID, 'text/plain'), 415);
  for (const id of ['0x12', null, [ID, ID]]) assert.equal(await post('1042/payment', id), 400);
});

test('the whole server serves the pages, the proxy and the order, and no file outside the folder', async () => {
  const { records, proxied, get, post } = run();
  assert.deepEqual(proxied, [['https://pay.example', '/hub', 'the-key', ['http://localhost:3000']]]);
  assert.match(await get('/hub/chains'), /^200 .* from the service$/u);
  assert.equal(await get('/'), '200 text/html; charset=utf-8 the page');
  assert.equal(await get('/hub-pay/chunks/a-1.js'), '200 text/javascript a script');
  for (const path of [
    '/%2e%2e/server.js',
    '/..%2fserver.js',
    '//../server.js',
    '/.env.json',
    '/missing.html',
    '/hub-pay',
  ])
    assert.match(await get(path), /^404 text\/plain/u, path);
  assert.match(await get('/orders/1042'), /^200 text\/html.*Order 1042 is not paid yet/u);
  assert.match(await get('/orders/1043'), /^404 /u);
  await post('1042/payment', ID);
  records.set(ID, delivered(ID));
  assert.equal(await post('1042/shipping', ID), 200);
  assert.match(await get('/orders/1042'), /^200 text\/html.*Order 1042 is paid\./u);
});

const idAt = (number: number): string => `0x${number.toString(16).padStart(64, '0')}`;

test('the whole server stores 20 open ids of an order, and asks for none of them twice within 10 seconds', async () => {
  const { service, clock, post } = run();
  for (let number = 1; number <= 20; number += 1) assert.equal(await post('1042/payment', idAt(number)), 204);
  service.asked = [];
  for (let number = 21; number <= 60; number += 1) assert.equal(await post('1042/payment', idAt(number)), 409);
  assert.deepEqual(service.asked, []);
  // Each of the others was asked for within the last 10 seconds, so a press that is tried again asks for nothing.
  assert.equal(await post('1042/payment', idAt(20)), 204);
  assert.deepEqual(service.asked, []);
  clock.now += 10_000;
  assert.equal(await post('1042/payment', idAt(20)), 204);
  assert.equal(service.asked.length, 19);
});

test('the job of the whole server asks for an unknown id every minute for an hour, then every hour for a week', async () => {
  const { service, post, job } = run();
  assert.equal(await post('1042/payment', ID), 204);
  const asks = async (minutes: number): Promise<number> => {
    service.asked = [];
    for (let minute = 0; minute < minutes; minute += 1) await job();
    return service.asked.length;
  };
  assert.equal(await asks(59), 59);
  assert.equal(await asks(120), 2);
  await job(7 * 86_400_000);
  assert.equal(await asks(120), 0);
});

test('the whole server answers 503 while it cannot read an earlier payment, and a failed one binds the order for a day', async () => {
  const { records, service, clock, post, job, shipped } = run();
  assert.equal(await post('1042/payment', ID), 204);
  service.isDown = true;
  assert.equal(await post('1042/payment', OTHER_ID), 503);
  service.isDown = false;
  records.set(ID, { ...delivered(ID), status: 'failure' });
  clock.now += 10_000;
  assert.equal(await post('1042/payment', OTHER_ID), 409);
  clock.now += 86_400_000 - 10_000;
  assert.equal(await post('1042/payment', OTHER_ID), 204);
  records.set(ID, delivered(ID));
  await job();
  assert.equal(shipped(), 1);
});

test('the whole server starts in test mode, in which it verifies without the service', async () => {
  const { service, proxied, verified, post } = run('demo:');
  assert.deepEqual(proxied, [['https://pay.example', '/hub', 'the-key', ['http://localhost:3000']]]);
  // No test payment has this id.
  await post('1042/payment', ID);
  assert.deepEqual([verified, service.asked], [['demo:'], []]);
});
