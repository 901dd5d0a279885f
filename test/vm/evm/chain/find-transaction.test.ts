import { expect } from 'chai';
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

  it('F-79 F-80 returns cancelled or replaced when another transaction was mined with its nonce', async () => {
    for (const [other, outcome] of [
      [cancelling, 'cancelled'],
      [otherTransaction, 'replaced'],
    ] as const) {
      const place = String(chain.nextNonce(FROM));
      const hash = chain.send(other);
      chain.mine();
      expect(await lookUp({ nonce: place })).to.deep.equal({ outcome, hash });
    }
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
    it(`returns null while a transaction with ${what} is pending and replaced when it is mined`, async () => {
      chain.send({ ...ownTransaction, ...change });
      expect(await lookUp()).to.equal(null);
      chain.mine();
      expect(await lookUp()).to.have.property('outcome', 'replaced');
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

  it('F-67 returns confirmed when the transaction is mined a few nonces later, and replaced beyond that window', async () => {
    for (let n = 0; n < 3; n += 1) chain.send(otherTransaction);
    const hash = chain.send(ownTransaction);
    chain.mine();
    expect(await lookUp()).to.deep.equal({ outcome: 'confirmed', hash });
    const early = String(nonce - 1);
    expect(await lookUp({ nonce: early })).to.have.property('outcome', 'replaced');
  });

  it('skips a transaction of another payment and returns the next one with the same content', async () => {
    const first = chain.send(ownTransaction);
    chain.mine();
    expect(await lookUp({ others: [first] })).to.deep.equal({ outcome: 'replaced', hash: first });
    const second = chain.send(ownTransaction);
    expect(await lookUp({ others: [first] })).to.deep.equal({ outcome: 'pending', hash: second });
    expect(await lookUp({ others: [first, second] })).to.have.property('outcome', 'replaced');
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
