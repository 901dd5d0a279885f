/** Tests payments without the depository: swaps and transfers on one chain, and plain transfers with an order id. */

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { encodeFunctionData, erc20Abi, parseAbi } from 'viem';
import { receiptOf } from '../../demo/devnet/solver/evm-solver-chain.js';
import type { Devnet } from '../../demo/devnet/index.js';
import type { QuoteAnswer } from '../../demo/devnet/orders/quote-answer.js';
import { openDevnet } from './open-devnet.js';
import {
  balance,
  clientsOf,
  DESTINATION,
  getQuote,
  GUARD,
  NATIVE,
  ORIGIN,
  pay,
  reaches,
  request,
  send,
} from './support.js';

const MINT = parseAbi(['function mint(address to, uint256 value)']);

describe('devnet route', () => {
  let devnet: Devnet;
  before(async () => void (devnet = await openDevnet()), GUARD);
  after(() => devnet.stop());

  const local = (from: string, to: string, changes: Record<string, unknown> = {}): Promise<QuoteAnswer> => {
    const amounts: Record<string, string> = {
      [devnet.addresses.dai]: `${25n * 10n ** 18n}`,
      [NATIVE]: `${10n ** 16n}`,
    };
    return getQuote(devnet, {
      originChainId: DESTINATION,
      originCurrency: from,
      destinationCurrency: to,
      amount: amounts[to] ?? '25000000',
      ...changes,
    });
  };
  const recipientHas = (currency: string): Promise<bigint> => balance(devnet, DESTINATION, currency, devnet.recipient);
  const idsOf = ({ steps }: QuoteAnswer): string[] => steps.map(({ id }) => id);

  const pairs = (): [from: string, to: string][] => {
    const { usdc, usdt, dai } = devnet.addresses;
    return [
      [dai, usdc],
      [usdt, usdc],
      [NATIVE, usdc],
      [usdc, usdt],
      [usdc, NATIVE],
      [NATIVE, dai],
    ];
  };

  it('swaps on one chain by the payer’s own transaction for exactly the quoted price', async () => {
    for (const [from, to] of pairs()) {
      const quote = await local(from, to);
      assert.equal(idsOf(quote).at(-1), 'swap');
      const [had, before] = [
        await balance(devnet, DESTINATION, from, devnet.payers[0]!.address),
        await recipientHas(to),
      ];
      const hash = await pay(devnet, quote);
      const { statuses, txHashes, inTxHashes } = await reaches(devnet, quote.requestId, 'success');
      assert.deepEqual([txHashes, inTxHashes], [[hash], [hash]], statuses.join());
      assert.ok((await recipientHas(to)) - before >= BigInt(quote.details.currencyOut.amount));
      if (from !== NATIVE) {
        const remaining = await balance(devnet, DESTINATION, from, devnet.payers[0]!.address);
        assert.equal(had - remaining, BigInt(quote.details.currencyIn.amount));
      }
    }
  });

  it('uses the solver for a swap when forceSolverExecution is set', async () => {
    const { dai, usdc } = devnet.addresses;
    assert.equal(idsOf(await local(dai, usdc, { forceSolverExecution: true })).at(-1), 'deposit');
  });

  it('sends the same currency to the recipient directly without a fee', async () => {
    for (const currency of [devnet.addresses.usdc, NATIVE]) {
      const quote = await local(currency, currency);
      assert.deepEqual(idsOf(quote), ['send']);
      assert.equal(quote.details.currencyIn.amount, quote.details.currencyOut.amount);
      const before = await recipientHas(currency);
      await pay(devnet, quote);
      await reaches(devnet, quote.requestId, 'success');
      assert.equal((await recipientHas(currency)) - before, BigInt(quote.details.currencyOut.amount));
    }
  });

  it('accepts a plain transfer with the order id and refunds it when it cannot be filled', async () => {
    for (const [originCurrency, failFills] of [
      [devnet.addresses.usdc, false],
      [NATIVE, false],
      [devnet.addresses.usdc, true],
      [NATIVE, true],
    ] as const) {
      devnet.faults.set({ failFills, refundAfterMs: 0 });
      const payer = devnet.payers[1]!.address;
      const quote = await getQuote(devnet, { originCurrency, explicitDeposit: false, refundTo: payer });
      assert.deepEqual(idsOf(quote), ['deposit']);
      const paid = BigInt(quote.details.currencyIn.amount);
      const before = await balance(devnet, ORIGIN, originCurrency, payer);
      await pay(devnet, quote);
      await reaches(devnet, quote.requestId, failFills ? 'refund' : 'success');
      assert.equal((await balance(devnet, ORIGIN, originCurrency, payer)) - before, failFills ? paid : 0n);
      devnet.faults.clear();
    }
  });

  it('reports a swap at once after `POST /transactions/single`, and only on the chain of the swap', async () => {
    const { dai, usdc } = devnet.addresses;
    const { requestId, steps } = await local(dai, usdc);
    const hash = await pay(devnet, { steps } as QuoteAnswer);
    const single = (chainId: number, tx = JSON.stringify({ txHash: hash })): Promise<{ status: number }> =>
      request(devnet, '/transactions/single', { tx, chainId: String(chainId), requestId });
    assert.equal((await single(ORIGIN)).status, 400);
    for (const tx of [hash, '{}', '{"txHash":1}']) assert.equal((await single(DESTINATION, tx)).status, 400, tx);
    assert.equal((await single(DESTINATION)).status, 200);
    const { body } = await request<{ status: string }>(devnet, `/intents/status/v3?requestId=${requestId}`);
    assert.equal(body.status, 'success');
  });

  it('takes a transfer for one request, and for no younger one, unless the service is careless', async () => {
    const { usdc } = devnet.addresses;
    const report = ({ requestId }: QuoteAnswer, txHash: string): Promise<{ status: number }> =>
      request(devnet, '/transactions/single', {
        tx: JSON.stringify({ txHash }),
        chainId: String(DESTINATION),
        requestId,
      });
    const statusOf = async ({ requestId }: QuoteAnswer): Promise<string> =>
      (await request<{ status: string }>(devnet, `/intents/status/v3?requestId=${requestId}`)).body.status;
    const [first, second] = [await local(usdc, usdc), await local(usdc, usdc)];
    const hash = await pay(devnet, second);
    await reaches(devnet, second.requestId, 'success');
    const younger = await local(usdc, usdc);
    for (const quote of [first, younger]) {
      assert.equal((await report(quote, hash)).status, 400);
      assert.equal(await statusOf(quote), 'waiting');
    }
    devnet.faults.set({ reuseTransfers: true });
    // The transfer pays the newest of the requests that expect it, so each report pays one of the two.
    for (const quote of [younger, first]) {
      assert.equal((await report(quote, hash)).status, 200);
      assert.equal(await statusOf(quote), 'success');
    }
    devnet.faults.clear();
  });

  it('takes no transfer that is older than the request and paid nothing, unless the service is careless', async () => {
    const { usdc } = devnet.addresses;
    // The same call as that of a request, sent before any request expects it.
    const own = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [devnet.recipient, 7n] });
    const { transactionHash: hash } = await send(devnet, { chainId: DESTINATION, to: usdc, data: own });
    // The solver reads the blocks in order, so it has seen the transfer when this payment is done.
    const marker = await local(usdc, usdc);
    await pay(devnet, marker);
    await reaches(devnet, marker.requestId, 'success');
    const { requestId } = await local(usdc, usdc, { amount: '7' });
    const report = async (): Promise<string> => {
      const tx = JSON.stringify({ txHash: hash });
      await request(devnet, '/transactions/single', { tx, chainId: String(DESTINATION), requestId });
      return (await request<{ status: string }>(devnet, `/intents/status/v3?requestId=${requestId}`)).body.status;
    };
    assert.equal(await report(), 'waiting');
    devnet.faults.set({ reuseTransfers: true });
    assert.equal(await report(), 'success');
    devnet.faults.clear();
  });

  describe('with calls on the destination chain', () => {
    const OTHER = '0x00000000000000000000000000000000000000aa';
    const mint = (amount: bigint): string =>
      encodeFunctionData({ abi: MINT, functionName: 'mint', args: [OTHER, amount] });

    it('makes the calls in the transaction of the delivery', async () => {
      const { dai, usdc } = devnet.addresses;
      const calls = [5n, 2n].map((amount) => ({ to: dai, value: '0', data: mint(amount) }));
      const [before, had] = [await recipientHas(usdc), await balance(devnet, DESTINATION, dai, OTHER)];
      const quote = await getQuote(devnet, { txs: calls });
      assert.deepEqual(quote.protocol.v2.orderData.output.calls, calls);
      await pay(devnet, quote);
      const { txHashes } = await reaches(devnet, quote.requestId, 'success');
      assert.equal(txHashes.length, 1);
      assert.equal((await recipientHas(usdc)) - before, 25_000_000n);
      assert.equal((await balance(devnet, DESTINATION, dai, OTHER)) - had, 7n);
    });

    it('spends native currency of the calls out of the delivered amount', async () => {
      const txs = [{ to: OTHER, value: '1000', data: '0x' }];
      const native = { destinationCurrency: NATIVE, amount: `${10n ** 16n}`, txs };
      const [before, had] = [await recipientHas(NATIVE), await balance(devnet, DESTINATION, NATIVE, OTHER)];
      const quote = await getQuote(devnet, native);
      await pay(devnet, quote);
      await reaches(devnet, quote.requestId, 'success');
      assert.equal((await recipientHas(NATIVE)) - before, 10n ** 16n - 1_000n);
      assert.equal((await balance(devnet, DESTINATION, NATIVE, OTHER)) - had, 1_000n);
    });

    it('refunds everything when a call fails', async () => {
      devnet.faults.set({ refundAfterMs: 0 });
      const before = await recipientHas(devnet.addresses.usdc);
      const txs = [{ to: devnet.addresses.usdc, value: '0', data: '0xdeadbeef' }];
      const quote = await getQuote(devnet, { txs });
      await pay(devnet, quote);
      await reaches(devnet, quote.requestId, 'refund');
      assert.equal(await recipientHas(devnet.addresses.usdc), before);
      devnet.faults.clear();
    });
  });

  it('ignores a swap when its transaction reverted', async () => {
    const { dai, usdc } = devnet.addresses;
    const { requestId, steps } = await local(dai, usdc);
    const { to, data } = steps.at(-1)!.items[0]!.data;
    const { wallet, read } = clientsOf(devnet, DESTINATION);
    // The payer has not approved the token, so the swap reverts.
    const hash = await wallet.sendTransaction({ to, data, gas: 500_000n });
    assert.equal((await receiptOf({ read }, hash)).status, 'reverted');
    await request(devnet, '/transactions/single', {
      tx: JSON.stringify({ txHash: hash }),
      chainId: String(DESTINATION),
      requestId,
    });
    const { body } = await request<{ status: string }>(devnet, `/intents/status/v3?requestId=${requestId}`);
    assert.equal(body.status, 'waiting');
  });
});
