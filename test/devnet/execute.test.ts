/**
 * Tests gasless payments: `hub-pay/headless` sends `POST /execute`. Without an API key, it sends the request to the
 * merchant's proxy, which adds the key.
 */

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { encodeFunctionData, erc20Abi, zeroAddress, type Address, type Hex } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { routerAbi } from '../../demo/devnet/base/contract-abis.js';
import type { Devnet } from '../../demo/devnet/index.js';
import type { QuoteAnswer } from '../../demo/devnet/orders/quote-answer.js';
import { HubClient, HubPayError, type ExecuteBody } from '../../src/headless.js';
import { createProxy } from '../../src/server/index.js';
import {
  approval,
  request,
  balance,
  clientsOf,
  DESTINATION,
  getQuote,
  NATIVE,
  ORIGIN,
  reaches,
  tokenDeposit,
} from './support.js';
import { openDevnet } from './open-devnet.js';

const SHOP = 'http://shop.example';
const KEY = 'the-key';

describe('devnet gasless execution', () => {
  let devnet: Devnet;
  let client: HubClient;
  let payer: Address;
  before(async () => {
    devnet = await openDevnet();
    client = new HubClient({ baseUrl: devnet.serviceUrl, apiKey: KEY });
    payer = devnet.payers[0]!.address;
  });
  after(() => devnet.stop());

  /**
   * Signs an EIP-7702 authorization: the payer's account gets the code of the router. This is safe on a devnet only,
   * because the router accepts calls from any account.
   */
  async function authorization(): Promise<ExecuteBody['data']['authorizationList'][number]> {
    const { read } = clientsOf(devnet, ORIGIN);
    const nonce = await read.getTransactionCount({ address: payer });
    const account = privateKeyToAccount(devnet.payers[0]!.key);
    const { address, chainId, r, s, yParity } = await account.signAuthorization({
      address: devnet.addresses.router,
      chainId: ORIGIN,
      nonce,
    });
    return { chainId, address, nonce, yParity: yParity!, r, s };
  }

  const bodyOf = async (
    calls: readonly { to?: string; data?: Hex }[],
    more: Partial<ExecuteBody> = {},
  ): Promise<ExecuteBody> => {
    const made = calls.map(({ to, data }) => ({
      target: to as Address,
      allowFailure: false,
      value: 0n,
      callData: data!,
    }));
    const args = [made, payer, zeroAddress, '0x'] as const;
    const data = encodeFunctionData({ abi: routerAbi, functionName: 'multicall', args });
    return {
      executionKind: 'rawCalls',
      data: { chainId: ORIGIN, to: payer, data, value: '0', authorizationList: [await authorization()] },
      executionOptions: {},
      ...more,
    };
  };

  const depositOf = ({ details, protocol }: QuoteAnswer): { to?: string; data?: Hex }[] => {
    const { usdc, depository } = devnet.addresses;
    const amount = BigInt(details.currencyIn.amount);
    return [
      approval(usdc, depository, amount),
      tokenDeposit(devnet, { orderId: protocol.v2.orderId, token: usdc, amount }),
    ];
  };
  const refusal = (body: unknown, key = KEY): Promise<unknown> =>
    fetch(`${devnet.serviceUrl}/execute`, {
      method: 'POST',
      headers: key ? { 'x-api-key': key } : {},
      body: JSON.stringify(body),
    }).then(async (response) => [response.status, ((await response.json()) as { error: string }).error]);

  it('pays a quoted request in tokens when the payer spends no native currency', async () => {
    const { usdc } = devnet.addresses;
    const quote = await getQuote(devnet);
    const received = await balance(devnet, DESTINATION, usdc, devnet.recipient);
    const [coins, tokens] = [await balance(devnet, ORIGIN, NATIVE, payer), await balance(devnet, ORIGIN, usdc, payer)];
    const { requestId } = await client.execute(await bodyOf(depositOf(quote), { requestId: quote.requestId }));
    assert.equal(requestId, quote.requestId);
    const { inTxHashes } = await reaches(devnet, requestId, 'success');
    assert.equal(inTxHashes.length, 1);
    assert.equal((await balance(devnet, DESTINATION, usdc, devnet.recipient)) - received, 25_000_000n);
    assert.equal(await balance(devnet, ORIGIN, NATIVE, payer), coins);
    assert.equal(tokens - (await balance(devnet, ORIGIN, usdc, payer)), BigInt(quote.details.currencyIn.amount));
  });

  it('executes a request once when it is posted several times', async () => {
    const quote = await getQuote(devnet);
    const body = await bodyOf(depositOf(quote), { requestId: quote.requestId });
    const results = await Promise.allSettled([client.execute(body), client.execute(body), client.execute(body)]);
    assert.equal(results.filter(({ status }) => status === 'fulfilled').length, 1);
    await reaches(devnet, quote.requestId, 'success');
    assert.deepEqual(await refusal(body), [400, 'requestId is used']);
  });

  it('executes calls without a quote as a request of their own at the sponsor’s expense', async () => {
    const { usdc, depository } = devnet.addresses;
    const body = await bodyOf([approval(usdc, depository, 7n)], { executionOptions: { subsidizeFees: true } });
    const { requestId } = await client.execute(body);
    const { txHashes } = await reaches(devnet, requestId, 'success');
    const { read } = clientsOf(devnet, ORIGIN);
    assert.equal((await read.getTransactionReceipt({ hash: txHashes[0] as Hex })).status, 'success');
  });

  it('refuses an invalid request with its reason and sends no transaction', async () => {
    const good = await bodyOf([]);
    const without = (name: string): unknown => ({ ...good, data: { ...good.data, [name]: undefined } });
    for (const name of ['to', 'data', 'value', 'chainId', 'authorizationList']) {
      assert.deepEqual(await refusal(without(name)), [400, `${name} is required`]);
    }
    assert.deepEqual(await refusal(good, ''), [401, 'Unauthorized']);
    assert.deepEqual(await refusal({ ...good, data: { ...good.data, value: '1' } }), [400, 'value must be 0']);
    assert.deepEqual(await refusal({ ...good, requestId: `0x${'12'.repeat(32)}` }), [400, 'requestId does not exist']);
    const all = await balance(devnet, ORIGIN, devnet.addresses.dai, payer);
    const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [devnet.recipient, all + 1n] });
    assert.deepEqual(await refusal(await bodyOf([{ to: devnet.addresses.dai, data }])), [400, 'EXECUTION_REVERTED']);
  });

  it('works through the proxy without an API key and is sponsored only within the proxy’s rules', async () => {
    const quote = await getQuote(devnet);
    const body = await bodyOf(depositOf(quote), { requestId: quote.requestId });
    const proxy = createProxy({ baseUrl: devnet.serviceUrl, apiKey: KEY, origins: [SHOP], execute: true });
    const through = new HubClient({
      baseUrl: `${SHOP}/hub`,
      fetch: (input, init) => {
        const request = new Request(input, init);
        request.headers.set('origin', SHOP);
        return proxy(request);
      },
    });
    const isRefused = (error: unknown): boolean => error instanceof HubPayError && error.money === 'not-sent';
    await assert.rejects(new HubClient({ baseUrl: devnet.serviceUrl }).execute(body), isRefused);
    await assert.rejects(through.execute({ ...body, executionOptions: { subsidizeFees: true } }), isRefused);
    await assert.rejects(through.execute(body), isRefused);
    const { requestId } = await through.execute({ ...body, executionOptions: { subsidizeFees: false } });
    await reaches(devnet, requestId, 'success');
    const { body: record } = await request<{ requests: { status: string }[] }>(devnet, `/requests/v2?id=${requestId}`);
    assert.deepEqual(
      record.requests.map(({ status }) => status),
      ['success'],
    );
  });
});
