import { expect } from 'chai';
import type { VirtualClock } from '../../../support/clock.js';
import type { FakeChain } from '../../../support/fake-chain.js';
import { MINUTE } from '../../../support/times.js';
import type { WatchedChain } from './watched-chain.js';
import {
  batched,
  cancelling,
  DATA,
  deposited,
  LONG,
  OTHER,
  ownTransaction,
  otherTransaction,
  VALUE,
  watchedChain,
} from './watched-chain.js';

describe('waitForReceipt', () => {
  let time: VirtualClock;
  let chain: FakeChain;
  let stop: AbortController;
  let nonce: number;
  let watch: WatchedChain['watch'];

  beforeEach(() => {
    ({ time, chain, stop, nonce, watch } = watchedChain());
  });
  afterEach(() => {
    stop.abort();
  });

  it('returns confirmed when the transaction is mined as it was sent', async () => {
    const hash = chain.send(ownTransaction);
    const watched = watch(hash);
    await time.advance(5_000);
    expect(watched.receipt).to.equal(null);
    chain.mine();
    await time.advance(10_000);
    expect(watched.receipt).to.deep.equal({ outcome: 'confirmed', hash });
  });

  it('F-83 returns reverted when the transaction reverts', async () => {
    const hash = chain.send({ ...ownTransaction, reverts: true });
    chain.mine();
    const watched = watch(hash);
    await time.advance(5_000);
    expect(watched.receipt).to.deep.equal({ outcome: 'reverted', hash });
  });

  it('F-78 returns repriced when the same content is mined with another hash', async () => {
    const watched = watch(chain.send(ownTransaction));
    await time.advance(2_000);
    const faster = chain.send({ ...ownTransaction, nonce });
    chain.mine();
    await time.advance(10_000);
    expect(watched.receipt).to.deep.equal({ outcome: 'repriced', hash: faster });
  });

  it('F-78 F-83 returns reverted when the repriced transaction reverts', async () => {
    const watched = watch(chain.send(ownTransaction));
    await time.advance(2_000);
    const faster = chain.send({ ...ownTransaction, nonce, reverts: true });
    chain.mine();
    await time.advance(10_000);
    expect(watched.receipt).to.deep.equal({ outcome: 'reverted', hash: faster });
  });

  it('F-79 returns cancelled only when an empty transfer to the payer itself is mined with the same nonce', async () => {
    const watched = watch(chain.send(ownTransaction));
    await time.advance(2_000);
    const cancel = chain.send({ ...cancelling, nonce });
    await time.advance(LONG);
    expect(watched.receipt).to.equal(null);
    chain.mine();
    await time.advance(10_000);
    expect(watched.receipt).to.deep.equal({ outcome: 'cancelled', hash: cancel });
  });

  it('F-80 returns replaced when another transaction is mined with the same nonce', async () => {
    const watched = watch(chain.send(ownTransaction));
    await time.advance(2_000);
    const other = chain.send({ ...otherTransaction, nonce });
    chain.mine();
    await time.advance(10_000);
    expect(watched.receipt).to.deep.equal({ outcome: 'replaced', hash: other });
  });

  const nearly: Record<string, object> = {
    'another target': { to: OTHER },
    'another value': { value: VALUE + 1n },
    'other calldata': { data: `${DATA.slice(0, -1)}1` },
  };
  for (const [what, change] of Object.entries(nearly)) {
    it(`F-80 returns replaced and not repriced when the new transaction has ${what}`, async () => {
      const watched = watch(chain.send(ownTransaction));
      await time.advance(2_000);
      const other = chain.send({ ...ownTransaction, ...change, nonce });
      chain.mine();
      await time.advance(10_000);
      expect(watched.receipt).to.deep.equal({ outcome: 'replaced', hash: other });
    });
  }

  it('F-80 returns repriced when a batch of the same account with the same nonce contains the payment', async () => {
    const watched = watch(chain.send(ownTransaction));
    await time.advance(2_000);
    const hash = chain.send({ ...batched, nonce, logs: [deposited] });
    chain.mine();
    await time.advance(10_000);
    expect(watched.receipt).to.deep.equal({ outcome: 'repriced', hash });
  });

  for (const [what, change] of [
    ['has moved no tokens', {}],
    ['has reverted', { reverts: true, logs: [deposited] }],
  ] as const)
    it(`F-80 returns no outcome when a batch with the same nonce contains the payment, but ${what}`, async () => {
      const watched = watch(chain.send(ownTransaction));
      await time.advance(2_000);
      chain.send({ ...batched, nonce, ...change });
      chain.mine();
      await time.advance(LONG);
      expect(watched.receipt).to.equal(null);
    });

  it('F-81 returns repriced when the replacement was mined 500 blocks before the next poll', async () => {
    const watched = watch(chain.send(ownTransaction));
    await time.advance(2_000);
    const faster = chain.send({ ...ownTransaction, nonce });
    chain.mine();
    chain.mineEmpty(500);
    await time.advance(10_000);
    expect(watched.receipt).to.deep.equal({ outcome: 'repriced', hash: faster });
  });

  it('F-81 returns repriced when the node has pruned states older than the replacement', async () => {
    const watched = watch(chain.send(ownTransaction));
    await time.advance(2_000);
    chain.mineEmpty(300);
    const faster = chain.send({ ...ownTransaction, nonce });
    chain.mine();
    chain.mineEmpty(60);
    chain.prunedBelow = 250;
    await time.advance(10_000);
    expect(watched.receipt).to.deep.equal({ outcome: 'repriced', hash: faster });
  });

  it('F-81 returns no outcome when the node has pruned the state of the replacement’s block', async () => {
    const watched = watch(chain.send(ownTransaction));
    await time.advance(2_000);
    chain.send({ ...otherTransaction, nonce });
    chain.mine();
    chain.mineEmpty(300);
    chain.prunedBelow = 250;
    await time.advance(LONG);
    expect(watched.receipt).to.equal(null);
  });

  it('F-77 polls with two requests every four seconds until the transaction is mined', async () => {
    const hash = chain.send(ownTransaction);
    const watched = watch(hash);
    await time.advance(LONG);
    expect(watched.receipt).to.equal(null);
    const requestCount = chain.methods.length;
    chain.mine();
    await time.advance(5_000);
    expect(watched.receipt).to.deep.equal({ outcome: 'confirmed', hash });
    expect(requestCount).to.be.within((2 * LONG) / 4_000, (2 * LONG) / 4_000 + 20);
  });

  it('F-82 keeps waiting when the transaction is dropped and its nonce is unused', async () => {
    const hash = chain.send(ownTransaction);
    const watched = watch(hash);
    await time.advance(2_000);
    chain.drop(hash);
    await time.advance(LONG);
    expect(watched.receipt).to.equal(null);
    const again = chain.send(ownTransaction);
    chain.mine();
    await time.advance(10_000);
    expect(watched.receipt).to.deep.equal({ outcome: 'repriced', hash: again });
  });

  it('F-85 waits again when a reorganisation removes the receipt', async () => {
    const hash = chain.send(ownTransaction);
    chain.mine();
    const watched = watch(hash);
    await time.advance(500);
    chain.reorganise(1);
    await time.advance(MINUTE);
    expect(watched.receipt).to.equal(null);
    chain.mine();
    await time.advance(10_000);
    expect(watched.receipt).to.deep.equal({ outcome: 'confirmed', hash });
  });

  it('F-85 checks the receipt once more when the transaction is mined again in another block', async () => {
    const hash = chain.send(ownTransaction);
    chain.mine();
    const watched = watch(hash);
    await time.advance(500);
    chain.reorganise(1);
    chain.mine();
    await time.advance(1_000);
    expect(watched.receipt).to.equal(null);
    await time.advance(1_500);
    expect(watched.receipt?.outcome).to.equal('confirmed');
  });

  it('F-85 does not return cancelled when a reorganisation removes the cancellation', async () => {
    const hash = chain.send(ownTransaction);
    const watched = watch(hash);
    await time.advance(2_000);
    const cancel = chain.send({ ...cancelling, nonce });
    chain.mine();
    await time.advance(2_600);
    chain.reorganise(1, [cancel]);
    chain.send({ ...ownTransaction, nonce });
    chain.mine();
    await time.advance(10_000);
    expect(watched.receipt?.outcome).to.equal('repriced');
  });

  it('rejects with the reason of the signal, stops polling and leaves no timer when it is aborted', async () => {
    const watched = watch(chain.send(ownTransaction));
    await time.advance(10_000);
    stop.abort('gone');
    const requestCount = chain.methods.length;
    await time.advance(LONG);
    expect(watched).to.deep.equal({ receipt: null, reason: 'gone' });
    expect(chain.methods.length).to.equal(requestCount);
    expect(time.pending).to.equal(0);
  });
});
