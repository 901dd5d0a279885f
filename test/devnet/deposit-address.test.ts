/**
 * Tests deposit addresses on the devnet: paid exactly, too little, too much, twice and late, and open addresses with
 * any amount.
 */

import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { getAddress, type Address } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { startDevnet, type Devnet } from '../../demo/devnet/index.js';
import type { QuoteAnswer } from '../../demo/devnet/service/quote-answer.js';
import { createPaymentSession, type PaymentSession, type PaymentState } from '../../src/headless.js';
import { ask, balance, DESTINATION, getQuote, NATIVE, ORIGIN, reaches, send } from './support.js';

interface RequestRecord {
  id: string;
  status: string;
  parentRequestId?: string;
  depositAddress: { address: string; depositAddressType: string; depositTxHash: string };
  data: {
    inTxs: { hash: string; timestamp: number }[];
    outTxs: { hash: string; chainId: number }[];
    failReason: string;
    metadata: { currencyIn: { amount: string; amountFormatted: string } };
  };
}

describe('devnet deposit address', () => {
  let devnet: Devnet;
  before(async () => void (devnet = await startDevnet()), { timeout: 60_000 });
  after(() => devnet.stop());
  afterEach(() => devnet.faults.clear());

  type Offer = { quote: QuoteAnswer; address: Address; amount: bigint; refundTo: Address };
  const offer = async (changes: Record<string, unknown> = {}): Promise<Offer> => {
    const refundTo = privateKeyToAccount(generatePrivateKey()).address;
    const own = { user: refundTo, refundTo, originCurrency: NATIVE, useDepositAddress: true, strict: true };
    const quote = await getQuote(devnet, { ...own, ...changes });
    const address = getAddress(quote.steps[0]!.depositAddress);
    return { quote, address, amount: BigInt(quote.details.currencyIn.amount), refundTo };
  };
  /** Sends from an account that no quote names. */
  const sendTo = async (to: Address, value: bigint): Promise<string> =>
    (await send(devnet, { chainId: ORIGIN, to, value: String(value) }, 2)).transactionHash;
  const returned = ({ refundTo }: Offer): Promise<bigint> => balance(devnet, ORIGIN, NATIVE, refundTo);
  const takings = (): Promise<bigint> => balance(devnet, DESTINATION, devnet.addresses.usdc, devnet.recipient);
  const records = async ({ address }: Offer, children = true): Promise<RequestRecord[]> => {
    const query = `depositAddress=${address}&includeChildRequests=${children}`;
    return (await ask<{ requests: RequestRecord[] }>(devnet, `/requests/v2?${query}`)).body.requests;
  };
  /** The extra request beside the order, once it has ended. */
  const beside = async (given: Offer): Promise<RequestRecord> => {
    const start = Date.now();
    while (Date.now() - start < 10_000) {
      const found = (await records(given)).find(({ id }) => id !== given.quote.requestId);
      if (found && (found.status === 'refund' || found.status === 'success')) return found;
      await sleep(5);
    }
    throw new Error('there is no other request that has ended');
  };

  it('is unique for each request and has a plain transfer as its only step', async () => {
    const [one, two] = [await offer(), await offer()];
    assert.notEqual(one.address, two.address);
    const [step, ...more] = one.quote.steps;
    assert.deepEqual(more, []);
    assert.deepEqual([step!.id, step!.items.length], ['deposit', 1]);
    const { from, to, data, value, chainId } = step!.items[0]!.data;
    assert.deepEqual([to, data, value, chainId], [step!.depositAddress, '0x', String(one.amount), ORIGIN]);
    assert.equal(from, one.refundTo);
    assert.equal((await getQuote(devnet, { originCurrency: NATIVE })).steps[0]!.depositAddress, '');
  });

  it('fills the order when exactly the quoted amount arrives from any sender', async () => {
    const given = await offer();
    const taken = await takings();
    const hash = await sendTo(given.address, given.amount);
    await reaches(devnet, given.quote.requestId, 'success');
    assert.equal((await takings()) - taken, 25_000_000n);
    assert.equal(await returned(given), 0n);
    const [own, ...others] = await records(given);
    assert.deepEqual(others, []);
    const { depositAddress, data } = own!;
    assert.equal(getAddress(depositAddress.address), given.address);
    assert.deepEqual([depositAddress.depositAddressType, depositAddress.depositTxHash], ['strict', hash]);
    assert.equal(data.inTxs[0]!.hash, hash);
  });

  it('refunds everything when too little arrives', async () => {
    devnet.faults.set({ refundAfterMs: 0 });
    const given = await offer();
    const taken = await takings();
    const little = (given.amount * 99n) / 100n;
    await sendTo(given.address, little);
    const { seen, failReason } = await reaches(devnet, given.quote.requestId, 'refund');
    assert.equal(failReason, 'DEPOSIT_AMOUNT_MISMATCH', seen.join());
    assert.equal(await returned(given), little);
    assert.equal(await takings(), taken);
  });

  it('fills the order and refunds the rest as a request of its own when too much arrives', async () => {
    const given = await offer();
    const taken = await takings();
    const excess = given.amount / 100n;
    await sendTo(given.address, given.amount + excess);
    await reaches(devnet, given.quote.requestId, 'success');
    const { parentRequestId, status, data } = await beside(given);
    assert.deepEqual([parentRequestId, status], [given.quote.requestId, 'refund']);
    assert.equal(data.metadata.currencyIn.amount, String(excess));
    assert.equal(data.outTxs[0]!.chainId, ORIGIN);
    assert.equal(await returned(given), excess);
    assert.equal((await takings()) - taken, 25_000_000n);
    const withoutChildren = await records(given, false);
    assert.deepEqual(
      withoutChildren.map(({ id }) => id),
      [given.quote.requestId],
    );
  });

  it('refunds a second payment as a request of its own', async () => {
    const given = await offer();
    const taken = await takings();
    await sendTo(given.address, given.amount);
    await sendTo(given.address, given.amount);
    await reaches(devnet, given.quote.requestId, 'success');
    const { parentRequestId, status } = await beside(given);
    assert.deepEqual([parentRequestId, status], [given.quote.requestId, 'refund']);
    assert.equal(await returned(given), given.amount);
    assert.equal((await takings()) - taken, 25_000_000n);
  });

  it('refunds a plain transfer when it arrives after the deadline', async () => {
    devnet.faults.set({ orderSeconds: 1, refundAfterMs: 0 });
    const given = await offer();
    const taken = await takings();
    const { deadline } = given.quote.protocol.v2.orderData.output;
    await sleep(deadline * 1_000 - Date.now() + 1);
    await sendTo(given.address, given.amount);
    const { failReason } = await reaches(devnet, given.quote.requestId, 'refund');
    assert.equal(failReason, 'ORDER_EXPIRED');
    assert.equal(await returned(given), given.amount);
    assert.equal(await takings(), taken);
    const [own] = await records(given);
    assert.ok(own!.data.inTxs[0]!.timestamp >= deadline);
  });

  it('pays any amount as a request of its own and refunds what covers no fee when it is not strict', async () => {
    devnet.faults.set({ refundAfterMs: 0 });
    const given = await offer({ strict: false, tradeType: 'EXACT_INPUT', amount: String(10n ** 16n) });
    const taken = await takings();
    await sendTo(given.address, 2n * 10n ** 16n);
    await reaches(devnet, given.quote.requestId, 'success');
    const first = (await takings()) - taken;
    assert.ok(first > 59_000_000n && first < 60_000_000n, `${first} of 60 dollars`);
    await sendTo(given.address, 10n ** 16n);
    const { status, parentRequestId, data } = await beside(given);
    assert.deepEqual([status, parentRequestId], ['success', undefined]);
    assert.equal(data.metadata.currencyIn.amountFormatted, '0.01');
    assert.equal((await takings()) - taken - first, BigInt(given.quote.details.currencyOut.amount));
    const little = await offer({ strict: false, tradeType: 'EXACT_INPUT', amount: String(10n ** 16n) });
    await sendTo(little.address, 1_000n);
    await reaches(devnet, little.quote.requestId, 'refund');
    assert.equal(await returned(little), 1_000n);
  });

  it('is offered for the native currency only', async () => {
    type Groups = { groupID: string; chainId: number }[][];
    const { body } = await ask<Groups>(devnet, '/currencies/v1', { depositAddressOnly: true });
    assert.deepEqual(
      body.flat().map(({ groupID, chainId }) => [groupID, chainId]),
      [
        ['eth', ORIGIN],
        ['eth', DESTINATION],
      ],
    );
  });

  it('fills nothing while deposits are ignored', async () => {
    devnet.faults.set({ ignoreDeposits: true });
    const given = await offer();
    const txHash = await sendTo(given.address, given.amount);
    const tell = (): ReturnType<typeof ask> => ask(devnet, '/transactions/index', { txHash, chainId: String(ORIGIN) });
    await tell();
    assert.deepEqual(await records(given), []);
    devnet.faults.clear();
    await tell();
    await reaches(devnet, given.quote.requestId, 'success');
  });

  describe('in hub-pay/headless', () => {
    let session: PaymentSession;
    afterEach(() => session.destroy());
    const until = <S extends PaymentState>(is: (state: PaymentState) => state is S): Promise<S> =>
      new Promise((resolve) => {
        session.$state.subscribe((state) => {
          if (is(state)) resolve(state);
        });
      });
    const reached = <N extends PaymentState['name']>(name: N): Promise<Extract<PaymentState, { name: N }>> =>
      until((state): state is Extract<PaymentState, { name: N }> => state.name === name);
    type Selecting = Extract<PaymentState, { name: 'selecting' }>;
    const selecting = (is: (state: Selecting) => boolean): Promise<Selecting> =>
      until((state): state is Selecting => state.name === 'selecting' && is(state));

    const awaitsDeposit = async (refundTo: Address): Promise<{ address: Address; amount: bigint }> => {
      session = createPaymentSession({
        baseUrl: devnet.serviceUrl,
        registry: devnet.registry,
        recipient: devnet.recipient,
        destinationChainId: DESTINATION,
        destinationCurrency: 'USDC',
        amount: '25',
        useDepositAddress: true,
      });
      session.dispatch({ type: 'opened' });
      await selecting(({ receives }) => receives !== null);
      session.dispatch({ type: 'deposit-address-picked' });
      await selecting(({ assets }) => assets.length > 0);
      session.dispatch({ type: 'refund-to-typed', refundTo });
      session.dispatch({ type: 'asset-picked', chainId: ORIGIN, currency: NATIVE });
      const { depositAddress, amount } = await reached('awaiting-deposit');
      return { address: getAddress(depositAddress), amount: BigInt(amount.amount) };
    };
    const somebody = (): Address => privateKeyToAccount(generatePrivateKey()).address;

    it('is paid in Node without a document or a wallet', async () => {
      assert.equal('document' in globalThis, false);
      const taken = await takings();
      const { address, amount } = await awaitsDeposit(somebody());
      const hash = await sendTo(address, amount);
      const { receipt } = await reached('succeeded');
      assert.equal((await takings()) - taken, 25_000_000n);
      assert.deepEqual([receipt.received.amount, receipt.origin[0]?.hash], ['25000000', hash]);
    });

    it('reports a refund with the arrived amount when too little arrives', async () => {
      devnet.faults.set({ refundAfterMs: 0 });
      const refundTo = somebody();
      const { address, amount } = await awaitsDeposit(refundTo);
      await sendTo(address, amount - 1n);
      const { payment, refund } = await reached('refunded');
      assert.equal(payment.deposit?.arrived, String(amount - 1n));
      assert.equal(refund.transaction?.chainId, ORIGIN);
      assert.equal(await balance(devnet, ORIGIN, NATIVE, refundTo), amount - 1n);
    });
  });
});
