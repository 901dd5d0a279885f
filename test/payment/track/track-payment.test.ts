import { expect } from 'chai';
import { whileOffline } from '../../support/pages/offline.js';
import { HOUR } from '../../support/times.js';
import { polls, sent } from '../sent.js';

describe('track-payment', () => {
  it('F-160 F-161 polls at once when the page wakes', async () => {
    const { world, tab, say } = await sent();
    await tab.hide();
    await world.clock.advance(20_000);
    say('success');
    await tab.do({ type: 'woken' });
    expect(tab.state.name).to.equal('succeeded');
  });

  it('F-160 reads the status within a second after a sleep of eight hours when no event has woken the page', async () => {
    const { world, tab, say } = await sent();
    say('success');
    world.clock.sleep(8 * HOUR);
    await world.clock.advance(1_000);
    expect(tab.state.name).to.equal('succeeded');
  });

  it('F-159 reads the outcome at once, and opens no prompt, when the page comes back from the page cache', async () => {
    const { world, tab, say } = await sent();
    say('pending');
    await world.clock.advance(3_000);
    const cached = tab.freeze();
    await world.clock.advance(HOUR);
    say('success');
    const before = polls(world);
    cached.thaw();
    await tab.do({ type: 'woken' });
    await world.clock.advance(1_000);
    expect(tab.state.name).to.equal('succeeded');
    expect(polls(world) - before).to.be.within(1, 3);
    expect(world.prompts).to.have.length(1);
  });

  it('F-161 reports where the money is while the device is offline, and the outcome when it is online again', async () => {
    const { world, tab, say } = await sent();
    say('pending');
    await world.clock.advance(2_000);
    world.service.outages.set('/intents/status/v3', 'unreachable');
    await whileOffline(async () => world.clock.advance(60_000));
    expect(tab.state).to.include({ name: 'processing', status: 'pending' });
    expect(tab.state).to.deep.nested.include({ 'problem.code': 'offline', 'problem.money': 'on-its-way' });
    world.service.outages.clear();
    say('success');
    await tab.do({ type: 'woken' });
    expect(tab.state.name).to.equal('succeeded');
    expect(world.prompts).to.have.length(1);
  });

  it('I24 leaves no request, timer, lock or listener when the session is destroyed', async () => {
    for (const leave of ['the end', 'destroy'] as const) {
      const { world, tab, say } = await sent();
      if (leave === 'the end') {
        say('success');
        await tab.reach('succeeded');
        await world.clock.advance(10_000);
      }
      tab.session.destroy();
      await world.clock.advance(0);
      const before = world.log.length;
      await world.clock.advance(HOUR);
      expect(
        [world.log.length - before, world.clock.pending, world.locks.held, world.wallet.listeners],
        leave,
      ).to.deep.equal([0, 0, 0, 0]);
    }
  });

  it('emits hub-success when a listener destroys the session on the state change before', async () => {
    const { tab, say } = await sent();
    tab.session.on('hub-statechange', (detail) => {
      if (detail.state === 'succeeded') tab.session.destroy();
    });
    say('success');
    await tab.reach('succeeded');
    expect(tab.emitted.at(-1)).to.equal('hub-success');
  });
});
