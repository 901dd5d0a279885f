import { expect } from 'chai';
import type { WireStatus } from '../../src/api/wire.js';
import { World } from '../support/world.js';
import { factsOf, polls, sent } from './sent.js';

describe('the service’s words', () => {
  it('are told as they change, and the end once', async () => {
    const { world, tab, say } = await sent();
    for (const word of ['waiting', 'depositing', 'depositing', 'pending', 'submitted', 'success', 'success']) {
      say(word);
      await world.clock.advance(1_000);
    }
    await world.clock.advance(60_000);
    expect(factsOf(tab)).to.deep.equal([
      'hub-sent',
      'hub-status depositing',
      'hub-status pending',
      'hub-status submitted',
      'hub-status success',
      'hub-success',
    ]);
    expect(tab.state.name).to.equal('succeeded');
  });

  it('I12 nothing but the word itself is a success', async () => {
    const { world, tab, say } = await sent();
    for (const word of ['submitted', 'delayed', 'SUCCESS', 'completed', 'success ']) {
      say(word, { txHashes: [`0x${'ab'.repeat(32)}`] });
      await world.clock.advance(2_000);
      expect(tab.state.name, word).to.equal('processing');
    }
    expect(tab.told).not.to.include('hub-success');
  });

  it('F-104 I11 a stale word changes nothing', async () => {
    const { world, tab, say } = await sent();
    for (const word of ['pending', 'waiting', 'depositing', 'pending']) {
      say(word);
      await world.clock.advance(1_000);
    }
    expect(tab.state).to.include({ status: 'pending' });
    expect(factsOf(tab)).to.deep.equal(['hub-sent', 'hub-status pending']);
  });

  it('F-106 a word that nobody knows keeps the stage, and is told once', async () => {
    const { world, tab, say } = await sent();
    say('pending');
    await world.clock.advance(1_000);
    say('delayed');
    await world.clock.advance(10_000);
    expect(tab.state).to.include({ name: 'processing', status: 'pending', slow: true });
    expect(factsOf(tab)).to.deep.equal(['hub-sent', 'hub-status pending', 'hub-status delayed']);
  });

  it('F-99 a request that the service does not know yet is no problem, for ten minutes and more', async () => {
    const { world, tab } = await sent();
    world.service.outages.set('/intents/status/v3', { status: 404, json: { message: 'not found' } });
    await world.clock.advance(660_000);
    expect(tab.state).to.include({ name: 'processing' }).and.not.have.property('problem');
    expect(tab.told).not.to.include('hub-error');
  });

  it('F-109 a word about another request is not heard', async () => {
    const { world, tab, say } = await sent();
    say('success', { requestId: `0x${'77'.repeat(32)}` } as Partial<WireStatus>);
    await world.clock.advance(5_000);
    expect(tab.state.name).to.equal('processing');
  });

  it('F-100 while the service is down the payment goes on, and says that nothing is heard', async () => {
    const { world, tab, say } = await sent();
    world.service.outages.set('/intents/status/v3', { status: 503 });
    await world.clock.advance(20 * 60 * 1000);
    expect(tab.state).to.include({ name: 'processing' }).and.to.have.nested.property('problem.money', 'on-its-way');
    world.service.outages.clear();
    say('success');
    await tab.reach('succeeded');
  });

  it('F-100 I13 while the service is down nothing is said to be on its way whose hash is not known', async () => {
    const world = new World();
    world.payer = 'waits';
    const tab = world.open();
    await tab.review();
    await tab.press();
    await tab.do({ type: 'wallet-closed' });
    world.service.outages.set('/intents/status/v3', { status: 503 });
    await world.clock.advance(20 * 60 * 1000);
    expect(tab.state).to.include({ status: 'unknown' }).and.to.have.nested.property('problem.money', 'unknown');
    expect(tab.detail('hub-error')).to.include({ code: 'service-down', money: 'unknown' });
  });

  it('F-101 I24 a 429 is a wait and not a failure', async () => {
    const { world, tab, say } = await sent();
    world.service.outages.set('/intents/status/v3', {
      status: 429,
      retryAfter: '30',
      json: { message: 'failed to check: too many requests' },
    });
    await world.clock.advance(1_000);
    const before = polls(world);
    await world.clock.advance(28_000);
    expect(polls(world)).to.equal(before);
    world.service.outages.clear();
    say('success');
    await tab.reach('succeeded');
    expect(tab.told).not.to.include('hub-failure');
  });

  it('F-108 a success without hashes stands, with the links left out', async () => {
    const { tab, say } = await sent();
    say('success');
    const state = await tab.reach('succeeded');
    expect(state).to.have.deep.nested.property('receipt.destination', []);
    expect(state).to.have.nested.property('receipt.origin.length', 1);
  });

  it('the receipt holds what was paid, what was delivered and where to see it', async () => {
    const { tab, say, requestId, hash } = await sent();
    const fill = `0x${'fe'.repeat(32)}`;
    say('success', { txHashes: [fill] });
    await tab.reach('succeeded');
    const receipt = tab.detail('hub-success');
    expect(receipt).to.deep.include({ requestId, reference: 'order-7' });
    expect(receipt).to.have.nested.property('paid.amount', '8360000000000000');
    expect(receipt).to.have.nested.property('received.amount', '25000000');
    expect(receipt).to.have.deep.property('origin', [{ chainId: 8453, hash, url: `https://scan.test/tx/${hash}` }]);
    expect(receipt).to.have.deep.property('destination', [{ chainId: 10, hash: fill, url: null }]);
    expect(Object.isFrozen(receipt)).to.equal(true);
  });
});

describe('the watch itself', () => {
  it('F-112 says that it takes long after three times the estimate, at least two minutes, and never that it failed', async () => {
    const { world, tab, say } = await sent();
    say('pending');
    await world.clock.advance(100_000);
    expect(tab.state).to.include({ slow: false });
    await world.clock.advance(30_000);
    expect(tab.state).to.include({ name: 'processing', slow: true });
    await world.clock.advance(20 * 60 * 1000);
    expect(tab.state.name).to.equal('processing');
  });

  it('F-101 I24 asks once a second while it is seen, once in 15 s while it is not', async () => {
    const { world, tab, say } = await sent();
    say('pending');
    await world.clock.advance(30_000);
    expect(polls(world)).to.be.within(30, 32);
    await tab.do({ type: 'visibility-changed', visible: false });
    const before = polls(world);
    await world.clock.advance(300_000);
    expect(polls(world) - before).to.be.within(19, 21);
    await tab.do({ type: 'visibility-changed', visible: true });
    await world.clock.advance(10_000);
    expect(polls(world) - before).to.be.within(29, 32);
  });

  it('F-160 F-161 asks at once when the page comes back', async () => {
    const { world, tab, say } = await sent();
    await tab.do({ type: 'visibility-changed', visible: false });
    await world.clock.advance(20_000);
    say('success');
    await tab.do({ type: 'woken' });
    expect(tab.state.name).to.equal('succeeded');
  });

  it('I24 leaves nothing behind: no timer, no question, no lock, no listener', async () => {
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
      await world.clock.advance(3_600_000);
      expect(
        [world.log.length - before, world.clock.pending, world.locks.held, world.wallet.listeners],
        leave,
      ).to.deep.equal([0, 0, 0, 0]);
    }
  });

  it('a merchant’s listener that ends the session on the first news takes no news from the page', async () => {
    const { tab, say } = await sent();
    tab.session.on('hub-statechange', (detail) => {
      if ((detail as { state: string }).state === 'succeeded') tab.session.destroy();
    });
    say('success');
    await tab.reach('succeeded');
    expect(tab.told.at(-1)).to.equal('hub-success');
  });
});
