/** Tests a payment that failed at the service, also after a reload of the page. */
import { expect } from 'chai';
import { settle } from '../../support/clock.js';
import type { World } from '../../support/world.js';
import { HOUR } from '../../support/times.js';
import { entryOf, polls, sent, shownId, type Sent } from '../sent.js';

/** A payment has failed. Its page is closed, or stays open. */
async function failed(isClosed = true): Promise<Sent> {
  const one = await sent();
  one.world.payer = 'approves';
  one.world.mines = true;
  one.world.chain.mine();
  one.say('failure', { inTxHashes: [one.hash] });
  await one.tab.reach('failed');
  if (isClosed) one.tab.kill();
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

  for (const [end, name] of [
    ['refund', 'refunded'],
    ['success', 'succeeded'],
  ] as const) {
    const ended = { txHashes: [`0x${'fe'.repeat(32)}`] };

    it(`P-3 shows the ${end} of the days in between when the page opens again`, async () => {
      const { world, say, hash } = await failed();
      await world.clock.advance(50 * HOUR);
      say(end, { inTxHashes: [hash], ...ended });
      await world.open().reach(name);
    });

    it(`P-3 opens no prompt, and shows the ${end}, at a press days later when resume is off`, async () => {
      const { world, say, hash } = await failed();
      await world.clock.advance(50 * HOUR);
      const next = world.open({ resume: 'off' });
      await next.review();
      say(end, { inTxHashes: [hash], ...ended });
      await next.press();
      await next.reach(name);
      expect(world.promptsFor('pay')).to.equal(1);
    });

    it(`P-3 looks again and shows the ${end} when the computer has slept for two days`, async () => {
      const { world, tab, say, hash } = await failed(false);
      world.clock.sleep(48 * HOUR);
      say(end, { inTxHashes: [hash], ...ended });
      await tab.reach(name);
    });
  }

  it('P-3 shows an old failure, looks once, and pays again only after reset()', async () => {
    const { world } = await failed();
    await world.clock.advance(50 * HOUR);
    const before = polls(world);
    const next = world.open();
    await next.reach('failed');
    await world.clock.advance(HOUR);
    // One look asks how the stored payment has ended. The other asks whether it changes.
    expect(polls(world) - before).to.be.within(1, 2);
    await next.do({ type: 'reset' });
    await next.review();
    await next.press();
    await next.reach('succeeded');
    expect([world.promptsFor('pay'), failures(world)]).to.deep.equal([2, 1]);
  });

  it('P-3 tries the look again until the service answers when a day has passed', async () => {
    const { world, tab, say, hash } = await failed(false);
    world.service.outages.set('/intents/status/v3', 'unreachable');
    await world.clock.advance(26 * HOUR);
    expect(tab.state.name).to.equal('failed');
    world.service.outages.delete('/intents/status/v3');
    say('refund', { inTxHashes: [hash], txHashes: [`0x${'fe'.repeat(32)}`] });
    await tab.reach('refunded');
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
