import { expect } from 'chai';
import type { ChainAccess, ExpectedTransaction, TransactionLookup } from '../../../../src/vm/adapter.js';
import { evmAdapter } from '../../../../src/vm/evm/adapter.js';
import { VirtualClock } from '../../../support/clock.js';
import type { FakeChain } from '../../../support/fake-chain.js';
import { fakeChain } from '../../../support/fake-chain.js';
import { DATA, FROM, OTHER, ownTransaction, TO, VALUE } from './watched-chain.js';

const expected: ExpectedTransaction = {
  from: FROM,
  to: TO,
  value: String(VALUE),
  dataHash: evmAdapter.hashCalldata(DATA),
};

describe('findTransaction with transactions to compare', () => {
  let chain: FakeChain;
  let nonce: number;
  let access: ChainAccess;
  const lookUp = (
    o: { nonce?: string | null; others?: string[]; expected?: Partial<ExpectedTransaction>; size?: number } = {},
  ): Promise<TransactionLookup> =>
    evmAdapter.findTransaction(
      {
        nonce: o.nonce === undefined ? String(nonce) : o.nonce,
        expected: { ...expected, ...o.expected },
        ...(o.size !== undefined && { size: o.size }),
        belongsToOther: (hash) => o.others?.includes(hash) ?? false,
      },
      access,
    );

  beforeEach(() => {
    chain = fakeChain();
    chain.send({ from: FROM, to: OTHER });
    chain.mine();
    nonce = chain.nextNonce(FROM);
    access = {
      chain: { id: chain.id, vmType: 'evm', httpRpcUrl: 'http://node.example' },
      fetch: chain.fetch,
      signal: new AbortController().signal,
      clock: new VirtualClock(),
    };
  });

  it('returns pending when the transaction is in a block and its receipt is missing', async () => {
    const hash = chain.send(ownTransaction);
    chain.mine();
    chain.override('eth_getTransactionReceipt', () => null);
    expect(await lookUp()).to.deep.equal({ outcome: 'pending', hash });
  });

  it('returns confirmed when the call is contained in a batch that the account sent to itself', async () => {
    const length = (DATA.length / 2 - 1).toString(16).padStart(64, '0');
    const among = (data: string): string => `0x3f707e6b${length}${'00'.repeat(68)}${length}${data.slice(2)}`;
    const size = DATA.length / 2 - 1;
    const hash = chain.send({ from: FROM, to: FROM, data: among(DATA) });
    expect(await lookUp({ size })).to.deep.equal({ outcome: 'pending', hash });
    chain.mine();
    expect(await lookUp({ size })).to.deep.equal({ outcome: 'confirmed', hash });
    expect(await lookUp({ size, others: [hash] }), 'another payment’s').to.equal(null);
    expect(await lookUp({ size: size - 1 }), 'another length').to.equal(null);
    expect(
      await lookUp({ size, expected: { dataHash: evmAdapter.hashCalldata(`${DATA}00`) } }),
      'another call',
    ).to.equal(null);
  });
});
