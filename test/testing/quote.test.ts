/** Tests the quotes of test mode: exact amounts, and an order that the guard can compare with the steps. */
import { expect } from 'chai';
import { readTestId, shortHash } from '../../src/shared/test-mode/test-id.js';
import { createOrder, quoteOf, type QuoteRequest } from '../../src/testing/quote.js';
import { testRegistry } from '../../src/testing/chains.js';
import type { Order } from '../../src/testing/ledger.js';
import { chains, REQUEST } from './started.js';

const plan = { outcome: 'refund', delayMs: 2_000 } as const;
const random = (bytes: number): string => '5'.repeat(bytes * 2);
const ordered = (changes: Partial<QuoteRequest> = {}): Order | null =>
  createOrder({ ...REQUEST, ...changes }, chains, { createdAt: 1_800_000_000_000, plan, random });
const amounts = (order: Order | null): (string | undefined)[] => [order?.pays.amount, order?.receives.amount];
const ETHER_PER_DOLLAR = 4n * 10n ** 14n;

describe('createOrder', () => {
  it('receives the exact amount, or pays the exact amount', () => {
    expect(amounts(ordered())).to.deep.equal([String(25n * ETHER_PER_DOLLAR), '25000000']);
    const paid = { amount: String(50n * ETHER_PER_DOLLAR), tradeType: 'EXACT_INPUT' };
    expect(amounts(ordered(paid))).to.deep.equal([paid.amount, '50000000']);
  });

  it('rounds the paid amount up, so that the recipient never receives less', () => {
    const tiny = {
      originCurrency: '0x1c7d4b196cb0c7b01d743fbc6116a902379c7238',
      destinationCurrency: `0x${'00'.repeat(20)}`,
    };
    expect(amounts(ordered({ ...tiny, amount: '1' }))).to.deep.equal(['1', '1']);
  });

  it('adds the fees of the merchant and the top-up of gas to the paid amount', () => {
    expect(amounts(ordered({ appFees: [{ fee: '100' }] }))[0]).to.equal(String((2_525n * ETHER_PER_DOLLAR) / 100n));
    const topped = ordered({ topupGas: true, topupGasAmount: '1000000' });
    expect(amounts(topped)).to.deep.equal([String(26n * ETHER_PER_DOLLAR), '25000000']);
    expect(topped?.topup).to.include({ chainId: 84532, amount: String(ETHER_PER_DOLLAR) });
  });

  it('has no order for an unknown chain or currency, or for an amount of zero', () => {
    expect(ordered({ originChainId: 5 })).to.equal(null);
    expect(ordered({ destinationCurrency: `0x${'99'.repeat(20)}` })).to.equal(null);
    expect(ordered({ amount: '0' })).to.equal(null);
  });

  it('has deposit addresses only on test chains, where a token has no worth', () => {
    const real = testRegistry({ originChainId: 1 }).chains;
    const native = REQUEST.originCurrency;
    const change = { ...REQUEST, originChainId: 1, destinationCurrency: native, useDepositAddress: true };
    const made = { createdAt: 0, plan, random };
    const both = [...chains, ...real];
    expect(createOrder(change, both, made)).to.equal(null);
    expect(createOrder({ ...change, useDepositAddress: false }, both, made)).not.to.equal(null);
    const order = ordered({ useDepositAddress: true });
    expect(order?.depositAddress).to.match(/^0x7e57[0-9a-f]{36}$/u);
    expect(readTestId(order?.requestId ?? '')).to.include({ endsAt: 1_800_000_022_000 });
  });

  it('pays back to the payer, and keeps the plan', () => {
    expect(ordered()).to.include({ refundTo: REQUEST.user, plan });
  });

  it('tells a server by the request id what is delivered, and how and when the payment ends', () => {
    const told = (changes?: Partial<QuoteRequest>): unknown => readTestId(ordered(changes)?.requestId ?? '');
    const recipient = `0x${'bb'.repeat(20)}`;
    expect(told({ recipient })).to.deep.equal({
      ...{ outcome: 'refund', endsAt: 1_800_000_002_000, chainId: 84532, originChainId: 11155111, amount: 25_000_000n },
      ...{ recipient: shortHash(recipient), currency: shortHash(REQUEST.destinationCurrency) },
      ...{ isMadeUp: false, hasCalls: false },
    });
    expect(told({ txs: [{}] })).to.include({ hasCalls: true });
    expect(told({ destinationCurrency: REQUEST.originCurrency })).to.include({ isMadeUp: false });
    const { chains: made } = testRegistry({ destinationChainId: 84532, destinationCurrency: 'DAI' });
    const dai = made[0]?.erc20Currencies?.[1]?.address ?? '';
    const order = createOrder({ ...REQUEST, destinationCurrency: dai }, made, { createdAt: 0, plan, random });
    expect(readTestId(order?.requestId ?? '')).to.include({ isMadeUp: true });
  });
});

describe('quoteOf', () => {
  it('asks for one deposit, whose calldata ends with the order id', () => {
    const order = ordered()!;
    const quote = quoteOf(order, REQUEST, chains);
    expect(quote).to.have.nested.property('steps.length', 1);
    const data = 'steps[0].items[0].data';
    expect(quote).to.have.nested.property(`${data}.value`, order.pays.amount);
    expect(quote)
      .to.have.nested.property(`${data}.data`)
      .that.satisfies((text: string) => text.endsWith('5'.repeat(64)));
    expect(quote).to.have.nested.property('details.currencyOut.amountUsd', '25');
  });
});
