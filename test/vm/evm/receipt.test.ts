import { expect } from 'chai';
import type { VirtualClock } from '../../support/clock.js';
import type { FakeChain } from '../../support/fake-chain.js';
import type { WatchedChain } from './watched-chain.js';
import { cancelling, DATA, LONG, MINUTE, OTHER, ours, someoneElses, VALUE, watchedChain } from './watched-chain.js';

describe('what became of a transaction', () => {
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

  it('confirmed: mined as it was sent', async () => {
    const hash = chain.send(ours);
    const seen = watch(hash);
    await time.advance(5_000);
    expect(seen.receipt).to.equal(null);
    chain.mine();
    await time.advance(10_000);
    expect(seen.receipt).to.deep.equal({ outcome: 'confirmed', hash });
  });

  it('F-83 reverted', async () => {
    const hash = chain.send({ ...ours, reverts: true });
    chain.mine();
    const seen = watch(hash);
    await time.advance(5_000);
    expect(seen.receipt).to.deep.equal({ outcome: 'reverted', hash });
  });

  it('F-78 repriced: the same content with another hash', async () => {
    const seen = watch(chain.send(ours));
    await time.advance(2_000);
    const faster = chain.send({ ...ours, nonce });
    chain.mine();
    await time.advance(10_000);
    expect(seen.receipt).to.deep.equal({ outcome: 'repriced', hash: faster });
  });

  it('F-78 F-83 repriced and reverted', async () => {
    const seen = watch(chain.send(ours));
    await time.advance(2_000);
    const faster = chain.send({ ...ours, nonce, reverts: true });
    chain.mine();
    await time.advance(10_000);
    expect(seen.receipt).to.deep.equal({ outcome: 'reverted', hash: faster });
  });

  it('F-79 cancelled: nothing to oneself in its place, and only once that is mined', async () => {
    const seen = watch(chain.send(ours));
    await time.advance(2_000);
    const cancel = chain.send({ ...cancelling, nonce });
    await time.advance(LONG);
    expect(seen.receipt).to.equal(null);
    chain.mine();
    await time.advance(10_000);
    expect(seen.receipt).to.deep.equal({ outcome: 'cancelled', hash: cancel });
  });

  it('F-80 replaced: another transaction in its place', async () => {
    const seen = watch(chain.send(ours));
    await time.advance(2_000);
    const other = chain.send({ ...someoneElses, nonce });
    chain.mine();
    await time.advance(10_000);
    expect(seen.receipt).to.deep.equal({ outcome: 'replaced', hash: other });
  });

  const nearly: Record<string, object> = {
    'another target': { to: OTHER },
    'another value': { value: VALUE + 1n },
    'other calldata': { data: `${DATA.slice(0, -1)}1` },
  };
  for (const [what, change] of Object.entries(nearly)) {
    it(`F-80 ${what} is replaced, not repriced`, async () => {
      const seen = watch(chain.send(ours));
      await time.advance(2_000);
      const other = chain.send({ ...ours, ...change, nonce });
      chain.mine();
      await time.advance(10_000);
      expect(seen.receipt).to.deep.equal({ outcome: 'replaced', hash: other });
    });
  }

  it('F-81 finds a replacement mined many blocks before the next look', async () => {
    const seen = watch(chain.send(ours));
    await time.advance(2_000);
    const faster = chain.send({ ...ours, nonce });
    chain.mine();
    chain.mineEmpty(500);
    await time.advance(10_000);
    expect(seen.receipt).to.deep.equal({ outcome: 'repriced', hash: faster });
  });

  it('F-81 finds it though the node forgets old states', async () => {
    const seen = watch(chain.send(ours));
    await time.advance(2_000);
    chain.mineEmpty(300);
    const faster = chain.send({ ...ours, nonce });
    chain.mine();
    chain.mineEmpty(60);
    chain.prunedBelow = 250;
    await time.advance(10_000);
    expect(seen.receipt).to.deep.equal({ outcome: 'repriced', hash: faster });
  });

  it('F-81 goes on waiting where the state of that time is gone', async () => {
    const seen = watch(chain.send(ours));
    await time.advance(2_000);
    chain.send({ ...someoneElses, nonce });
    chain.mine();
    chain.mineEmpty(300);
    chain.prunedBelow = 250;
    await time.advance(LONG);
    expect(seen.receipt).to.equal(null);
  });

  it('F-77 waits as long as it takes, two questions in four seconds, and then sees it', async () => {
    const hash = chain.send(ours);
    const seen = watch(hash);
    await time.advance(LONG);
    expect(seen.receipt).to.equal(null);
    const asked = chain.asked.length;
    chain.mine();
    await time.advance(5_000);
    expect(seen.receipt).to.deep.equal({ outcome: 'confirmed', hash });
    expect(asked).to.be.within((2 * LONG) / 4_000, (2 * LONG) / 4_000 + 20);
  });

  it('F-82 dropped: it waits, since the place is free and ours may come back', async () => {
    const hash = chain.send(ours);
    const seen = watch(hash);
    await time.advance(2_000);
    chain.drop(hash);
    await time.advance(LONG);
    expect(seen.receipt).to.equal(null);
    const again = chain.send(ours);
    chain.mine();
    await time.advance(10_000);
    expect(seen.receipt).to.deep.equal({ outcome: 'repriced', hash: again });
  });

  it('F-85 a receipt that a reorganisation takes back is waited for again', async () => {
    const hash = chain.send(ours);
    chain.mine();
    const seen = watch(hash);
    await time.advance(500);
    chain.reorganise(1);
    await time.advance(MINUTE);
    expect(seen.receipt).to.equal(null);
    chain.mine();
    await time.advance(10_000);
    expect(seen.receipt).to.deep.equal({ outcome: 'confirmed', hash });
  });

  it('F-85 mined again in another block, it is looked at once more', async () => {
    const hash = chain.send(ours);
    chain.mine();
    const seen = watch(hash);
    await time.advance(500);
    chain.reorganise(1);
    chain.mine();
    await time.advance(1_000);
    expect(seen.receipt).to.equal(null);
    await time.advance(1_500);
    expect(seen.receipt?.outcome).to.equal('confirmed');
  });

  it('F-85 a cancellation that a reorganisation takes back is none', async () => {
    const hash = chain.send(ours);
    const seen = watch(hash);
    await time.advance(2_000);
    const cancel = chain.send({ ...cancelling, nonce });
    chain.mine();
    await time.advance(2_600);
    chain.reorganise(1, [cancel]);
    chain.send({ ...ours, nonce });
    chain.mine();
    await time.advance(10_000);
    expect(seen.receipt?.outcome).to.equal('repriced');
  });

  it("rejects with the signal's reason, asks no more, and leaves no timer", async () => {
    const seen = watch(chain.send(ours));
    await time.advance(10_000);
    stop.abort('gone');
    const asked = chain.asked.length;
    await time.advance(LONG);
    expect(seen).to.deep.equal({ receipt: null, reason: 'gone' });
    expect(chain.asked.length).to.equal(asked);
    expect(time.pending).to.equal(0);
  });
});
