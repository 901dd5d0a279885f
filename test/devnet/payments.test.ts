/** Tests payments through the real contracts on local chains: amounts, refunds and statuses. */

import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import { encodeFunctionData, parseAbi, parseEther, type Hash } from 'viem';
import type { Devnet } from '../../demo/devnet/index.js';
import {
  approval,
  request,
  balance,
  clientsOf,
  DESTINATION,
  getQuote,
  NATIVE,
  ORIGIN,
  pay,
  follow,
  reaches,
  send,
  tokenDeposit,
  GUARD,
} from './support.js';
import { openDevnet } from './open-devnet.js';

const PROXY = parseAbi([
  'struct Call { address target; bool allowFailure; uint256 value; bytes callData; }',
  'function transferAndMulticall(address[], uint256[], Call[], address refundTo, address nftRecipient, bytes metadata)',
]);

describe('devnet payment', () => {
  let devnet: Devnet;
  before(async () => void (devnet = await openDevnet()), GUARD);
  after(() => devnet.stop());
  afterEach(() => devnet.faults.clear());

  const received = (currency: string): Promise<bigint> => balance(devnet, DESTINATION, currency, devnet.recipient);
  const held = (currency: string, payer = 0): Promise<bigint> =>
    balance(devnet, ORIGIN, currency, devnet.payers[payer]!.address);
  const receiptStatus = async (chainId: number, hash: string | undefined): Promise<string> =>
    (await clientsOf(devnet, chainId).read.getTransactionReceipt({ hash: hash as Hash })).status;
  const stepIds = ({ steps }: Awaited<ReturnType<typeof getQuote>>): string[] => steps.map(({ id }) => id);

  for (const name of ['usdc', 'usdt', 'dai'] as const) {
    it(`delivers exactly the amount and takes exactly the quoted amount when the payer pays with ${name}`, async () => {
      const { usdc, [name]: token } = devnet.addresses;
      const [arrived, owned] = await Promise.all([received(usdc), held(token)]);
      const quote = await getQuote(devnet, { originCurrency: token });
      assert.deepEqual(stepIds(quote), ['approve', 'deposit']);
      const hash = await pay(devnet, quote);
      const { txHashes, inTxHashes } = await reaches(devnet, quote.requestId, 'success');
      assert.equal((await received(usdc)) - arrived, 25_000_000n);
      assert.equal(owned - (await held(token)), BigInt(quote.details.currencyIn.amount));
      assert.deepEqual(inTxHashes, [hash]);
      assert.equal(await receiptStatus(DESTINATION, txHashes[0]), 'success');
    });
  }

  it('delivers in one step when the payer pays with native currency', async () => {
    const { usdc } = devnet.addresses;
    const [arrived, owned] = await Promise.all([received(usdc), held(NATIVE)]);
    const quote = await getQuote(devnet, { originCurrency: NATIVE });
    assert.deepEqual(stepIds(quote), ['deposit']);
    const { gasUsed, effectiveGasPrice } = await send(devnet, quote.steps[0]!.items[0]!.data);
    await reaches(devnet, quote.requestId, 'success');
    assert.equal((await received(usdc)) - arrived, 25_000_000n);
    assert.equal(owned - (await held(NATIVE)), BigInt(quote.details.currencyIn.amount) + gasUsed * effectiveGasPrice);
  });

  it('delivers native currency when the merchant requests it', async () => {
    const arrived = await received(NATIVE);
    const amount = String(parseEther('0.5'));
    const quote = await getQuote(devnet, { destinationCurrency: NATIVE, amount });
    await pay(devnet, quote);
    await reaches(devnet, quote.requestId, 'success');
    assert.equal((await received(NATIVE)) - arrived, parseEther('0.5'));
  });

  for (const tradeType of ['EXACT_INPUT', 'EXPECTED_OUTPUT']) {
    it(`delivers the quoted output when the trade type is ${tradeType}`, async () => {
      const { dai, usdt } = devnet.addresses;
      const arrived = await received(dai);
      const amount = tradeType === 'EXACT_INPUT' ? '40000000' : String(parseEther('40'));
      const quote = await getQuote(devnet, { tradeType, amount, originCurrency: usdt, destinationCurrency: dai });
      const { currencyIn, currencyOut } = quote.details;
      assert.equal(tradeType === 'EXACT_INPUT' ? currencyIn.amount : currencyOut.amount, amount);
      await pay(devnet, quote);
      await reaches(devnet, quote.requestId, 'success');
      assert.equal((await received(dai)) - arrived, BigInt(currencyOut.amount));
      assert.ok(BigInt(currencyOut.amount) >= BigInt(currencyOut.minimumAmount));
    });
  }

  it('requires the approvals that the allowance needs, with a reset to 0 for a USDT-like token', async () => {
    const { usdt, depository } = devnet.addresses;
    await send(devnet, approval(usdt, depository, 7n));
    const both = await getQuote(devnet, { originCurrency: usdt });
    assert.deepEqual(stepIds(both), ['approve', 'approve', 'deposit']);
    await pay(devnet, both);
    await reaches(devnet, both.requestId, 'success');
    await send(devnet, approval(usdt, depository, 10n ** 9n));
    assert.deepEqual(stepIds(await getQuote(devnet, { originCurrency: usdt })), ['deposit']);
    await send(devnet, approval(usdt, depository, 0n));
    assert.deepEqual(stepIds(await getQuote(devnet, { originCurrency: usdt })), ['approve', 'deposit']);
  });

  it('is delivered when the deposit comes through the approval proxy and the router', async () => {
    const { usdt, approvalProxy, depository, router } = devnet.addresses;
    const user = devnet.payers[0]!.address;
    const quote = await getQuote(devnet, { originCurrency: usdt });
    const amount = BigInt(quote.details.currencyIn.amount);
    const deposit = tokenDeposit(devnet, { orderId: quote.protocol.v2.orderId, token: usdt, amount });
    const calls = [approval(usdt, depository, amount), deposit].map(({ to, data }) => ({
      target: to!,
      allowFailure: false,
      value: 0n,
      callData: data!,
    }));
    const args = [[usdt], [amount], calls, user, user, '0x'] as const;
    const data = encodeFunctionData({ abi: PROXY, functionName: 'transferAndMulticall', args });
    await send(devnet, approval(usdt, approvalProxy, amount));
    await send(devnet, { to: approvalProxy, data });
    await reaches(devnet, quote.requestId, 'success');
    assert.equal(await balance(devnet, ORIGIN, usdt, router), 0n);
  });

  it('passes pending and failure and ends in a refund of the principal when the fill is refused', async () => {
    devnet.faults.set({ failFills: true, fillDelayMs: 60, refundAfterMs: 60 });
    const { usdc } = devnet.addresses;
    const [arrived, owned] = await Promise.all([received(usdc), held(usdc)]);
    const quote = await getQuote(devnet);
    const reached = await follow(devnet, quote.requestId);
    await pay(devnet, quote);
    const { statuses, txHashes, failReason } = await reached('refund');
    assert.deepEqual(statuses, ['waiting', 'pending', 'failure', 'pending', 'refund']);
    assert.equal(failReason, 'DESTINATION_TX_FAILED');
    assert.equal(await received(usdc), arrived);
    assert.equal(await held(usdc), owned);
    assert.equal(await receiptStatus(ORIGIN, txHashes[0]), 'success');
  });

  it('refunds native currency to refundTo when the fill is refused', async () => {
    devnet.faults.set({ failFills: true, refundAfterMs: 0 });
    const before = await held(NATIVE, 1);
    const quote = await getQuote(devnet, { originCurrency: NATIVE, refundTo: devnet.payers[1]!.address });
    await pay(devnet, quote);
    await reaches(devnet, quote.requestId, 'refund');
    assert.equal((await held(NATIVE, 1)) - before, BigInt(quote.details.currencyIn.amount));
  });

  it('refunds to the recipient when the quote has no refundTo', async () => {
    devnet.faults.set({ failFills: true, refundAfterMs: 0 });
    const before = await balance(devnet, ORIGIN, devnet.addresses.usdc, devnet.recipient);
    const quote = await getQuote(devnet, { refundTo: undefined });
    await pay(devnet, quote);
    await reaches(devnet, quote.requestId, 'refund');
    const after = await balance(devnet, ORIGIN, devnet.addresses.usdc, devnet.recipient);
    assert.equal(after - before, BigInt(quote.details.currencyIn.amount));
  });

  describe('refunds a deposit as it came when amount, currency or chain differ from the quote:', () => {
    const cases = [
      { title: 'too little', token: 'usdc', change: -1n, chainId: ORIGIN, reason: 'DEPOSIT_AMOUNT_MISMATCH' },
      { title: 'too much', token: 'usdc', change: 1n, chainId: ORIGIN, reason: 'DEPOSIT_AMOUNT_MISMATCH' },
      { title: 'another currency', token: 'usdt', change: 0n, chainId: ORIGIN, reason: 'DEPOSIT_CURRENCY_MISMATCH' },
      { title: 'another chain', token: 'usdc', change: 0n, chainId: DESTINATION, reason: 'DEPOSIT_CHAIN_MISMATCH' },
    ] as const;
    for (const { title, token, change, chainId, reason } of cases) {
      it(title, async () => {
        devnet.faults.set({ refundAfterMs: 0 });
        const address = devnet.addresses[token];
        const payerBalance = (): Promise<bigint> => balance(devnet, chainId, address, devnet.payers[0]!.address);
        const [owned, arrived] = await Promise.all([payerBalance(), received(devnet.addresses.usdc)]);
        const quote = await getQuote(devnet);
        const amount = BigInt(quote.details.currencyIn.amount) + change;
        const { orderId } = quote.protocol.v2;
        await send(devnet, approval(address, devnet.addresses.depository, amount, chainId));
        await send(devnet, tokenDeposit(devnet, { orderId, token: address, amount, chainId }));
        assert.equal((await reaches(devnet, quote.requestId, 'refund')).failReason, reason);
        assert.equal(await payerBalance(), owned);
        assert.equal(await received(devnet.addresses.usdc), arrived);
      });
    }
  });

  it('refunds a second deposit once as a child of the request, which stays delivered', async () => {
    const { usdc } = devnet.addresses;
    const quote = await getQuote(devnet, { originCurrency: NATIVE });
    await pay(devnet, quote);
    await reaches(devnet, quote.requestId, 'success');
    const arrived = await received(usdc);
    const owned = await held(NATIVE);
    const { gasUsed, effectiveGasPrice } = await send(devnet, quote.steps[0]!.items[0]!.data);
    const query = `/requests/v2?id=${quote.requestId}&includeChildRequests=true&sortDirection=asc`;
    type Record = { id: string; status: string; parentRequestId?: string };
    let records: Record[] = [];
    while (records[1]?.status !== 'refund') {
      records = (await request<{ requests: Record[] }>(devnet, query)).body.requests;
    }
    assert.deepEqual(
      records.map(({ status }) => status),
      ['success', 'refund'],
    );
    assert.equal(records[1].parentRequestId, quote.requestId);
    assert.equal(await held(NATIVE), owned - gasUsed * effectiveGasPrice);
    assert.equal(await received(usdc), arrived);
  });

  it('fills twenty deposits when they arrive at once', async () => {
    const { usdc } = devnet.addresses;
    const arrived = await received(usdc);
    const quotes = await Promise.all(Array.from({ length: 20 }, () => getQuote(devnet, { originCurrency: NATIVE })));
    const { wallet, read } = clientsOf(devnet, ORIGIN);
    let nonce = await read.getTransactionCount({ address: wallet.account.address });
    await Promise.all(
      quotes.map(({ steps }) => {
        const { to, data, value } = steps[0]!.items[0]!.data;
        return wallet.sendTransaction({ to, data, value: BigInt(value), gas: 100_000n, nonce: nonce++ });
      }),
    );
    await Promise.all(quotes.map(({ requestId }) => reaches(devnet, requestId, 'success')));
    assert.equal((await received(usdc)) - arrived, 20n * 25_000_000n);
  });
});
