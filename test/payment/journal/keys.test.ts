import { expect } from 'chai';
import type { SessionOptions } from '../../../src/payment/model/options.js';
import { journalKey } from '../../../src/payment/journal/keys.js';

describe('journalKey', () => {
  it('returns the same key when order and service are the same and other options differ', () => {
    expect(journalKey({ baseUrl: 'https://a.test', reference: 'order-7', amount: '1' })).to.equal(
      journalKey({ baseUrl: 'https://a.test', reference: 'order-7', amount: '2' }),
    );
  });

  it('returns another key when the order, the service or the payment without an order differs', () => {
    const keys = [
      { baseUrl: 'https://a.test', reference: 'order-7' },
      { baseUrl: 'https://a.test', reference: 'order-8' },
      { baseUrl: 'https://b.test', reference: 'order-7' },
      { baseUrl: 'https://a.test', amount: '1' },
      { baseUrl: 'https://a.test', amount: '2' },
    ].map((options) => journalKey(options));
    expect(new Set(keys)).to.have.property('size', keys.length);
    for (const key of keys) expect(key).to.match(/^hub-pay\/1\/[0-9a-f]{16}$/);
  });

  it('returns the same key for every notation of a payment when there is no order', () => {
    const key = (options: Partial<SessionOptions>): string => journalKey({ baseUrl: 'https://a.test', ...options });
    const same: Partial<SessionOptions>[][] = [
      [{ amount: '25' }, { amount: '25.00' }, { amount: '025.0' }],
      [{ amount: '20' }, { amount: '20.0' }],
      [{ amount: '0.5' }, { amount: '0.50' }, { amount: '00.5' }],
      [{ amount: '100.01' }, { amount: '100.0100' }],
      [{ recipient: '0xAbC' }, { recipient: '0xabc' }, { recipient: '0XABC' }],
      [{ recipient: 'AbC' }],
      [{ recipient: 'abc' }],
      [{ destinationCurrency: '0xAbC' }, { destinationCurrency: '0xabc' }],
      [{ destinationCurrency: 'USDC' }, { destinationCurrency: 'usdc' }],
      [{ destinationChainId: 1 }],
      [{}, { tradeType: 'EXACT_OUTPUT' }, { originChainId: 1, originCurrency: '0xAA' }, { origins: [1] }],
      [{ tradeType: 'EXPECTED_OUTPUT' }],
      [{ txs: [{ to: '0xAA', value: '0', data: '0x01' }] }],
      [{ txs: [{ to: '0xAA', value: '0', data: '0x02' }] }],
      [{ tradeType: 'EXACT_INPUT', originChainId: 1, originCurrency: '0xAA' }],
      [
        { tradeType: 'EXACT_INPUT', originChainId: 1, originCurrency: '0xBB' },
        { tradeType: 'EXACT_INPUT', originChainId: 1, originCurrency: '0xbb', quoteOptions: { a: 1 } },
      ],
    ];
    for (const each of same) expect(new Set(each.map(key)), JSON.stringify(each)).to.have.property('size', 1);
    expect(new Set(same.flat().map(key))).to.have.property('size', same.length);
  });
});
