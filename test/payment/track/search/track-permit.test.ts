/**
 * Tests a payment by signature until its outcome. Some tests reload the page. Some tests wait until the permit has
 * expired.
 */
import { expect } from 'chai';
import { settle } from '../../../support/clock.js';
import { nativeCase } from '../../../support/quotes.js';
import { USDC } from '../../../support/world.js';
import { SECOND, MINUTE } from '../../../support/times.js';
import { entryOf, factsOf } from '../../sent.js';
import { PERMITS, asked, signed } from '../../permit-world.js';
const GAP = 3 * MINUTE;

describe('track-permit', () => {
  it('F-70 F-71 posts the same signature again when the service is unreachable, and never requests a new one', async () => {
    const { world, tab, requestId } = await signed((each) => each.service.outages.set(PERMITS, 'unreachable'));
    await world.clock.advance(10 * SECOND);
    expect(world.posts.length).to.be.within(3, 6);
    expect(new Set(world.posts).size).to.equal(1);
    world.service.outages.set(PERMITS, { status: 503, json: { message: 'busy' }, retryAfter: '20' });
    await world.clock.advance(15 * SECOND);
    const before = world.posts.length;
    await world.clock.advance(15 * SECOND);
    expect(world.posts.length - before, 'not before the Retry-After').to.be.at.most(1);
    world.service.outages.clear();
    await world.clock.advance(40 * SECOND);
    const posts = world.posts.length;
    expect(tab.emitted.filter((name) => name === 'hub-step confirmed')).to.have.length(1);
    await world.clock.advance(MINUTE);
    expect(world.posts).to.have.length(posts);
    world.service.statuses.set(requestId, { status: 'success' });
    await tab.reach('succeeded');
    expect(world.signings).to.have.length(1);
  });

  it('F-71 posts no more when the service has seen the deposit', async () => {
    const { world, requestId } = await signed((each) => each.service.outages.set(PERMITS, 'unreachable'));
    world.service.statuses.set(requestId, { status: 'pending' });
    await world.clock.advance(5 * SECOND);
    const posts = world.posts.length;
    await world.clock.advance(2 * MINUTE);
    expect(world.posts).to.have.length(posts);
  });

  it('posts once, reports the money as unknown and opens no new prompt when the service refuses the permit', async () => {
    const { world, tab } = await signed((each) =>
      each.service.outages.set(PERMITS, { status: 400, json: { message: 'no', code: 'PERMIT_FAILED' } }),
    );
    await world.clock.advance(30 * SECOND);
    expect(world.posts).to.have.length(1);
    expect(tab.state).to.include({ name: 'processing' });
    expect(tab.state).to.have.nested.property('problem.money', 'unknown');
    await tab.press();
    await tab.do({ type: 'abandoned' }, { type: 'back' }, { type: 'reset' }, { type: 'opened' });
    expect([tab.state.name, world.signings.length]).to.deep.equal(['processing', 1]);
  });

  it('W-6 tells the failure, and that the search goes on, when the order of a signed payment ends without a deposit', async () => {
    const { world, tab, requestId } = await signed();
    world.service.statuses.set(requestId, { status: 'failure', details: 'Permit was refused' });
    await world.clock.advance(15 * SECOND);
    expect(tab.state).to.include({ name: 'failed' }).and.to.have.nested.property('problem.money', 'unknown');
    expect(tab.detail('hub-failure')).to.have.nested.property('error.details', 'Permit was refused');
    expect(factsOf(tab).filter((name) => !name.startsWith('hub-status'))).to.deep.equal(['hub-failure']);
    world.service.statuses.set(requestId, { status: 'success', inTxHashes: [`0x${'de'.repeat(32)}`] });
    await tab.reach('succeeded');
  });

  it('returns to the review and allows a new signature when the permit has ended unused on the chain', async () => {
    const { world, tab, requestId } = await signed((each) => each.service.outages.set(PERMITS, 'silent'));
    await world.clock.advance(10 * MINUTE + GAP - SECOND);
    expect(tab.state.name).to.equal('processing');
    await world.clock.advance(30 * SECOND);
    expect(tab.state).to.include({ name: 'reviewing' }).and.to.have.nested.property('problem.money', 'in-wallet');
    expect(tab.state).to.have.nested.property('problem.code', 'expired');
    expect(tab.emitted.filter((name) => /^hub-(sent|failure|success)/.test(name))).to.deep.equal([]);
    world.service.outages.clear();
    await world.clock.advance(30 * SECOND);
    await tab.press();
    expect(world.signings).to.have.length(2);
    expect(entryOf(world).payment.requestId).not.to.equal(requestId);
  });

  it('keeps waiting after the end of the permit when the chain reports it as used', async () => {
    const { world, tab } = await signed((each) => {
      each.service.outages.set(PERMITS, 'silent');
      each.used = true;
    });
    await tab.hide();
    await world.clock.advance(25 * MINUTE);
    expect(tab.state).to.include({ name: 'processing', slow: true });
    expect(world.signings).to.have.length(1);
  });

  it('keeps waiting after the end of the permit when the chain’s time stands still', async () => {
    const { world, tab } = await signed((each) => {
      each.service.outages.set(PERMITS, 'silent');
      each.lag = 3_600;
    });
    await tab.hide();
    await world.clock.advance(25 * MINUTE);
    expect(tab.state.name).to.equal('processing');
    world.lag = 0;
    await world.clock.advance(MINUTE);
    expect(tab.state.name).to.equal('reviewing');
  });

  it('keeps waiting after the end of the permit when the chain cannot be read', async () => {
    const { world, tab } = await signed((each) => each.service.outages.set(PERMITS, 'silent'));
    world.readable = false;
    await tab.hide();
    await world.clock.advance(20 * MINUTE);
    expect(tab.state.name).to.equal('processing');
    world.readable = true;
    await world.clock.advance(MINUTE);
    expect(tab.state.name).to.equal('reviewing');
  });

  it('shows the payment again when the service reports success after the review came back', async () => {
    const { world, tab, requestId } = await signed((each) => each.service.outages.set(PERMITS, 'silent'));
    await tab.hide();
    await world.clock.advance(15 * MINUTE);
    expect(tab.state.name).to.equal('reviewing');
    world.service.statuses.set(requestId, { status: 'success' });
    await tab.reach('succeeded');
    expect(factsOf(tab).filter((name) => name === 'hub-success')).to.have.length(1);
  });

  it('F-103 settles as refunded, with one hub-refund, when the service refunds a signed payment', async () => {
    const { world, tab, requestId } = await signed();
    for (const [word, ms] of [
      ['pending', 2_000],
      ['failure', 4_000],
      ['refund', 20_000],
    ] as const) {
      world.service.statuses.set(requestId, { status: word, inTxHashes: [`0x${'de'.repeat(32)}`] });
      await world.clock.advance(ms);
    }
    expect(tab.state.name).to.equal('refunded');
    expect(factsOf(tab).filter((name) => !name.startsWith('hub-status'))).to.deep.equal(['hub-sent', 'hub-refund']);
    expect(world.signings).to.have.length(1);
  });

  it('F-152 waits for the end of the permit, without a prompt or a post, when the page reloads', async () => {
    const { world, tab } = await signed((each) => each.service.outages.set(PERMITS, 'silent'));
    tab.kill();
    const posts = world.posts.length;
    const next = world.open({ usePermit: true });
    await world.clock.advance(5 * MINUTE);
    expect(next.state).to.include({ name: 'processing', status: 'waiting' });
    await next.press();
    expect([world.signings.length, world.posts.length]).to.deep.equal([1, posts]);
    await world.clock.advance(10 * MINUTE);
    expect(next.state.name).not.to.equal('processing');
  });

  it('F-152 waits for the end of the permit, then allows a new signature, when the page ended before the post', async () => {
    const { world, tab } = await asked();
    world.onLog = (entry) => {
      if (entry.kind === 'state' && entry.state.name === 'processing') tab.kill();
    };
    world.signings[0]!.sign();
    await settle();
    expect(world.posts).to.deep.equal([]);
    world.onLog = () => undefined;
    const next = world.open({ usePermit: true });
    await tab.hide();
    await world.clock.advance(12 * MINUTE);
    expect(next.state).to.include({ name: 'processing', status: 'waiting' });
    await world.clock.advance(2 * MINUTE);
    expect(next.state.name).not.to.equal('processing');
    const another = world.open({ usePermit: true });
    await another.review(USDC);
    await another.press();
    expect(world.signings).to.have.length(2);
  });

  it('F-162 shows the payment in another tab, without a second prompt, when that tab’s payer presses', async () => {
    const { world } = await signed((each) => each.service.outages.set(PERMITS, 'silent'));
    const other = world.open({ usePermit: true, resume: 'off' });
    await other.review(USDC);
    await other.press();
    expect(world.signings).to.have.length(1);
    expect(other.state.name).to.equal('processing');
  });

  it('T13 W-8 opens no prompt and reports quote-unsafe when the answer to the permit contains steps', async () => {
    const { world, tab, requestId } = await signed((each) =>
      each.service.outages.set(PERMITS, { status: 200, json: { steps: nativeCase().quote['steps'] } }),
    );
    await world.clock.advance(2 * SECOND);
    expect([world.signings.length, world.prompts.length]).to.deep.equal([1, 0]);
    expect(tab.state).to.include({ name: 'processing' }).and.to.have.nested.property('problem.code', 'quote-unsafe');
    world.service.statuses.set(requestId, { status: 'success' });
    await tab.reach('succeeded');
  });

  it('P-27 returns to the review when the payer cancelled the authorization at the token', async () => {
    const { world, tab } = await signed((each) => each.service.outages.set(PERMITS, 'silent'));
    world.used = true;
    world.chain.override('eth_getLogs', ([filter]) => {
      const { address, topics } = filter as { address: string; topics: string[] };
      return [{ address, topics, data: '0x' }];
    });
    await tab.hide();
    await world.clock.advance(15 * MINUTE);
    expect(tab.state).to.include({ name: 'reviewing' }).and.to.have.nested.property('problem.code', 'replaced');
    expect(tab.state).to.have.nested.property('problem.money', 'in-wallet');
  });

  it('P-27 asks the payer when only the node shows that the permit has expired', async () => {
    const { world, tab } = await signed((each) => each.service.outages.set(PERMITS, 'silent'));
    world.wallet.chainId = 1;
    await tab.hide();
    await world.clock.advance(16 * MINUTE);
    expect(tab.state).to.include({ name: 'processing', status: 'unknown' });
    expect(tab.state).to.have.nested.property('problem.code', 'unconfirmed');
    world.wallet.chainId = 8453;
    await world.clock.advance(MINUTE);
    expect(tab.state).to.have.nested.property('problem.code', 'expired');
  });

  it('P-27 asks the payer when the node says expired and the wallet says used', async () => {
    const { world, tab } = await signed((each) => each.service.outages.set(PERMITS, 'silent'));
    world.used = true;
    world.chain.falsify = (method, [call], result) =>
      method === 'eth_call' && (call as { data: string }).data.startsWith('0xe94a0102')
        ? `0x${'0'.repeat(64)}`
        : result;
    await tab.hide();
    await world.clock.advance(30 * MINUTE);
    expect(tab.state).to.include({ name: 'processing', status: 'unknown' });
    expect(tab.state).to.have.nested.property('problem.code', 'unconfirmed');
  });
});
