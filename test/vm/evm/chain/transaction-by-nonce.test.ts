import { expect } from 'chai';
import { transactionWithNonce } from '../../../../src/vm/evm/chain/transaction-by-nonce.js';
import { sentOnce, type SentOnce } from './sent-once.js';
import { DATA, FROM, otherTransaction, TO } from './watched-chain.js';

describe('findTransaction by nonce', () => {
  let chain: SentOnce['chain'];
  let access: SentOnce['access'];
  let lookUp: SentOnce['lookUp'];

  beforeEach(() => {
    ({ chain, access, lookUp } = sentOnce());
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
