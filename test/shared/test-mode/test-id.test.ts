/** Tests that a request id of test mode tells the server what the page planned. */
import { expect } from 'chai';
import { readTestId, shortHash, testHash, writeTestId, type TestTerms } from '../../../src/shared/test-mode/test-id.js';

const TERMS: TestTerms = {
  outcome: 'success',
  endsAt: 1_800_000_003_000,
  chainId: 84532,
  originChainId: 11155111,
  amount: 25_000_000n,
  isMadeUp: false,
  hasCalls: false,
  recipient: 0xffff,
  currency: 1,
};
const write = (changes: Partial<TestTerms> = {}): string => writeTestId({ ...TERMS, ...changes }, 'abcdef');

describe('a request id of test mode', () => {
  it('has 32 bytes, starts with 0x7e57 and ends with the random digits', () => {
    expect(write()).to.match(/^0x7e57[0-9a-f]{54}abcdef$/u);
  });

  const kinds: Record<string, Partial<TestTerms>> = {
    'a delivery': {},
    'a refund': { outcome: 'refund' },
    'a failure with calls': { outcome: 'failure', hasCalls: true },
    'a token that test mode made up': { isMadeUp: true },
    'a large amount': { amount: 2n ** 80n - 1n },
    'the largest chain id of an SVM chain': { chainId: 792703809, originChainId: 2 ** 32 - 1 },
  };
  for (const [name, changes] of Object.entries(kinds))
    it(`tells what it was made of: ${name}`, () => {
      expect(readTestId(write(changes))).to.deep.equal({ ...TERMS, ...changes });
      expect(readTestId(write(changes).toUpperCase().replace('0X', '0x'))).to.deep.equal({ ...TERMS, ...changes });
    });

  it('rounds the time down to a second', () => {
    expect(readTestId(write({ endsAt: 1_999 }))).to.have.property('endsAt', 1_000);
  });

  it('keeps its length for an amount and a chain id that have no room, and then states no amount', () => {
    const id = write({ amount: 2n ** 80n, chainId: 2 ** 32 + 5 });
    expect(id).to.have.length(66);
    expect(readTestId(id)).to.include({ isMadeUp: true, chainId: 5 });
  });

  it('is not an id of a service, a shorter id, or an id of an unknown kind', () => {
    const isTest = (id: string): boolean => readTestId(id) !== null;
    expect(isTest(write())).to.equal(true);
    expect(isTest(write().replace('0x7e57', '0x7e58'))).to.equal(false);
    expect(isTest(write().slice(0, -2))).to.equal(false);
    expect(isTest(write().replace('0x7e5700', '0x7e5703'))).to.equal(false);
    expect(isTest(write().replace('0x7e5700', '0x7e5710'))).to.equal(false);
  });
});

describe('shortHash', () => {
  it('has 16 bits, and ignores the letter case of an EVM address only', () => {
    const [upper, lower] = [`0x${'AB'.repeat(20)}`, `0x${'ab'.repeat(20)}`];
    expect(shortHash(upper)).to.equal(shortHash(lower));
    expect(shortHash(upper)).to.be.within(0, 0xffff);
    expect(shortHash(`0x${'ac'.repeat(20)}`)).not.to.equal(shortHash(lower));
    expect(shortHash('9WzDX')).not.to.equal(shortHash('9wzdx'));
  });
});

describe('testHash', () => {
  it('gives each transaction of a payment its own hash of 32 bytes', () => {
    const hashes = (['deposit', 'delivery', 'topup', 'refund'] as const).map((kind) => testHash(write(), kind));
    expect(new Set(hashes).size).to.equal(4);
    for (const hash of hashes) expect(hash).to.match(/^0x[0-9a-f]{64}$/u);
  });
});
