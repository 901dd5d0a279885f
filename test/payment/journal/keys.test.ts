import { expect } from 'chai';
import type { SessionOptions } from '../../../src/payment/model/options.js';
import { journalKey, orderHashes } from '../../../src/payment/journal/keys.js';

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

  it('P-8 returns the same key for every notation of the service', () => {
    const key = (baseUrl: string): string => journalKey({ baseUrl, reference: 'order-7' });
    const same = ['https://a.test/hub', 'https://a.test/hub/', 'https://a.test:443/hub//', 'HTTPS://A.test/hub'];
    expect(new Set(same.map(key))).to.have.property('size', 1);
    expect(new Set([...same, 'https://a.test/Hub', 'https://a.test', 'http://a.test/hub'].map(key)).size).to.equal(4);
  });

  it('returns the same key for every notation of a payment when there is no order', () => {
    const key = (options: Partial<SessionOptions>): string => journalKey({ baseUrl: 'https://a.test', ...options });
    for (const each of same) expect(new Set(each.map(key)), JSON.stringify(each)).to.have.property('size', 1);
    expect(new Set(same.flat().map(key))).to.have.property('size', same.length);
  });
});

describe('orderHashes', () => {
  const base = { baseUrl: 'https://a.test', destinationChainId: 10 };
  const resolve = (chainId: number, text: string): string | undefined =>
    chainId === 10 && /^(?:usdc|0xaa)$/i.test(text) ? '0xaa' : undefined;

  it('P-8 returns a common name when one order has the symbol and the other has the address', () => {
    const [symbol, address, other] = ['USDC', '0xAA', 'DAI'].map((destinationCurrency) =>
      orderHashes({ ...base, destinationCurrency }, resolve)(),
    );
    expect(symbol!.filter((name) => address!.includes(name))).to.have.length(1);
    expect(symbol!.filter((name) => other!.includes(name))).to.deep.equal([]);
  });

  it('returns another name when an option of the payment differs', () => {
    const name = (options: Partial<SessionOptions>): string =>
      orderHashes({ ...base, destinationCurrency: 'USDC', ...options }, () => undefined)()[0]!;
    for (const each of same) expect(new Set(each.map(name)), JSON.stringify(each)).to.have.property('size', 1);
    expect(new Set([...same.flat(), { destinationCurrency: 'DAI' }].map(name)).size).to.equal(same.length + 1);
  });

  it('W-13 keeps the letter case of a currency and a recipient when the form of the address has one', () => {
    const mint = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';
    const names = [
      { destinationCurrency: mint },
      { destinationCurrency: mint.toLowerCase() },
      { recipient: mint },
      { recipient: mint.toLowerCase() },
    ].map((options) => orderHashes({ ...base, destinationCurrency: 'USDC', ...options }, () => undefined)()[0]);
    expect(new Set(names)).to.have.property('size', 4);
  });

  it('returns the second name as soon as the currencies are known', () => {
    let known = false;
    const names = orderHashes({ ...base, destinationCurrency: 'USDC' }, (...args) =>
      known ? resolve(...args) : undefined,
    );
    expect(names()).to.have.length(1);
    known = true;
    expect(names()).to.have.length(2);
    expect(names()).to.equal(names());
  });
});

/** The options in one row are of the same payment. */
const same: Partial<SessionOptions>[][] = [
  [{}, { tradeType: 'EXACT_OUTPUT' }, { originChainId: 1, originCurrency: '0xAA' }, { origins: [1] }],
  [{ amount: '25' }, { amount: '25.00' }, { amount: '025.0' }],
  [{ amount: '20' }, { amount: '20.0' }],
  [{ amount: '0.5' }, { amount: '0.50' }, { amount: '00.5' }],
  [{ amount: '100.01' }, { amount: '100.0100' }],
  [{ recipient: '0xAbC' }, { recipient: '0xabc' }, { recipient: '0XABC' }],
  [{ recipient: 'AbC' }],
  [{ recipient: 'abc' }],
  [{ destinationChainId: 1 }],
  [{ tradeType: 'EXPECTED_OUTPUT' }],
  [{ txs: [{ to: '0xAA', value: '0', data: '0x01' }] }],
  [{ txs: [{ to: '0xAA', value: '0', data: '0x02' }] }],
  [
    { tradeType: 'EXACT_INPUT', originChainId: 1 },
    { tradeType: 'EXACT_INPUT', originChainId: 1, quoteOptions: { a: 1 } },
  ],
];
