/** Tests a payment that failed at the service, also after a reload of the page. */
import { expect } from 'chai';
import { settle } from '../../support/clock.js';
import type { World } from '../../support/world.js';
import { entryOf, sent, shownId, type Sent } from '../sent.js';

const HOUR = 60 * 60 * 1_000;

/** A payment has failed, and its page is closed. */
async function failed(): Promise<Sent> {
  const one = await sent();
  one.world.payer = 'approves';
  one.world.mines = true;
  one.world.chain.mine();
  one.say('failure', { inTxHashes: [one.hash] });
  await one.tab.reach('failed');
  one.tab.kill();
  return one;
}

const failures = (world: World): number => world.facts().filter((fact) => fact.startsWith('hub-failure')).length;

describe('session with a failed payment', () => {
  it('F-155 shows the failure and emits nothing again when the page reloads', async () => {
    const { world, requestId } = await failed();
    const next = world.open();
    await settle();
    expect(next.state).to.have.property('name', 'failed');
    expect(next.state).to.have.nested.property('problem.code', 'failed');
    await next.do({ type: 'opened' }, { type: 'closed' }, { type: 'opened' });
    await world.clock.advance(60_000);
    expect([next.state.name, shownId(next)]).to.deep.equal(['failed', requestId]);
    expect([failures(world), world.promptsFor('pay')]).to.deep.equal([1, 1]);
  });

  for (const end of ['refund', 'success'] as const) {
    it(`F-155 shows the later ${end} when it arrives after a reload`, async () => {
      const { world, say, hash } = await failed();
      const next = world.open();
      await settle();
      say(end, { inTxHashes: [hash], txHashes: [`0x${'fe'.repeat(32)}`] });
      await next.reach(end === 'refund' ? 'refunded' : 'succeeded');
      expect(failures(world)).to.equal(1);
    });
  }

  it('F-155 shows the failure instead of a new prompt at the press when resume is off', async () => {
    const { world, requestId } = await failed();
    const next = world.open({ resume: 'off' });
    await next.review();
    await next.press();
    await next.reach('failed');
    expect([shownId(next), world.promptsFor('pay'), failures(world)]).to.deep.equal([requestId, 1, 1]);
  });

  it('offers the failed payment and shows it on request when resume is ask', async () => {
    const { world, requestId } = await failed();
    const next = world.open({ resume: 'ask' });
    await settle();
    expect(next.state).to.have.nested.property('unfinished.requestId', requestId);
    await next.do({ type: 'resume-asked' });
    await next.reach('failed');
    expect([shownId(next), failures(world)]).to.deep.equal([requestId, 1]);
  });

  it('allows another payment after reset() and a reload, and shows the later success of the first one', async () => {
    const { world, requestId, say, hash } = await failed();
    const next = world.open();
    await settle();
    await next.do({ type: 'reset' });
    next.kill();
    const third = world.open();
    await settle();
    expect(third.state.name).to.equal('idle');
    await third.review();
    await third.press();
    await third.reach('succeeded');
    expect(world.promptsFor('pay')).to.equal(2);
    await third.do({ type: 'reset' });
    say('success', { inTxHashes: [hash], txHashes: [`0x${'fe'.repeat(32)}`] });
    await world.clock.advance(60_000);
    third.kill();
    const fourth = world.open();
    await settle();
    expect([fourth.state.name, shownId(fourth)]).to.deep.equal(['succeeded', requestId]);
  });

  it('allows another payment when the failure is more than a day old', async () => {
    const { world } = await failed();
    await world.clock.advance(25 * HOUR);
    const next = world.open();
    await next.review();
    await next.press();
    await next.reach('succeeded');
    expect(world.promptsFor('pay')).to.equal(2);
  });

  it('shows the newer payment after a reload when that one has succeeded', async () => {
    const { world } = await failed();
    const next = world.open();
    await settle();
    await next.do({ type: 'reset' });
    await next.review();
    await next.press();
    await next.reach('succeeded');
    const paid = entryOf(world).payment.requestId;
    next.kill();
    const third = world.open();
    await settle();
    expect([third.state.name, shownId(third)]).to.deep.equal(['succeeded', paid]);
  });
});
