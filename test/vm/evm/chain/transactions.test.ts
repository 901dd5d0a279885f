import { expect } from 'chai';
import { evmAdapter } from '../../../../src/vm/evm/adapter.js';
import { sentOnce, type SentOnce } from './sent-once.js';
import { DATA, FROM, ownTransaction } from './watched-chain.js';

describe('findTransaction with transactions to compare', () => {
  let chain: SentOnce['chain'];
  let lookUp: SentOnce['lookUp'];

  beforeEach(() => {
    ({ chain, lookUp } = sentOnce());
  });

  it('returns pending when the transaction is in a block and its receipt is missing', async () => {
    const hash = chain.send(ownTransaction);
    chain.mine();
    chain.override('eth_getTransactionReceipt', () => null);
    expect(await lookUp()).to.deep.equal({ outcome: 'pending', hash });
  });

  it('returns confirmed when the call is contained in a batch that the account sent to itself', async () => {
    const length = (DATA.length / 2 - 1).toString(16).padStart(64, '0');
    const among = (data: string): string =>
      `0x3f707e6b${length}${'00'.repeat(DATA.length / 2 - 1)}${length}${data.slice(2)}`;
    const size = DATA.length / 2 - 1;
    const hash = chain.send({ from: FROM, to: FROM, data: among(DATA) });
    expect(await lookUp({ size })).to.deep.equal({ outcome: 'pending', hash });
    chain.mine();
    expect(await lookUp({ size })).to.deep.equal({ outcome: 'confirmed', hash });
    expect(await lookUp({ size, others: [hash] }), 'another payment’s').to.equal(null);
    expect(await lookUp({ size: size - 1 }), 'another length').to.equal(null);
    expect(await lookUp({ size, expected: { dataHash: evmAdapter.hashText(`${DATA}00`) } }), 'another call').to.equal(
      null,
    );
  });
});
