/** Tests the devnet's fault switches: each switch has the effect that its name states, and can be turned off again. */

import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import type { Hex } from 'viem';
import { attacker } from '../../demo/devnet/base/accounts.js';
import { faultNames } from '../../demo/devnet/orders/faults.js';
import type { Devnet } from '../../demo/devnet/index.js';
import { attackNames } from '../../demo/devnet/orders/tamper-quote.js';
import {
  request,
  balance,
  DESTINATION,
  getQuote,
  NATIVE,
  ORIGIN,
  pay,
  quoteBody,
  reaches,
  send,
  GUARD,
} from './support.js';
import { openDevnet } from './open-devnet.js';

describe('devnet faults', () => {
  let devnet: Devnet;
  before(async () => void (devnet = await openDevnet()), GUARD);
  after(() => devnet.stop());
  const clear = (): Promise<Response> => fetch(`${devnet.serviceUrl}/devnet/faults`, { method: 'DELETE' });
  afterEach(clear);
  const set = async (switches: object): Promise<object> => {
    const { status, body } = await request(devnet, '/devnet/faults', switches);
    assert.equal(status, 200, JSON.stringify(body));
    return body;
  };

  it('merges new switches, returns them, removes one and clears all', async () => {
    await set({ delayMs: 1, failFills: true });
    assert.deepEqual(await set({ fillDelayMs: 2 }), { delayMs: 1, failFills: true, fillDelayMs: 2 });
    await set({ failFills: null });
    assert.deepEqual((await request(devnet, '/devnet/faults')).body, { delayMs: 1, fillDelayMs: 2 });
    assert.deepEqual(await (await clear()).json(), {});
    assert.deepEqual(devnet.faults.on, {});
  });

  it('refuses an unknown switch or value by name and sets no switch', async () => {
    const wrong: [string, unknown][] = [
      ['explode', true],
      ['delayMs', '5'],
      ['delayMs', -1],
      ['hang', 'chains'],
      ['cutBody', true],
      ['failFills', 1],
      ['answer', {}],
      ['answer', { path: '/', status: 99, body: '' }],
      ['disabledChains', ['1']],
      ['priceImpact', 9_001],
      ['tamper', 'nothing'],
      ['tamper', { set: [] }],
      ['tamper', true],
      ['statusBack', 'yes'],
      ['orderSeconds', 0],
      ['stream', 'open'],
      ['node', 'slow'],
      ['svm', 'slow'],
      ['svmNode', 'slow'],
      ['svmTooLarge', { fitsAt: 5 }],
      ['venue', 'slow'],
      ['venueDelayMs', '5'],
      ['venueNonce', 'right'],
      ['nonceMapping', 'v3'],
    ];
    for (const [name, value] of wrong) {
      const switches = { neverRefund: true, [name]: value };
      const { status, body } = await request<{ message: string }>(devnet, '/devnet/faults', switches);
      assert.equal(status, 400, name);
      assert.ok(body.message.includes(name), body.message);
    }
    for (const body of [[], 'x', null]) assert.equal((await request(devnet, '/devnet/faults', body)).status, 400);
    assert.deepEqual(devnet.faults.on, {});
    assert.equal(new Set(faultNames).size, 26);
  });

  it('answer replaces the answer of an endpoint a limited number of times', async () => {
    const headers = { 'retry-after': '7' };
    await set({ answer: { path: '/intents/status', status: 429, body: { message: 'slow down' }, headers, times: 2 } });
    const { requestId } = await getQuote(devnet);
    const path = `/intents/status/v3?requestId=${requestId}`;
    const answers = [await request(devnet, path), await request(devnet, path), await request(devnet, path)];
    assert.deepEqual(
      answers.map(({ status }) => status),
      [429, 429, 200],
    );
    assert.equal(answers[0]!.headers.get('retry-after'), '7');
    assert.deepEqual(answers[0]!.body, { message: 'slow down' });
  });

  it('answer returns a text unchanged', async () => {
    await set({ answer: { path: '/', status: 502, body: '<h1>Bad gateway</h1>' } });
    const response = await fetch(`${devnet.serviceUrl}/chains`);
    assert.equal(response.status, 502);
    assert.match(response.headers.get('content-type')!, /html/);
    assert.equal(await response.text(), '<h1>Bad gateway</h1>');
  });

  it('delayMs delays each answer', async () => {
    await set({ delayMs: 150 });
    const start = performance.now();
    await request(devnet, '/chains');
    assert.ok(performance.now() - start >= 149);
  });

  it('hang leaves requests to one path unanswered and serves the others', async () => {
    await set({ hang: '/chains' });
    const signal = AbortSignal.timeout(300);
    await assert.rejects(fetch(`${devnet.serviceUrl}/chains`, { signal }), { name: 'TimeoutError' });
    await getQuote(devnet);
  });

  it('cutBody closes the connection in the middle of the body', async () => {
    await set({ cutBody: '/chains' });
    const response = await fetch(`${devnet.serviceUrl}/chains`);
    assert.equal(response.status, 200);
    await assert.rejects(response.text());
  });

  it('disabledChains marks the chain as disabled and refuses its quotes', async () => {
    await set({ disabledChains: [ORIGIN] });
    const { chains } = (await request<{ chains: { id: number; disabled: boolean }[] }>(devnet, '/chains')).body;
    assert.deepEqual(
      chains.filter(({ disabled }) => disabled).map(({ id }) => id),
      [ORIGIN],
    );
    const { status, body } = await request(devnet, '/quote/v2', quoteBody(devnet));
    assert.deepEqual([status, body['errorCode']], [400, 'CHAIN_DISABLED']);
  });

  it('priceImpact reduces each exchange and refuses it from 5 % unless the payer accepts the impact', async () => {
    await set({ priceImpact: 499 });
    const swap = { originCurrency: devnet.addresses.dai };
    assert.equal((await getQuote(devnet, swap)).details.swapImpact.percent.slice(0, 3), '-4.');
    await set({ priceImpact: 800 });
    const { status, body } = await request(devnet, '/quote/v2', quoteBody(devnet, swap));
    assert.deepEqual([status, body['errorCode']], [400, 'SWAP_IMPACT_TOO_HIGH']);
    await getQuote(devnet);
    const quote = await getQuote(devnet, { ...swap, overridePriceImpact: true });
    await pay(devnet, quote);
    await reaches(devnet, quote.requestId, 'success');
  });

  it('statusBack repeats the previous status once and then keeps the last status', async () => {
    const quote = await getQuote(devnet, { originCurrency: NATIVE });
    await pay(devnet, quote);
    await reaches(devnet, quote.requestId, 'success');
    await set({ statusBack: true });
    const statuses = [];
    for (let times = 0; times < 4; times++) {
      statuses.push((await request(devnet, `/intents/status/v3?requestId=${quote.requestId}`)).body['status']);
    }
    assert.deepEqual(statuses, ['success', 'pending', 'success', 'success']);
  });

  it('ignoreDeposits keeps a deposit waiting until the fault is off', async () => {
    await set({ ignoreDeposits: true });
    const quote = await getQuote(devnet, { originCurrency: NATIVE });
    const txHash = await pay(devnet, quote);
    await request(devnet, '/transactions/index', { txHash, chainId: String(ORIGIN) });
    const { body } = await request(devnet, `/intents/status/v3?requestId=${quote.requestId}`);
    assert.equal(body['status'], 'waiting');
    await clear();
    await reaches(devnet, quote.requestId, 'success');
  });

  it('shortFill pays the recipient one unit and reports success', async () => {
    await set({ shortFill: true });
    const before = await balance(devnet, DESTINATION, devnet.addresses.usdc, devnet.recipient);
    const quote = await getQuote(devnet);
    await pay(devnet, quote);
    await reaches(devnet, quote.requestId, 'success');
    assert.equal(await balance(devnet, DESTINATION, devnet.addresses.usdc, devnet.recipient), before + 1n);
  });

  it('falseRefund reports a refund whose transaction does not exist', async () => {
    await set({ failFills: true, falseRefund: true, refundAfterMs: 0 });
    const quote = await getQuote(devnet);
    await pay(devnet, quote);
    await reaches(devnet, quote.requestId, 'refund');
    const { body } = await request<{ txHashes: Hex[] }>(devnet, `/intents/status/v3?requestId=${quote.requestId}`);
    assert.equal(body.txHashes.length, 1);
    assert.equal(await rpc(devnet.chains[0]!.httpRpcUrl, 'eth_getTransactionByHash', body.txHashes), null);
  });

  it('node makes the listed node fail or report every transaction as reverted, and the chain stays honest', async () => {
    const quote = await getQuote(devnet);
    const hash = await pay(devnet, quote);
    await reaches(devnet, quote.requestId, 'success');
    const { httpRpcUrl, nodeUrl } = devnet.chains[0]!;
    const statusAt = async (url: string): Promise<string> =>
      ((await rpc(url, 'eth_getTransactionReceipt', [hash])) as { status: string }).status;
    assert.deepEqual([await statusAt(httpRpcUrl), await statusAt(nodeUrl)], ['0x1', '0x1']);
    await set({ node: 'reverted' });
    assert.deepEqual([await statusAt(httpRpcUrl), await statusAt(nodeUrl)], ['0x1', '0x0']);
    await set({ node: 'down' });
    assert.equal((await fetch(nodeUrl, { method: 'POST', body: '{}' })).status, 503);
  });

  it('neverRefund keeps the failure and the deposited money', async () => {
    await set({ failFills: true, neverRefund: true });
    const { usdt } = devnet.addresses;
    const quote = await getQuote(devnet, { originCurrency: usdt });
    const payer = devnet.payers[0]!.address;
    const owned = await balance(devnet, ORIGIN, usdt, payer);
    await pay(devnet, quote);
    await reaches(devnet, quote.requestId, 'failure');
    assert.equal(await balance(devnet, ORIGIN, usdt, payer), owned - BigInt(quote.details.currencyIn.amount));
  });

  it('tamper changes the depository in the chain list and in the quote', async () => {
    await set({ tamper: 'listing-depository' });
    type Listing = { chains: { protocol: { v2: { depository: string } } }[] };
    for (const { protocol } of (await request<Listing>(devnet, '/chains')).body.chains) {
      assert.equal(protocol.v2.depository, attacker);
    }
    assert.equal((await getQuote(devnet)).steps.at(-1)!.items[0]!.data.to, attacker);
    assert.notEqual(devnet.registry.chains[0]!.protocol.v2.depository, attacker);
  });

  it('tamper serves every named attack on a native quote and on a quote with an approval', async () => {
    for (const tamper of attackNames) {
      await set({ tamper });
      for (const originCurrency of [NATIVE, devnet.addresses.usdt]) await getQuote(devnet, { originCurrency });
    }
  });

  it('tamper sets or removes any member and answers 500 when the member is missing', async () => {
    await set({ tamper: { set: [['steps[0].items[0].data.to', attacker], ['details.rate']] } });
    const { steps, details } = await getQuote(devnet);
    assert.equal(steps[0]!.items[0]!.data.to, attacker);
    assert.equal('rate' in details, false);
    await set({ tamper: { set: [['nothing.here', 1]] } });
    assert.equal((await request(devnet, '/quote/v2', quoteBody(devnet))).status, 500);
  });

  it('tamper leaves the order of the solver unchanged', async () => {
    await set({ tamper: 'recipient' });
    const before = await balance(devnet, ORIGIN + 1, devnet.addresses.usdc, devnet.recipient);
    const quote = await getQuote(devnet, { originCurrency: NATIVE });
    await send(devnet, quote.steps[0]!.items[0]!.data);
    await reaches(devnet, quote.requestId, 'success');
    assert.equal((await balance(devnet, ORIGIN + 1, devnet.addresses.usdc, devnet.recipient)) - before, 25_000_000n);
  });
});

/** Sends one JSON-RPC request, and returns its result. */
async function rpc(url: string, method: string, params: readonly unknown[]): Promise<unknown> {
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
  return ((await (await fetch(url, { method: 'POST', headers, body })).json()) as { result: unknown }).result;
}
