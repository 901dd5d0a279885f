import { expect } from 'chai';
import type { ChainAccess, ExpectedTransaction, TransactionLookup } from '../../../../src/vm/adapter.js';
import { evmAdapter } from '../../../../src/vm/evm/adapter.js';
import { transactionWithNonce } from '../../../../src/vm/evm/chain/transaction-by-nonce.js';
import { VirtualClock } from '../../../support/clock.js';
import type { FakeChain } from '../../../support/fake-chain.js';
import { fakeChain } from '../../../support/fake-chain.js';
import { DATA, FROM, OTHER, otherTransaction, TO, VALUE } from './watched-chain.js';

const expected: ExpectedTransaction = {
  from: FROM,
  to: TO,
  value: String(VALUE),
  dataHash: evmAdapter.hashCalldata(DATA),
};

describe('findTransaction by nonce', () => {
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

  it('throws when the node no longer has the state of the block', async () => {
    chain.send(otherTransaction);
    chain.mine();
    chain.mineEmpty(300);
    chain.prunedBelow = 250;
    expect(await lookUp().catch((error: unknown) => error)).to.be.an('error');
  });

  it('needs fewer than 12 requests when the transaction is 30 blocks old on a chain of 20 million blocks', async () => {
    const newest = 20_000_000;
    const used = newest - 30;
    const transaction = { hash: `0x${'ab'.repeat(32)}`, from: FROM, to: TO, input: DATA, value: '0x7', nonce: '0x5' };
    chain.override('eth_blockNumber', () => `0x${newest.toString(16)}`);
    chain.override('eth_getTransactionCount', ([, block]) => (Number(block) >= used ? '0x6' : '0x5'));
    chain.override('eth_getBlockByNumber', ([block]) => ({
      transactions: Number(block) === used ? [transaction] : [],
    }));
    expect(await transactionWithNonce(FROM, 5n, access)).to.include({ hash: transaction.hash });
    expect(chain.methods.length).to.be.below(12);
    const old = chain.methods.length;
    chain.override('eth_getTransactionCount', ([, block]) => (Number(block) >= 7 ? '0x6' : '0x5'));
    chain.override('eth_getBlockByNumber', ([block]) => ({ transactions: Number(block) === 7 ? [transaction] : [] }));
    expect(await transactionWithNonce(FROM, 5n, access)).to.include({ hash: transaction.hash });
    expect(chain.methods.length - old).to.be.below(45);
  });
});
