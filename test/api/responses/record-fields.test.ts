import { expect } from 'chai';
import { orderOutput, orderRefunds, textIn } from '../../../src/api/responses/record-fields.js';
import type { WireRequest } from '../../../src/api/responses/types.js';

const record: WireRequest = { id: '0x1', status: 'success', user: '0xab', hash: '', count: 3 };

describe('textIn', () => {
  it('returns the member only when it is a text that is not empty', () => {
    expect(['user', 'hash', 'count', 'toString'].map((name) => textIn(record, name))).to.deep.equal([
      '0xab',
      null,
      null,
      null,
    ]);
  });
});

describe('orderOutput', () => {
  const ordered = (output: unknown): WireRequest => ({ ...record, protocol: { v2: { orderData: { output } } } });
  const payment = { recipient: '0xab', currency: '0xcd', minimumAmount: '4', expectedAmount: '5' };

  it('returns the number of calls, and each payment with its expected and its guaranteed amount', () => {
    const output = { chainId: 'base', calls: [{}, {}], payments: [payment, { ...payment, expectedAmount: undefined }] };
    expect(orderOutput(ordered(output))).to.deep.equal({
      chain: 'base',
      hasUnreadableCalls: false,
      calls: 2,
      payments: [
        { recipient: '0xab', currency: '0xcd', amount: 5n, minimum: 4n },
        { recipient: '0xab', currency: '0xcd', amount: 4n, minimum: 4n },
      ],
    });
  });

  it('says when the record has calls that are no list, and takes a number for the name of a chain', () => {
    expect(orderOutput(ordered({ chainId: 10, calls: 'two' }))).to.include({ chain: '10', hasUnreadableCalls: true });
    expect(orderOutput(ordered({ chainId: {}, calls: null }))).to.include({ chain: null, hasUnreadableCalls: false });
  });

  it('returns null when the record has no order or the order is incomplete', () => {
    const outputs = [
      undefined,
      'x',
      { calls: 'two', payments: [] },
      { payments: [payment, null] },
      { payments: [{ ...payment, expectedAmount: '-5' }] },
      { payments: [{ ...payment, minimumAmount: undefined }] },
      { payments: [{ ...payment, recipient: undefined }] },
    ];
    for (const output of outputs) {
      expect(orderOutput(ordered(output)), JSON.stringify(output)).to.include({
        chain: null,
        calls: null,
        payments: null,
      });
    }
  });
});

describe('orderRefunds', () => {
  /** The refund of an order with these chains. A chain without a value is missing. */
  const refundOf = (chains: { deposit?: unknown; refund?: unknown }): unknown => {
    const refunds = [{ recipient: '0xab', ...('refund' in chains && { chainId: chains.refund }) }];
    const payment = 'deposit' in chains ? { chainId: chains.deposit } : {};
    const orderData = { inputs: [{ payment, refunds }] };
    return orderRefunds({ ...record, protocol: { v2: { orderData } } })[0];
  };

  it('calls a refund one on another chain only if the record names both chains and they differ', () => {
    for (const [chains, isElsewhere] of [
      [{ deposit: 'base', refund: 'optimism' }, true],
      [{ deposit: 8453, refund: 10 }, true],
      [{ deposit: 'base', refund: 'base' }, false],
      [{ deposit: '8453', refund: 8453 }, false],
      [{}, false],
      [{ deposit: 'base' }, false],
      [{ refund: 'optimism' }, false],
      [{ deposit: 'base', refund: null }, false],
      [{ deposit: {}, refund: [] }, false],
    ] as const)
      expect(refundOf(chains), JSON.stringify(chains)).to.deep.equal({ recipient: '0xab', isElsewhere });
  });

  it('has no text of a recipient that is none, and no refunds without an order', () => {
    const orderData = { inputs: [{ refunds: [{ recipient: 7 }, null] }, 'input'] };
    expect(orderRefunds({ ...record, protocol: { v2: { orderData } } })).to.deep.equal([
      { recipient: null, isElsewhere: false },
      { recipient: null, isElsewhere: false },
    ]);
    expect(orderRefunds(record)).to.deep.equal([]);
  });
});
