import { expect } from 'chai';
import { World } from '../../../support/world.js';
import { isPaymentKey } from '../../../../src/payment/journal/stored-money.js';
import { SECOND, MINUTE, DAY } from '../../../support/times.js';
import { entryOf, factsOf, shownId, polls, sent } from '../../sent.js';

describe('outcome after a failure', () => {
  it('F-102 emits hub-refund and no hub-failure when the failure turns into a refund', async () => {
    const { world, tab, say } = await sent();
    for (const [word, ms] of [
      ['pending', 2_000],
      ['failure', 6_000],
      ['pending', 3_000],
      ['refund', 2_000],
    ] as const) {
      say(word);
      await world.clock.advance(ms);
    }
    await world.clock.advance(60_000);
    expect(tab.state.name).to.equal('refunded');
    expect(world.factNames()).to.deep.equal(['hub-sent', 'hub-refund']);
    expect(factsOf(tab).filter((name) => name.startsWith('hub-status'))).to.deep.equal([
      'hub-status pending',
      'hub-status failure',
      'hub-status pending',
      'hub-status refund',
    ]);
  });

  it('F-102 settles the failure only when it has lasted ten seconds', async () => {
    const { world, tab, say } = await sent();
    say('failure');
    await world.clock.advance(1_000);
    await world.clock.advance(9_500);
    expect(tab.state).to.include({ name: 'processing', status: 'failure' });
    await world.clock.advance(1_000);
    expect(tab.state.name).to.equal('failed');
    expect(tab.emitted.filter((name) => name === 'hub-failure')).to.have.length(1);
    expect(tab.emitted).not.to.include('hub-error');
  });

  it('F-102 restarts the ten seconds when another status has interrupted the failure', async () => {
    const { world, tab, say } = await sent();
    for (const [word, ms] of [
      ['failure', 8_000],
      ['pending', 1_000],
      ['failure', 8_000],
    ] as const) {
      say(word);
      await world.clock.advance(ms);
    }
    expect(tab.state.name).to.equal('processing');
    await tab.reach('failed');
  });

  it('F-102 does not restart the ten seconds when an unknown status arrives', async () => {
    const { world, tab, say } = await sent();
    say('failure');
    await world.clock.advance(3_000);
    say('delayed');
    await world.clock.advance(2_000);
    say('failure');
    await world.clock.advance(10_000);
    expect(tab.state.name).to.equal('failed');
  });

  it('F-111 settles the failure at once when the service reports a refundFailReason', async () => {
    for (const wait of [0, 4_000]) {
      const { world, tab, say } = await sent();
      say('failure');
      await world.clock.advance(wait);
      say('failure', { refundFailReason: 'AMOUNT_TOO_LOW_TO_REFUND' });
      await world.clock.advance(1_500);
      expect(tab.state.name).to.equal('failed');
      expect(tab.detail('hub-failure')).to.have.nested.property('error.details', 'AMOUNT_TOO_LOW_TO_REFUND');
      expect(tab.detail('hub-failure')).to.have.nested.property('error.money', 'unknown');
    }
  });

  it('F-111 waits for the refund when the service writes N/A as refundFailReason', async () => {
    const { world, tab, say } = await sent();
    say('failure', { failReason: 'UNKNOWN', refundFailReason: 'N/A' });
    await world.clock.advance(5_000);
    expect(tab.state.name).to.equal('processing');
    say('refund');
    await tab.reach('refunded');
    expect(world.factNames()).to.deep.equal(['hub-sent', 'hub-refund']);
  });

  it('F-102 I10 emits hub-refund once when a refund follows the settled failure', async () => {
    const { world, tab, say } = await sent();
    say('failure');
    await tab.reach('failed');
    await world.clock.advance(600_000);
    say('refund');
    await tab.reach('refunded');
    await world.clock.advance(60_000);
    expect(world.factNames()).to.deep.equal(['hub-sent', 'hub-failure', 'hub-refund']);
  });

  it('I13 keeps the status unknown when the order ends without a deposit and the hash is unknown', async () => {
    const world = new World();
    world.payer = 'waits';
    const tab = world.open();
    await tab.review();
    await tab.press();
    await tab.do({ type: 'wallet-closed' });
    world.service.statuses.set(shownId(tab), { status: 'failure' });
    await world.clock.advance(60_000);
    expect(tab.state).to.include({ name: 'processing', status: 'unknown' });
    expect(world.facts()).to.deep.equal([]);
  });

  for (const word of ['failure', 'refund']) {
    it(`F-83 emits nothing when the order ends in ${word} without a deposit after the transaction reverted`, async () => {
      const { world, tab, say } = await sent();
      say('waiting');
      const { transaction } = world.prompts[0]!;
      world.chain.send({ ...transaction, value: BigInt(transaction.value), nonce: 0, reverts: true });
      world.chain.mine();
      await tab.reach('reviewing');
      say(word);
      await world.clock.advance(60_000);
      expect(tab.state).to.have.nested.property('problem.code', 'reverted');
      expect(entryOf(world).stage).to.equal('abandoned');
      expect(world.facts()).to.deep.equal([]);
    });
  }

  it('F-102 emits hub-success once when a delivery follows the settled failure', async () => {
    const { world, tab, say } = await sent();
    say('failure');
    await tab.reach('failed');
    say('success');
    await tab.reach('succeeded');
    expect(world.factNames()).to.deep.equal(['hub-sent', 'hub-failure', 'hub-success']);
  });

  it('F-102 P-3 keeps polling for one day, and later looks once on each page, when the failure has settled', async () => {
    const { world, tab, say } = await sent();
    say('failure');
    await tab.reach('failed');
    tab.kill();
    await world.clock.advance(DAY - MINUTE);
    const last = world.open();
    await world.clock.advance(45_000);
    expect(last.state.name).to.equal('failed');
    expect(polls(world)).to.be.greaterThan(3);
    await world.clock.advance(60_000);
    const before = polls(world);
    await world.clock.advance(600_000);
    expect(polls(world)).to.equal(before);
    const next = world.open();
    await world.clock.advance(600_000);
    expect(polls(world)).to.equal(before + 1);
    expect(next.state.name).to.equal('failed');
  });

  it('F-102 emits the later refund once when the payer has reset the payment', async () => {
    const { world, tab, say } = await sent();
    say('failure');
    await tab.reach('failed');
    await tab.do({ type: 'reset' });
    await world.clock.advance(30_000);
    say('refund');
    await world.clock.advance(30_000);
    expect(tab.state.name).to.equal('idle');
    expect(tab.emitted.filter((name) => name === 'hub-refund')).to.have.length(1);
  });
});

describe('outcome that contradicts an earlier one', () => {
  it('I19 asks the payer when the service told a refund, then progress, and now a delivery', async () => {
    const { world, tab, say } = await sent();
    world.chain.mine();
    say('refund');
    await tab.reach('refunded');
    tab.kill();
    const [key, text] = [...world.storage.items].find(([name]) => isPaymentKey(name))!;
    const [entry] = JSON.parse(text) as object[];
    world.storage.items.set(key, JSON.stringify([{ ...entry, stage: 'sent', status: 'waiting' }]));
    say('pending');
    const next = world.open();
    await world.clock.advance(MINUTE);
    expect(next.state).to.include({ name: 'processing', status: 'pending' });
    say('success');
    for (let round = 0; round < 20; round += 1) {
      await world.clock.advance(3 * SECOND);
      expect(next.state).to.include({ name: 'processing', status: 'unknown', told: true });
    }
    await next.do({ type: 'abandoned' });
    expect(next.state.name).to.equal('reviewing');
    expect(world.factNames()).to.deep.equal(['hub-sent', 'hub-refund']);
  });

  it('I19 asks again after a reload, and shows the progress that the service then tells', async () => {
    const { world, tab, say } = await sent();
    say('pending');
    await world.clock.advance(3 * SECOND);
    tab.kill();
    const [key, text] = [...world.storage.items].find(([name]) => isPaymentKey(name))!;
    const [entry] = JSON.parse(text) as object[];
    world.storage.items.set(key, JSON.stringify([{ ...entry, emitted: ['hub-sent', 'hub-refund'] }]));
    say('success');
    for (let page = 0; page < 2; page += 1) {
      const next = world.open();
      await world.clock.advance(5 * SECOND);
      expect(next.state).to.include({ name: 'processing', status: 'unknown', told: true });
      if (page === 0) next.kill();
      else say('submitted');
      await world.clock.advance(5 * SECOND);
      if (page === 1) expect(next.state).to.include({ name: 'processing', status: 'submitted' });
    }
  });
});
