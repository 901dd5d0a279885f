import { expect } from 'chai';
import { hex } from '../../../../src/vm/evm/chain/quantities.js';
import { sentOnce, type SentOnce } from './sent-once.js';
import { cancelling, DATA, FROM, OTHER, ownTransaction, otherTransaction, TO, VALUE } from './watched-chain.js';

describe('findTransaction', () => {
  let chain: SentOnce['chain'];
  let nonce: SentOnce['nonce'];
  let lookUp: SentOnce['lookUp'];

  beforeEach(() => {
    ({ chain, nonce, lookUp } = sentOnce());
  });

  it('returns null when the nonce is unused', async () => {
    expect(await lookUp()).to.equal(null);
    expect(chain.methods).to.deep.equal(['eth_getTransactionCount', 'eth_getTransactionCount']);
  });

  it('returns null without a request to the node when the nonce is unknown', async () => {
    chain.send(ownTransaction);
    expect(await lookUp({ nonce: null })).to.equal(null);
    expect(chain.methods).to.deep.equal([]);
  });

  it('returns pending when the transaction waits to be mined', async () => {
    const hash = chain.send(ownTransaction);
    expect(await lookUp()).to.deep.equal({ outcome: 'pending', hash });
  });

  it('returns confirmed or reverted when the transaction is mined, in any case of the addresses', async () => {
    for (const [reverts, outcome] of [
      [false, 'confirmed'],
      [true, 'reverted'],
    ] as const) {
      const place = String(chain.nextNonce(FROM));
      const hash = chain.send({ ...ownTransaction, reverts });
      chain.mine();
      chain.mineEmpty(40);
      const written = { from: FROM.toUpperCase().replace('0X', '0x'), to: TO.toUpperCase().replace('0X', '0x') };
      expect(await lookUp({ nonce: place, expected: written })).to.deep.equal({ outcome, hash });
    }
  });

  it('P-4 concludes nothing when another transaction was mined with the nonce from before the prompt', async () => {
    for (const other of [cancelling, otherTransaction]) {
      const place = String(chain.nextNonce(FROM));
      chain.send(other);
      chain.mine();
      expect(await lookUp({ nonce: place })).to.deep.equal({ outcome: 'other' });
    }
  });

  it('P-27 finds the transaction when an authorization (EIP-7702) used the nonce before it', async () => {
    const [authorizing, hash] = [chain.send(otherTransaction), `0x${'77'.repeat(32)}`];
    chain.mine();
    chain.mine();
    const first = BigInt(nonce);
    const of = (id: string, used: bigint, change: object): object => ({
      ...{ hash: id, from: FROM, to: TO, input: DATA, value: hex(VALUE), nonce: hex(used) },
      ...change,
    });
    // Block 2 contains a transaction whose authorization uses one more nonce. Block 3 contains the payment.
    chain.override('eth_getTransactionCount', ([, block]) => {
      if (block === 'latest' || block === 'pending' || Number(block) >= 3) return hex(first + 3n);
      return hex(Number(block) === 2 ? first + 2n : first);
    });
    chain.override('eth_getBlockByNumber', ([block]) => ({
      transactions: Number(block) === 2 ? [of(authorizing, first, { to: OTHER })] : [of(hash, first + 2n, {})],
    }));
    chain.override('eth_getTransactionReceipt', () => ({
      transactionHash: hash,
      blockHash: `0x${'b3'.repeat(32)}`,
      status: '0x1',
      logs: [],
    }));
    expect(await lookUp()).to.deep.equal({ outcome: 'confirmed', hash });
  });

  it('returns null when a batched call does not need the nonce that another transaction used', async () => {
    chain.send(otherTransaction);
    chain.mine();
    expect(await lookUp({ size: 68 })).to.equal(null);
  });

  const nearly: Record<string, object> = {
    'another target': { to: OTHER },
    'another value': { value: VALUE + 1n },
    'other calldata': { data: `${DATA.slice(0, -1)}1` },
  };
  for (const [what, change] of Object.entries(nearly)) {
    it(`P-4 returns no outcome while a transaction with ${what} is pending or mined`, async () => {
      chain.send({ ...ownTransaction, ...change });
      expect(await lookUp()).to.equal(null);
      chain.mine();
      expect(await lookUp()).to.deep.equal({ outcome: 'other' });
    });
  }

  it('F-67 returns pending when the transaction uses the next nonce, with the first one mined or not', async () => {
    chain.send(otherTransaction);
    const hash = chain.send(ownTransaction);
    expect(await lookUp()).to.deep.equal({ outcome: 'pending', hash });
    chain.holdBack(hash);
    chain.mine();
    expect(await lookUp()).to.deep.equal({ outcome: 'pending', hash });
  });

  it('F-67 returns confirmed when the transaction is mined a few nonces later, and not beyond that window', async () => {
    for (let n = 0; n < 3; n += 1) chain.send(otherTransaction);
    const hash = chain.send(ownTransaction);
    chain.mine();
    expect(await lookUp()).to.deep.equal({ outcome: 'confirmed', hash });
    const early = String(nonce - 1);
    expect(await lookUp({ nonce: early })).to.deep.equal({ outcome: 'unseen' });
  });

  it('finds the transaction that paid or can pay after one of the same content that has reverted', async () => {
    const failed = chain.send({ ...ownTransaction, reverts: true });
    chain.mine();
    expect(await lookUp()).to.deep.equal({ outcome: 'reverted', hash: failed });
    const hash = chain.send(ownTransaction);
    expect(await lookUp()).to.deep.equal({ outcome: 'pending', hash });
    chain.showsPending = false;
    expect(await lookUp()).to.deep.equal({ outcome: 'hidden' });
    chain.mine();
    expect(await lookUp()).to.deep.equal({ outcome: 'confirmed', hash });
  });

  it('skips a transaction of another payment and returns the next one with the same content', async () => {
    const first = chain.send(ownTransaction);
    chain.mine();
    expect(await lookUp({ others: [first] })).to.deep.equal({ outcome: 'other' });
    const second = chain.send(ownTransaction);
    expect(await lookUp({ others: [first] })).to.deep.equal({ outcome: 'pending', hash: second });
    expect(await lookUp({ others: [first, second] })).to.deep.equal({ outcome: 'other' });
  });

  it('returns hidden when a transaction is pending and the node does not show it', async () => {
    chain.send(ownTransaction);
    chain.showsPending = false;
    expect(await lookUp()).to.deep.equal({ outcome: 'hidden' });
    chain.showsPending = true;
    for (const answer of [
      { transactions: [] },
      { transactions: 'none' },
      // Some nodes return the newest block instead of the pending block.
      {
        transactions: [
          { hash: `0x${'aa'.repeat(32)}`, from: FROM, to: OTHER, input: '0x', value: '0x0', nonce: '0x0' },
        ],
      },
    ]) {
      chain.override('eth_getBlockByNumber', () => answer);
      expect(await lookUp(), JSON.stringify(answer)).to.deep.equal({ outcome: 'hidden' });
    }
    chain.override('eth_getBlockByNumber', () => {
      throw new Error('pending block is not available');
    });
    expect(await lookUp()).to.deep.equal({ outcome: 'hidden' });
  });

  it('returns hidden when a later transaction is pending and unreadable after another one was mined', async () => {
    chain.send(otherTransaction);
    chain.mine();
    chain.send(ownTransaction);
    chain.showsPending = false;
    expect(await lookUp()).to.deep.equal({ outcome: 'hidden' });
  });

  it('returns null when the pending transaction is readable and is another one', async () => {
    chain.send(otherTransaction);
    expect(await lookUp()).to.equal(null);
  });

  for (const fault of ['down', 'busy', 'html', 'error'] as const) {
    it(`F-87 throws when the node is ${fault}`, async () => {
      chain.send(ownTransaction);
      chain.fault = fault;
      expect(await lookUp().catch((error: unknown) => error)).to.be.an('error');
    });
  }
});
