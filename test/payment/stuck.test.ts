/** A payment that the service has given up on: its money need not be back, so the order is not offered meanwhile. */
import { expect } from 'chai';
import { settle } from '../support/clock.js';
import type { World } from '../support/world.js';
import { entryOf, sent, shownId, type Sent } from './sent.js';

const HOUR = 60 * 60 * 1_000;

/** A payment that has failed on a page that is gone since. */
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

describe('an order whose payment has failed', () => {
  it('F-155 is shown as that after a reload, and told once', async () => {
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
    it(`F-155 its late ${end} reaches the screen after a reload`, async () => {
      const { world, say, hash } = await failed();
      const next = world.open();
      await settle();
      say(end, { inTxHashes: [hash], txHashes: [`0x${'fe'.repeat(32)}`] });
      await next.reach(end === 'refund' ? 'refunded' : 'succeeded');
      expect(failures(world)).to.equal(1);
    });
  }

  it('F-162 is shown to the press of a page that does not look at what was left', async () => {
    const { world, requestId } = await failed();
    const next = world.open({ resume: 'off' });
    await next.review();
    await next.press();
    await next.reach('failed');
    expect([shownId(next), world.promptsFor('pay'), failures(world)]).to.deep.equal([requestId, 1, 1]);
  });

  it('is offered to be looked at where the page wants to ask', async () => {
    const { world, requestId } = await failed();
    const next = world.open({ resume: 'ask' });
    await settle();
    expect(next.state).to.have.nested.property('unfinished.requestId', requestId);
    await next.do({ type: 'resume-asked' });
    await next.reach('failed');
    expect([shownId(next), failures(world)]).to.deep.equal([requestId, 1]);
  });

  it('can be paid once more after reset(), also after a reload; what comes late of the first one is seen', async () => {
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

  it('is offered again once nothing more is expected of it, a day later', async () => {
    const { world } = await failed();
    await world.clock.advance(25 * HOUR);
    const next = world.open();
    await next.review();
    await next.press();
    await next.reach('succeeded');
    expect(world.promptsFor('pay')).to.equal(2);
  });

  it('gives way to one that was paid since', async () => {
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
