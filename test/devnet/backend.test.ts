/** Tests the shop's server against the devnet: proof of payment, orders, sponsorship and rate limits. */
import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { openBackend, type Backend, type BackendOptions } from '../../demo/backend/index.js';
import type { Devnet } from '../../demo/devnet/index.js';
import type { QuoteAnswer } from '../../demo/devnet/orders/quote-answer.js';
import { verifyPayment, type ExpectedPayment } from '../../src/server/index.js';
import { startPostgres } from '../support/postgres.mjs';
import { hasRedis, missingRedis, startRedis } from '../support/redis.mjs';
import { openDevnet } from './open-devnet.js';
import { request, DESTINATION, getQuote, ORIGIN, pay, quoteBody, reaches } from './support.js';

const SHOP = 'http://shop.example';
const AMOUNT = '25000000';
const HOUR = 3_600_000;

describe('devnet merchant backend', () => {
  let devnet: Devnet;
  let backend: Backend;
  let terms: ExpectedPayment;
  const processes: ChildProcess[] = [];
  const servers: { stop(): Promise<void> }[] = [];
  const options = (): BackendOptions => ({ baseUrl: devnet.serviceUrl, apiKey: 'the-key', origin: SHOP, terms });

  before(async () => {
    devnet = await openDevnet();
    const { recipient, addresses } = devnet;
    terms = { recipient, chainId: DESTINATION, currency: addresses.usdc, amount: AMOUNT };
    backend = await openBackend(options());
  });
  after(async () => {
    for (const each of processes) each.kill();
    for (const each of servers) await each.stop();
    await backend.close();
    await devnet.stop();
  });

  /** Starts a back end in a separate process and returns its URL. */
  async function another(more: Partial<BackendOptions>): Promise<string> {
    const script = fileURLToPath(new URL('../support/fakes/backend-process.ts', import.meta.url));
    const parameters = ['--import', 'tsx', script, JSON.stringify({ ...options(), ...more })];
    const child = spawn(process.execPath, parameters, { stdio: ['pipe', 'pipe', 'inherit'] });
    processes.push(child);
    for await (const line of createInterface(child.stdout)) return `http://127.0.0.1:${line}`;
    throw new Error('The process ended before it listened.');
  }

  const post = async (path: string, body: unknown, at?: string): Promise<{ status: number; body: unknown }> => {
    const init = {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: SHOP },
      body: JSON.stringify(body),
    };
    const prefix = path.startsWith('/hub/') ? '/hub/' : '/api/';
    const response = await (at ? fetch(at + path, init) : backend.handlers[prefix](new Request(SHOP + path, init)));
    return { status: response.status, body: response.status === 204 ? null : await response.json() };
  };
  /** Returns the statuses of the order and of its payments, after the server has verified them. */
  const check = async (order: string): Promise<string[]> => {
    const { status, payments } = await backend.ledger.check(order);
    return [status, ...payments.map((each) => each.status)];
  };
  /** Returns what the server tells a page about the order. */
  const read = async (order: string, at: string): Promise<string> =>
    ((await (await fetch(`${at}/api/orders/${order}`)).json()) as { status: string }).status;
  const refusal = async (requestId: string, expect: Partial<ExpectedPayment> = {}): Promise<string> => {
    const proof = await verifyPayment({ baseUrl: devnet.serviceUrl, requestId, expect: { ...terms, ...expect } });
    return proof.ok ? 'none' : proof.reason;
  };
  const paid = async (changes = {}): Promise<string> => {
    const quote = await getQuote(devnet, changes);
    await pay(devnet, quote);
    await reaches(devnet, quote.requestId, 'success');
    return quote.requestId;
  };

  const store = async (order: string, requestId: string, at?: string): Promise<number> =>
    (await post(`/api/orders/${order}/payment`, { requestId }, at)).status;
  /** Stores the order's request id first and pays afterwards, as the page of a shop does. */
  const paidFor = async (order: string, at?: string): Promise<string> => {
    const quote = await getQuote(devnet);
    assert.equal(await store(order, quote.requestId, at), 204);
    await pay(devnet, quote);
    await reaches(devnet, quote.requestId, 'success');
    return quote.requestId;
  };

  it('proves a payment only when recipient, chain, currency, amount and id match', async () => {
    const id = await paid();
    assert.equal(await refusal(id), 'none');
    assert.equal(await refusal(id, { recipient: devnet.payers[0]!.address }), 'recipient');
    assert.equal(await refusal(id, { chainId: ORIGIN }), 'chain');
    assert.equal(await refusal(id, { currency: devnet.addresses.usdt }), 'currency');
    assert.equal(await refusal(id, { amount: '25000001' }), 'amount');
    assert.equal(await refusal(`0x${'12'.repeat(32)}`), 'unknown-id');
    assert.equal(await refusal((await getQuote(devnet)).requestId), 'unknown-id', 'an unpaid quote');
  });

  it('marks an order as paid only when the payment is delivered, not when it is pending or refunded', async () => {
    const slow = await getQuote(devnet);
    assert.equal(await store('order-1', slow.requestId), 204);
    devnet.faults.set({ fillDelayMs: HOUR });
    await pay(devnet, slow);
    await reaches(devnet, slow.requestId, 'pending');
    assert.deepEqual([await check('order-1'), await refusal(slow.requestId)], [['paying', 'pending'], 'pending']);
    devnet.faults.clear();
    devnet.faults.set({ failFills: true });
    const failing = await getQuote(devnet);
    assert.equal(await store('order-15', failing.requestId), 204);
    await pay(devnet, failing);
    await reaches(devnet, failing.requestId, 'refund');
    assert.deepEqual(await check('order-15'), ['refunded', 'refunded']);
    devnet.faults.clear();
    await paidFor('order-15');
    assert.deepEqual(await check('order-15'), ['paid', 'refunded', 'paid']);
  });

  it('marks an order as paid once and accepts a payment for one order only, in any case of the id', async () => {
    const another = await getQuote(devnet);
    assert.equal(await store('order-2', another.requestId), 204, 'the payer pays in two tabs');
    const id = await paidFor('order-2');
    assert.deepEqual(await check('order-2'), ['paid', 'stored', 'paid']);
    for (const same of [id, `0x${id.slice(2).toUpperCase()}`]) assert.equal(await store('order-3', same), 409);
    assert.equal(await store('order-2', (await getQuote(devnet)).requestId), 409, 'the order is paid');
    await pay(devnet, another);
    await reaches(devnet, another.requestId, 'success');
    assert.deepEqual(await check('order-2'), ['paid', 'second', 'paid']);
  });

  it('refuses a payment for another order when the page has stored it for the first order', async () => {
    const { requestId, ...quote } = await getQuote(devnet);
    assert.equal(await store('order-4', requestId), 204);
    assert.equal(await store('order-4', requestId), 204, 'a repeated press');
    await pay(devnet, { requestId, ...quote });
    await reaches(devnet, requestId, 'success');
    assert.equal(await store('order-5', requestId), 409, 'its id is public on the chain');
    assert.deepEqual(await check('order-4'), ['paid', 'paid']);
    assert.deepEqual(await check('order-5'), ['unpaid']);
    assert.equal((await post('/api/orders/order-4/payment', { requestId: 'x' })).status, 400);
    assert.equal((await post('/api/orders/order-4/elsewhere', { requestId })).status, 404);
  });

  it('refuses a payment when no order stored it before it was sent', async () => {
    const gift = await paid();
    assert.equal(await store('order-10', gift), 409, 'its id is public on the chain');
    devnet.faults.set({ fillDelayMs: HOUR });
    const slow = await getQuote(devnet);
    await pay(devnet, slow);
    await reaches(devnet, slow.requestId, 'pending');
    assert.equal(await store('order-10', slow.requestId), 409);
    devnet.faults.clear();
    devnet.faults.set({ answer: { path: '/requests', status: 503, body: { message: 'down' } } });
    const { requestId } = await getQuote(devnet);
    assert.equal(await store('order-10', requestId), 503, 'the payment may already be on its way');
    devnet.faults.clear();
    assert.deepEqual(await check('order-10'), ['unpaid']);
  });

  it('marks an order as paid once when two shop processes verify the same payment at once', async () => {
    const { host, user, stop } = await startPostgres();
    servers.push({ stop });
    const databaseUrl = `postgres://${user}@localhost/postgres?host=${encodeURIComponent(host)}`;
    const shops = await Promise.all([1, 2].map(() => another({ databaseUrl })));
    await paidFor('order-6', shops[0]);
    const answers = await Promise.all([...shops, ...shops].map((shop) => read('order-6', shop)));
    assert.deepEqual(answers, ['paid', 'paid', 'paid', 'paid']);
    const orders = ['order-7', 'order-8'];
    const quote = await getQuote(devnet);
    const stored = await Promise.all(shops.map((shop, at) => store(orders[at]!, quote.requestId, shop)));
    assert.deepEqual([...stored].sort(), [204, 409], 'and stores it for one of two orders');
    await pay(devnet, quote);
    await reaches(devnet, quote.requestId, 'success');
    const statuses = await Promise.all(shops.map((shop, at) => read(orders[at]!, shop)));
    assert.deepEqual(
      statuses,
      stored.map((status) => (status === 204 ? 'paid' : 'unpaid')),
    );
  });

  it('sponsors through its proxy only the quotes that pay the shop', async () => {
    const sponsored = quoteBody(devnet, { subsidizeFees: true });
    const plain = await getQuote(devnet);
    const { status, body } = await post('/hub/quote/v2', sponsored);
    assert.equal(status, 200);
    const quote = body as QuoteAnswer;
    const { quoted } = quote.feeSponsorship!;
    assert.deepEqual(quoted.selectedComponents, ['execution', 'hub']);
    assert.equal(quoted.maxSubsidizationAmount, '1000000');
    assert.equal(quote.details.currencyIn.amount, AMOUNT, 'the payer pays exactly what the shop receives');
    const fees = BigInt(plain.details.currencyIn.amount) - BigInt(AMOUNT);
    assert.deepEqual([quoted.sponsoredTotal.amount, quoted.capHit], [String(fees), false]);
    assert.equal(await store('order-9', quote.requestId), 204);
    await pay(devnet, quote);
    await reaches(devnet, quote.requestId, 'success');
    assert.deepEqual(await check('order-9'), ['paid', 'paid']);
    type Sponsored = { data: { feeSponsorship: { actual: { sponsorPayment: { amount: string; chainId: number } } } } };
    const record = await request<{ requests: [Sponsored] }>(devnet, `/requests/v2?id=${quote.requestId}`);
    const { amount, chainId } = record.body.requests[0].data.feeSponsorship.actual.sponsorPayment;
    assert.deepEqual([amount, chainId], [String(fees), ORIGIN]);

    const capped = await post('/hub/quote/v2', { ...sponsored, maxSubsidizationAmount: '10000' });
    const { quoted: less } = (capped.body as QuoteAnswer).feeSponsorship!;
    assert.deepEqual([less.sponsoredTotal.amount, less.capHit], ['10000', true]);
    const other = devnet.payers[1]!.address;
    for (const changes of [
      { recipient: other },
      { amount: '874000001' },
      { destinationCurrency: devnet.addresses.dai },
      { destinationChainId: ORIGIN, originChainId: DESTINATION },
      { maxSubsidizationAmount: '1000001' },
      { sponsoredFeeComponents: ['swap'] },
    ]) {
      const answer = await post('/hub/quote/v2', { ...sponsored, ...changes });
      assert.equal(answer.status, 403, JSON.stringify(changes));
      assert.doesNotMatch(JSON.stringify(answer.body), /the-key/u);
    }
    assert.equal((await post('/hub/devnet/faults', { failFills: true })).status, 404);
  });

  it('applies one rate limit when two proxy processes share one Redis', async () => {
    if (!hasRedis()) {
      // Without Redis, this test only prints a message. A skipped test would fail the whole run.
      for (const line of missingRedis()) console.warn(line);
      return;
    }
    const redis = await startRedis();
    servers.push(redis);
    const proxies = await Promise.all([1, 2].map(() => another({ redisUrl: redis.url, perMinute: 30 })));
    const asked = Array.from({ length: 40 }, (_, index) => fetch(`${proxies[index % 2]}/hub/chains`));
    const statuses = (await Promise.all(asked)).map(({ status }) => status);
    assert.deepEqual(
      [200, 429].map((wanted) => statuses.filter((status) => status === wanted).length),
      [30, 10],
    );
    await redis.stop();
    const away = await fetch(`${proxies[0]}/hub/chains`);
    assert.equal(away.status, 503, 'without a working limiter, requests are refused');
  });
});
