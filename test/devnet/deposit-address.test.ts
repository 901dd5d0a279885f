/**
 * Tests deposit addresses on the devnet. A strict address expects the exact amount. An open address accepts any amount.
 */

import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import { concatHex, createTestClient, getAddress, http, keccak256, type Address, type Hex } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import type { Devnet } from '../../demo/devnet/index.js';
import type { QuoteAnswer } from '../../demo/devnet/orders/quote-answer.js';
import { createPaymentSession, type PaymentSession, type PaymentState } from '../../src/headless.js';
import { openDevnet } from './open-devnet.js';
import { request, balance, DESTINATION, getQuote, NATIVE, ORIGIN, reaches, send, VENUE_EVM, GUARD } from './support.js';

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
  before(async () => void (devnet = await openDevnet()), GUARD);
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
  /** Sends native currency from an account that occurs in no quote. */
  const sendTo = async (to: Address, value: bigint): Promise<string> =>
    (await send(devnet, { chainId: ORIGIN, to, value: String(value) }, 2)).transactionHash;
  const returned = ({ refundTo }: Offer): Promise<bigint> => balance(devnet, ORIGIN, NATIVE, refundTo);
  const shopIncome = (): Promise<bigint> => balance(devnet, DESTINATION, devnet.addresses.usdc, devnet.recipient);
  const records = async ({ address }: Offer, children = true): Promise<RequestRecord[]> => {
    const query = `depositAddress=${address}&includeChildRequests=${children}`;
    return (await request<{ requests: RequestRecord[] }>(devnet, `/requests/v2?${query}`)).body.requests;
  };
  /**
   * A deposit that does not pay the order gets a separate request. Its id is the hash of both. Waits until the separate
   * request has ended with this status, and returns it as the only other request of the address.
   */
  const beside = async (deposit: Offer, hash: string, end: string): Promise<RequestRecord> => {
    const id = keccak256(concatHex([deposit.quote.requestId, hash as Hex]));
    await reaches(devnet, id, end);
    const [found, ...more] = (await records(deposit)).filter((each) => each.id !== deposit.quote.requestId);
    assert.ok(found);
    assert.deepEqual([found.id, more], [id, []]);
    return found;
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
    const deposit = await offer();
    const income = await shopIncome();
    const hash = await sendTo(deposit.address, deposit.amount);
    await reaches(devnet, deposit.quote.requestId, 'success');
    assert.equal((await shopIncome()) - income, 25_000_000n);
    assert.equal(await returned(deposit), 0n);
    const [own, ...further] = await records(deposit);
    assert.deepEqual(further, []);
    const { depositAddress, data } = own!;
    assert.equal(getAddress(depositAddress.address), deposit.address);
    assert.deepEqual([depositAddress.depositAddressType, depositAddress.depositTxHash], ['strict', hash]);
    assert.equal(data.inTxs[0]!.hash, hash);
  });

  it('refunds everything when too little arrives', async () => {
    devnet.faults.set({ refundAfterMs: 0 });
    const deposit = await offer();
    const income = await shopIncome();
    const little = (deposit.amount * 99n) / 100n;
    await sendTo(deposit.address, little);
    const { statuses, failReason } = await reaches(devnet, deposit.quote.requestId, 'refund');
    assert.equal(failReason, 'DEPOSIT_AMOUNT_MISMATCH', statuses.join());
    assert.equal(await returned(deposit), little);
    assert.equal(await shopIncome(), income);
  });

  it('fills the order and refunds the rest as a request of its own when too much arrives', async () => {
    const deposit = await offer();
    const income = await shopIncome();
    const excess = deposit.amount / 100n;
    const hash = await sendTo(deposit.address, deposit.amount + excess);
    await reaches(devnet, deposit.quote.requestId, 'success');
    const { parentRequestId, status, data } = await beside(deposit, hash, 'refund');
    assert.deepEqual([parentRequestId, status], [deposit.quote.requestId, 'refund']);
    assert.equal(data.metadata.currencyIn.amount, String(excess));
    assert.equal(data.outTxs[0]!.chainId, ORIGIN);
    assert.equal(await returned(deposit), excess);
    assert.equal((await shopIncome()) - income, 25_000_000n);
    const withoutChildren = await records(deposit, false);
    assert.deepEqual(
      withoutChildren.map(({ id }) => id),
      [deposit.quote.requestId],
    );
  });

  it('refunds a second payment as a request of its own', async () => {
    const deposit = await offer();
    const income = await shopIncome();
    await sendTo(deposit.address, deposit.amount);
    const hash = await sendTo(deposit.address, deposit.amount);
    await reaches(devnet, deposit.quote.requestId, 'success');
    const { parentRequestId, status } = await beside(deposit, hash, 'refund');
    assert.deepEqual([parentRequestId, status], [deposit.quote.requestId, 'refund']);
    assert.equal(await returned(deposit), deposit.amount);
    assert.equal((await shopIncome()) - income, 25_000_000n);
  });

  it('refunds a plain transfer when it arrives after the deadline', async ({ mock }) => {
    devnet.faults.set({ refundAfterMs: 0 });
    const deposit = await offer();
    const income = await shopIncome();
    const { deadline } = deposit.quote.protocol.v2.orderData.output;
    // The service and the chain reach the deadline at once.
    mock.timers.enable({ apis: ['Date'], now: (deadline + 1) * 1_000 });
    await createTestClient({
      mode: 'anvil',
      transport: http(devnet.chains.find(({ id }) => id === ORIGIN)!.httpRpcUrl),
    }).setNextBlockTimestamp({
      timestamp: BigInt(deadline + 1),
    });
    await sendTo(deposit.address, deposit.amount);
    const { failReason } = await reaches(devnet, deposit.quote.requestId, 'refund');
    assert.equal(failReason, 'ORDER_EXPIRED');
    assert.equal(await returned(deposit), deposit.amount);
    assert.equal(await shopIncome(), income);
    const [own] = await records(deposit);
    assert.ok(own!.data.inTxs[0]!.timestamp >= deadline);
  });

  it('pays any amount as a request of its own and refunds an amount below the fees when the address is not strict', async () => {
    devnet.faults.set({ refundAfterMs: 0 });
    const deposit = await offer({ strict: false, tradeType: 'EXACT_INPUT', amount: String(10n ** 16n) });
    const income = await shopIncome();
    await sendTo(deposit.address, 2n * 10n ** 16n);
    await reaches(devnet, deposit.quote.requestId, 'success');
    const first = (await shopIncome()) - income;
    assert.ok(first > 59_000_000n && first < 60_000_000n, `${first} of 60 dollars`);
    const hash = await sendTo(deposit.address, 10n ** 16n);
    const { status, parentRequestId, data } = await beside(deposit, hash, 'success');
    assert.deepEqual([status, parentRequestId], ['success', undefined]);
    assert.equal(data.metadata.currencyIn.amountFormatted, '0.01');
    assert.equal((await shopIncome()) - income - first, BigInt(deposit.quote.details.currencyOut.amount));
    const little = await offer({ strict: false, tradeType: 'EXACT_INPUT', amount: String(10n ** 16n) });
    await sendTo(little.address, 1_000n);
    await reaches(devnet, little.quote.requestId, 'refund');
    assert.equal(await returned(little), 1_000n);
  });

  it('is offered for the native currency only', async () => {
    type Groups = { groupID: string; chainId: number }[][];
    const { body } = await request<Groups>(devnet, '/currencies/v1', { depositAddressOnly: true });
    assert.deepEqual(
      body.flat().map(({ groupID, chainId }) => [groupID, chainId]),
      [
        ['eth', ORIGIN],
        ['eth', DESTINATION],
        ['eth', VENUE_EVM],
      ],
    );
  });

  it('sends no fill while deposits are ignored', async () => {
    devnet.faults.set({ ignoreDeposits: true });
    const deposit = await offer();
    const txHash = await sendTo(deposit.address, deposit.amount);
    const report = (): ReturnType<typeof request> =>
      request(devnet, '/transactions/index', { txHash, chainId: String(ORIGIN) });
    await report();
    assert.deepEqual(await records(deposit), []);
    devnet.faults.clear();
    await report();
    await reaches(devnet, deposit.quote.requestId, 'success');
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
    const newAddress = (): Address => privateKeyToAccount(generatePrivateKey()).address;

    it('is paid in Node without a document or a wallet', async () => {
      assert.equal('document' in globalThis, false);
      const income = await shopIncome();
      const { address, amount } = await awaitsDeposit(newAddress());
      const hash = await sendTo(address, amount);
      const { receipt } = await reached('succeeded');
      assert.equal((await shopIncome()) - income, 25_000_000n);
      assert.deepEqual([receipt.received.amount, receipt.origin[0]?.hash], ['25000000', hash]);
    });

    it('reports a refund with the arrived amount when too little arrives', async () => {
      devnet.faults.set({ refundAfterMs: 0 });
      const refundTo = newAddress();
      const { address, amount } = await awaitsDeposit(refundTo);
      await sendTo(address, amount - 1n);
      const { payment, refund } = await reached('refunded');
      assert.equal(payment.deposit?.arrived, String(amount - 1n));
      assert.equal(refund.transaction?.chainId, ORIGIN);
      assert.equal(await balance(devnet, ORIGIN, NATIVE, refundTo), amount - 1n);
    });
  });
});
