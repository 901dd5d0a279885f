/** Tests what the chains and the service of test mode show of an order, at each time and for each outcome. */
import { expect } from 'chai';
import { SOLVER } from '../../src/testing/chains.js';
import { settledTransactions, statusOf } from '../../src/testing/deliveries.js';
import { testHash } from '../../src/shared/test-mode/test-id.js';
import type { Order } from '../../src/testing/ledger.js';
import type { TestPlan } from '../../src/testing/outcome.js';

const NATIVE = `0x${'00'.repeat(20)}`;
const TOKEN = `0x${'c0'.repeat(20)}`;
const RECIPIENT = `0x${'bb'.repeat(20)}`;
const PAYER = `0x${'aa'.repeat(20)}`;
const DEPOSITED = `0xda${'11'.repeat(31)}`;

const order = (outcome: TestPlan['outcome'], changes: Partial<Order> = {}): Order => ({
  requestId: `0x7e57${'11'.repeat(30)}`,
  orderId: `0x${'11'.repeat(32)}`,
  user: PAYER,
  recipient: RECIPIENT,
  refundTo: PAYER,
  pays: { chainId: 1, currency: TOKEN, amount: '255' },
  receives: { chainId: 2, currency: NATIVE, amount: '16' },
  createdAt: 0,
  plan: { outcome, delayMs: 500 },
  payment: {
    ...{ hash: DEPOSITED, from: PAYER, to: RECIPIENT, data: '0x', value: '0x0', nonce: 0, at: 1_000 },
  },
  ...changes,
});

describe('statusOf', () => {
  it('waits for a payment, is pending until the time of the plan, and then has the outcome', () => {
    const { payment: _, ...unpaid } = order('success');
    expect(statusOf(unpaid, 9_999)).to.deep.equal({ status: 'waiting' });
    expect(statusOf(order('success'), 1_499)).to.deep.equal({ status: 'pending', inTxHashes: [DEPOSITED] });
    expect(statusOf(order('success'), 1_500)).to.have.property('status', 'success');
  });

  it('names the hash of the delivery or of the refund, and none after a failure', () => {
    expect(statusOf(order('success'), 1_500).txHashes).to.deep.equal([
      testHash(order('success').requestId, 'delivery'),
    ]);
    expect(statusOf(order('refund'), 1_500).txHashes).to.deep.equal([testHash(order('refund').requestId, 'refund')]);
    expect(statusOf(order('failure'), 1_500)).to.deep.equal({ status: 'failure', inTxHashes: [DEPOSITED] });
  });
});

describe('settledTransactions', () => {
  it('shows the deposit before the delivery, with the log of the token transfer', () => {
    const { origin, destination } = settledTransactions(order('success'), 1_499);
    expect(destination).to.deep.equal([]);
    expect(origin).to.have.length(1);
    expect(origin[0]).to.deep.include({ chainId: 1, hash: DEPOSITED, at: 1_000 });
    expect(origin[0]?.logs).to.have.nested.property('[0].address', TOKEN);
    expect(origin[0]?.logs)
      .to.have.nested.property('[0].data')
      .that.matches(/^0x0{62}ff$/u);
  });

  it('delivers a native currency as the value of a transaction to the recipient', () => {
    const [delivery] = settledTransactions(order('success'), 1_500).destination;
    const expected = { chainId: 2, from: SOLVER, to: RECIPIENT, value: '0x10', at: 1_500, logs: [] };
    expect(delivery).to.deep.include(expected);
  });

  it('sends a refund in the paid token on the origin chain', () => {
    const [refund] = settledTransactions(order('refund'), 1_500).destination;
    expect(refund).to.deep.include({ chainId: 1, to: TOKEN, value: '0x0' });
    expect(refund?.logs).to.have.nested.property('[0].topics[2]').that.contains(PAYER.slice(2));
  });

  it('delivers a top-up of gas in a transaction of its own', () => {
    const topup = { chainId: 2, currency: NATIVE, amount: '5' };
    const { destination } = settledTransactions(order('success', { topup }), 1_500);
    expect(destination.map(({ value }) => value)).to.deep.equal(['0x10', '0x5']);
    expect(new Set(destination.map(({ hash }) => hash)).size).to.equal(2);
  });

  it('shows nothing of an unpaid order', () => {
    const { payment: _, ...unpaid } = order('success');
    expect(settledTransactions(unpaid, 9_999)).to.deep.equal({ origin: [], destination: [] });
  });
});
