/** Tests what the statuses of the service lead to. */
import { expect } from 'chai';
import type { WireStatus } from '../../../src/api/responses/types.js';
import { PINNED, World } from '../../support/world.js';
import { factsOf, polls, sent } from '../sent.js';
import { transferred } from '../venue-world.js';

describe('tracked-payment', () => {
  it('emits each status and the outcome once when the service repeats them', async () => {
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

  it('F-195 I12 settles as success only when the status is exactly success', async () => {
    const { world, tab, say } = await sent();
    for (const word of ['submitted', 'delayed', 'SUCCESS', 'completed', 'success ']) {
      say(word, { txHashes: [`0x${'ab'.repeat(32)}`] });
      await world.clock.advance(2_000);
      expect(tab.state.name, word).to.equal('processing');
    }
    expect(tab.emitted).not.to.include('hub-success');
  });

  it('F-104 I11 keeps the status when an earlier one arrives', async () => {
    const { world, tab, say } = await sent();
    for (const word of ['pending', 'waiting', 'depositing', 'pending']) {
      say(word);
      await world.clock.advance(1_000);
    }
    expect(tab.state).to.include({ status: 'pending' });
    expect(factsOf(tab)).to.deep.equal(['hub-sent', 'hub-status pending']);
  });

  it('F-104 I10 stays succeeded when the service then reports an earlier status, and asks it after a reload', async () => {
    const { world, tab, say } = await sent();
    say('success');
    await tab.reach('succeeded');
    say('pending');
    await tab.do({ type: 'woken' });
    await world.clock.advance(60_000);
    expect(tab.state.name).to.equal('succeeded');
    tab.kill();
    const next = world.open();
    await world.clock.advance(60_000);
    expect(next.state, 'the storage alone says that it is paid').to.deep.equal({ name: 'idle' });
    say('success');
    await next.reach('succeeded');
    expect(world.factNames()).to.deep.equal(['hub-sent', 'hub-success']);
  });

  it('F-106 keeps the stage and emits the status once when the status is unknown', async () => {
    const { world, tab, say } = await sent();
    say('pending');
    await world.clock.advance(1_000);
    say('delayed');
    await world.clock.advance(10_000);
    expect(tab.state).to.include({ name: 'processing', status: 'pending', slow: true });
    expect(factsOf(tab)).to.deep.equal(['hub-sent', 'hub-status pending', 'hub-status delayed']);
  });

  it('F-99 reports no problem when the service does not know the request for eleven minutes', async () => {
    const { world, tab } = await sent();
    world.service.outages.set('/intents/status/v3', { status: 404, json: { message: 'not found' } });
    await world.clock.advance(660_000);
    expect(tab.state).to.include({ name: 'processing' }).and.not.have.property('problem');
    expect(tab.emitted).not.to.include('hub-error');
  });

  it('F-109 ignores a status when it is about another request', async () => {
    const { world, tab, say } = await sent();
    say('success', { requestId: `0x${'77'.repeat(32)}` } as Partial<WireStatus>);
    await world.clock.advance(5_000);
    expect(tab.state.name).to.equal('processing');
  });

  it('F-100 keeps the payment processing, with a problem, when the service is down', async () => {
    const { world, tab, say } = await sent();
    world.service.outages.set('/intents/status/v3', { status: 503 });
    await world.clock.advance(20 * 60 * 1000);
    expect(tab.state).to.include({ name: 'processing' }).and.to.have.nested.property('problem.money', 'on-its-way');
    world.service.outages.clear();
    say('success');
    await tab.reach('succeeded');
  });

  it('F-100 I13 reports the money as unknown when the service is down and the hash is unknown', async () => {
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

  it('F-101 I24 waits for Retry-After and emits no failure when the service answers 429', async () => {
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
    expect(tab.emitted).not.to.include('hub-failure');
  });

  it('F-108 settles as success without destination links when the service names no hashes', async () => {
    const { tab, say } = await sent();
    say('success');
    const state = await tab.reach('succeeded');
    expect(state).to.have.deep.nested.property('receipt.destination', []);
    expect(state).to.have.nested.property('receipt.origin.length', 1);
  });

  it('emits a frozen receipt with the amounts and the transactions when the payment succeeds', async () => {
    const { tab, say, requestId, hash } = await sent(undefined, undefined, PINNED);
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

  it('F-112 marks the payment as slow when two minutes have passed, and never as failed', async () => {
    const { world, tab, say } = await sent();
    say('pending');
    await world.clock.advance(100_000);
    expect(tab.state).to.include({ slow: false });
    await world.clock.advance(30_000);
    expect(tab.state).to.include({ name: 'processing', slow: true });
    await world.clock.advance(20 * 60 * 1000);
    expect(tab.state.name).to.equal('processing');
  });

  it('F-112 marks the payment as slow only after three times the estimate when the estimate is long', async () => {
    const { world, tab, say } = await sent(undefined, ({ service }) => {
      service.tamper = (text) => text.replace(/"timeEstimate":\d+/, '"timeEstimate":300');
    });
    expect(tab.state).to.have.nested.property('payment.quote.timeEstimate', 300);
    say('pending');
    await tab.hide();
    await world.clock.advance(890_000);
    expect(tab.state).to.include({ slow: false });
    await world.clock.advance(20_000);
    expect(tab.state).to.include({ name: 'processing', slow: true });
    await world.clock.advance(10 * 300_000);
    expect(tab.state).to.include({ name: 'processing', slow: true });
    expect(tab.emitted).not.to.include('hub-failure');
  });

  it('F-101 I24 polls once a second when the page is visible and once in 15 s when it is hidden', async () => {
    const { world, tab, say } = await sent();
    say('pending');
    await world.clock.advance(30_000);
    expect(polls(world)).to.be.within(30, 32);
    await tab.hide();
    const before = polls(world);
    await world.clock.advance(300_000);
    expect(polls(world) - before).to.be.within(19, 21);
    await tab.show();
    await world.clock.advance(10_000);
    expect(polls(world) - before).to.be.within(29, 32);
  });

  it('settles a transfer at the venue as refunded when the service names no transaction of the refund', async () => {
    const { world, tab, requestId } = await transferred();
    world.service.statuses.set(requestId, { status: 'refund' });
    await tab.reach('refunded');
    expect(tab.state).to.have.nested.property('refund.returned', null);
    expect(tab.state).not.to.have.nested.property('refund.confirmed');
    expect(factsOf(tab)).to.deep.equal(['hub-sent', 'hub-status refund', 'hub-refund']);
  });
});
