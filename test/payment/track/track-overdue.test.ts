/** Tests a sent payment that never lands: the payer is asked, can start over, and a late deposit is still shown. */
import { expect } from 'chai';
import { stored } from '../lost-answer.js';
import { awaiting } from '../deposits.js';
import { entryOf, sent, shownId, type Sent } from '../sent.js';
import { PERMITS, signed } from '../permit-world.js';
import { SECOND, MINUTE, HOUR } from '../../support/times.js';
import type { World } from '../../support/world.js';
import { isPaymentKey } from '../../../src/payment/journal/stored-money.js';
import type { StoredEntry } from '../../../src/payment/journal/stored-entry.js';

/** The wallet has sent the payment, and the service reports `waiting`. */
async function given(): Promise<Sent> {
  const all = await sent();
  all.say('waiting');
  await all.tab.hide();
  return all;
}

/** The network has dropped the payment, and 30 minutes have passed. */
async function dropped(): Promise<Sent> {
  const all = await given();
  all.world.chain.drop(all.hash);
  await all.world.clock.advance(31 * MINUTE);
  return all;
}

describe('track-overdue', () => {
  it('P-1 F-82 lets the payer start over and pay once when the payment never landed', async () => {
    const { world, tab, requestId } = await dropped();
    await tab.do({ type: 'abandoned' });
    expect([tab.state.name, stored(world, requestId)?.stage]).to.deep.equal(['selecting', 'abandoned']);
    world.mines = true;
    world.payer = 'approves';
    await tab.review();
    await tab.press();
    await tab.reach('succeeded');
    expect([shownId(tab) === requestId, await world.deposits()]).to.deep.equal([false, 1]);
  });

  for (const start of ['a reload', 'a second tab'] as const) {
    it(`P-1 asks in the page after ${start} too`, async () => {
      const { world, tab } = await dropped();
      if (start === 'a reload') tab.kill();
      const next = world.open();
      await world.clock.advance(MINUTE);
      expect(next.state).to.include({ name: 'processing', status: 'unknown' });
      await next.do({ type: 'abandoned' });
      expect(next.state.name).to.be.oneOf(['selecting', 'quoting', 'reviewing']);
    });
  }

  it('P-1 shows the payment again when it lands after the payer has started over', async () => {
    const { world, tab, requestId, hash } = await dropped();
    await tab.do({ type: 'abandoned' });
    const { transaction } = world.prompts[0]!;
    const late = world.chain.send({ ...transaction, value: BigInt(transaction.value) });
    expect(late).not.to.equal(hash);
    world.chain.mine();
    await world.clock.advance(5 * MINUTE);
    expect(tab.state).to.include({ name: 'processing' });
    expect([shownId(tab), stored(world, requestId)?.stage]).to.deep.equal([requestId, 'sent']);
  });

  it('P-1 shows the payment again, and opens no prompt, when it is still pending at the next press', async () => {
    const { world, tab, requestId } = await given();
    await world.clock.advance(31 * MINUTE);
    expect(tab.state).to.include({ status: 'unknown' });
    await tab.do({ type: 'abandoned' });
    await tab.review();
    await tab.press();
    await world.clock.advance(10 * SECOND);
    expect([shownId(tab), world.prompts.length]).to.deep.equal([requestId, 1]);
  });

  it('P-1 F-85 asks when the payment was confirmed before and a reorganisation removed it', async () => {
    const { world, tab, hash } = await given();
    world.chain.mine();
    await world.clock.advance(MINUTE);
    expect(tab.emitted).to.include('hub-sent');
    world.chain.reorganise(1, [hash]);
    await world.clock.advance(35 * MINUTE);
    expect(tab.state).to.include({ name: 'processing', status: 'unknown', sent: false });
  });

  it('P-1 shows the payment again when it is mined again after a reorganisation and the payer’s answer', async () => {
    const { world, tab, hash, requestId } = await given();
    world.chain.mine();
    await world.clock.advance(MINUTE);
    world.chain.reorganise(1, [hash]);
    await world.clock.advance(35 * MINUTE);
    await tab.do({ type: 'abandoned' });
    expect(tab.state.name).to.equal('selecting');
    const { transaction } = world.prompts[0]!;
    world.chain.send({ ...transaction, value: BigInt(transaction.value) });
    world.chain.mine();
    await world.clock.advance(40 * MINUTE);
    expect([shownId(tab), stored(world, requestId)?.stage]).to.deep.equal([requestId, 'sent']);
  });

  for (const place of ['on the chain', 'unreadable'] as const) {
    it(`P-1 asks nothing when the payment was confirmed and is ${place}`, async () => {
      const { world, tab } = await given();
      world.chain.mine();
      await world.clock.advance(MINUTE);
      if (place === 'unreadable') world.chain.fault = 'down';
      await world.clock.advance(40 * MINUTE);
      expect(tab.state).to.include({ name: 'processing', status: 'waiting', sent: true });
    });
  }

  /** More than a day passes. The device sleeps for most of it, as a device does at night. */
  async function passDay(world: World): Promise<void> {
    await world.clock.advance(20 * MINUTE);
    world.clock.sleep(24 * HOUR);
    await world.clock.advance(40 * MINUTE);
  }

  /** The chain confirms the payment, and for a day the service has reported `waiting`. */
  async function forgotten(): Promise<Sent> {
    const all = await given();
    all.world.chain.mine();
    await passDay(all.world);
    return all;
  }

  it('P-1 asks about a payment that the chain confirms when the service does not know it after a day', async () => {
    const { world, tab, requestId } = await forgotten();
    expect(tab.state).to.include({ name: 'processing', status: 'unknown', sent: true });
    await tab.do({ type: 'abandoned' });
    await world.clock.advance(40 * MINUTE);
    expect([tab.state.name, stored(world, requestId)?.stage]).to.deep.equal(['selecting', 'abandoned']);
  });

  it('P-1 asks once more at the press after the payer gave up a payment that the chain confirms', async () => {
    const { world, tab, requestId } = await forgotten();
    await tab.do({ type: 'abandoned' });
    tab.kill();
    const next = world.open();
    await next.review();
    await next.press();
    await world.clock.advance(10 * SECOND);
    expect([next.state.name, world.prompts.length]).to.deep.equal(['reviewing', 1]);
    expect(next.state).to.have.nested.property('problem.code', 'unconfirmed');
    await next.press();
    await world.clock.advance(10 * SECOND);
    expect([shownId(next) === requestId, world.prompts.length]).to.deep.equal([false, 2]);
  });

  it('P-1 shows a payment that was given up again when the service sees it', async () => {
    const { world, tab, requestId, say } = await forgotten();
    await tab.do({ type: 'abandoned' });
    say('pending');
    await world.clock.advance(10 * MINUTE);
    expect([shownId(tab), stored(world, requestId)?.stage]).to.deep.equal([requestId, 'sent']);
  });

  it('P-1 asks after a reload about a payment within one chain that the service does not know', async () => {
    const { world, tab } = await given();
    tab.kill();
    world.chain.mine();
    const next = world.open({ destinationChainId: 8453 });
    await world.clock.advance(20 * MINUTE);
    expect(next.state).to.include({ name: 'processing', status: 'waiting', sent: true });
    await world.clock.advance(15 * MINUTE);
    expect(next.state).to.include({ name: 'processing', status: 'unknown' });
    await next.do({ type: 'abandoned' });
    await world.clock.advance(HOUR);
    expect(next.state.name).to.equal('selecting');
  });

  it('P-1 takes the question back when the payment lands while it is asked', async () => {
    const { world, tab, say } = await given();
    await world.clock.advance(31 * MINUTE);
    expect(tab.state).to.include({ status: 'unknown' });
    world.chain.mine();
    await world.clock.advance(2 * MINUTE);
    expect(tab.state).to.include({ status: 'waiting', sent: true });
    say('success');
    await tab.reach('succeeded');
  });

  it('P-1 asks after each reload about a confirmed payment that the service does not know, and keeps asking', async () => {
    const { world, tab } = await given();
    world.chain.mine();
    await world.clock.advance(MINUTE);
    tab.kill();
    for (let day = 0; day < 3; day += 1) {
      world.clock.sleep(25 * HOUR);
      const next = world.open();
      await next.hide();
      await world.clock.advance(MINUTE);
      expect(next.state).to.include({ name: 'processing', status: 'unknown', sent: true });
      expect(entryOf(world)).to.not.have.property('reset');
      if (day === 2) await next.do({ type: 'abandoned' });
      await world.clock.advance(HOUR);
      if (day === 2) expect(next.state.name).to.not.equal('processing');
      else expect(next.state).to.include({ name: 'processing', status: 'unknown' });
      next.kill();
    }
    expect(entryOf(world)).to.include({ stage: 'abandoned', reset: 'abandoned' });
  });

  it('P-1 shows a payment that lands again when the payer was last asked about a payment that was gone', async () => {
    const { world, tab, hash, requestId } = await forgotten();
    expect(tab.state).to.include({ status: 'unknown', sent: true });
    world.chain.reorganise(1, [hash]);
    await world.clock.advance(40 * MINUTE);
    expect(tab.state).to.include({ status: 'unknown', sent: false });
    await tab.do({ type: 'abandoned' });
    const { transaction } = world.prompts[0]!;
    world.chain.send({ ...transaction, value: BigInt(transaction.value) });
    world.chain.mine();
    await world.clock.advance(40 * MINUTE);
    expect([shownId(tab), entryOf(world).stage]).to.deep.equal([requestId, 'sent']);
  });

  it('I19 asks after a day about a dropped payment that the service saw once, and lets the payer pay', async () => {
    const { world, tab, hash, say, requestId } = await given();
    world.chain.drop(hash);
    say('pending');
    await world.clock.advance(20 * MINUTE);
    world.clock.sleep(23 * HOUR);
    await world.clock.advance(10 * MINUTE);
    expect(tab.state).to.include({ name: 'processing', status: 'pending' });
    await world.clock.advance(70 * MINUTE);
    expect(tab.state).to.include({ name: 'processing', status: 'unknown', told: true });
    await tab.do({ type: 'abandoned' });
    world.payer = 'approves';
    world.mines = true;
    await tab.review();
    await tab.press();
    await world.clock.advance(10 * SECOND);
    expect(tab.state).to.have.nested.property('problem.code', 'unconfirmed');
    await tab.press();
    await tab.reach('succeeded');
    expect([shownId(tab) === requestId, await world.deposits()]).to.deep.equal([false, 1]);
  });

  it('I19 asks after a day about a deposit that the service saw once and nobody has made', async () => {
    const { world, tab } = await awaiting();
    const id = shownId(tab);
    world.service.statuses.set(id, { status: 'pending' });
    await world.clock.advance(MINUTE);
    world.service.statuses.set(id, { status: 'waiting' });
    await tab.hide();
    await passDay(world);
    expect(tab.state).to.include({ name: 'processing', status: 'unknown', told: true });
    await tab.do({ type: 'abandoned' });
    expect(tab.state.name).to.equal('selecting');
  });

  it('I19 takes the question of a day back when the service tells more', async () => {
    const { world, tab, say } = await given();
    say('pending');
    await passDay(world);
    expect(tab.state).to.include({ name: 'processing', status: 'unknown', told: true });
    say('submitted');
    await world.clock.advance(MINUTE);
    expect(tab.state).to.include({ name: 'processing', status: 'submitted' });
  });

  for (const [what, broken] of Object.entries<object>({
    'a permit’s deadline that is no number': { permit: { deadline: 'soon' } },
    'a permit’s deadline with a fraction': { permit: { deadline: 1.5 } },
    'a permit without a deadline': { permit: { deadline: undefined } },
    'a permit that is a text': { permit: 'permit' },
  })) {
    it(`P-1 still asks the payer, and keeps the entry, when the storage contains ${what}`, async () => {
      const { world, tab, requestId } = await signed((each) => each.service.outages.set(PERMITS, 'silent'));
      tab.kill();
      for (const [key, text] of world.storage.items) {
        if (!isPaymentKey(key)) continue;
        const [{ prompt, ...entry }] = JSON.parse(text) as [StoredEntry];
        world.storage.items.set(key, JSON.stringify([{ ...entry, prompt: { ...prompt, ...broken } }]));
      }
      const next = world.open({ usePermit: true });
      await next.hide();
      await world.clock.advance(40 * MINUTE);
      expect(next.state).to.include({ name: 'processing', status: 'unknown' });
      expect(stored(world, requestId)?.stage).to.equal('sent');
    });
  }

  for (const source of ['node and wallet', 'the node alone', 'the wallet alone'] as const) {
    it(`P-1 asks nothing for a day about a signed payment when ${source} shows that the permit was used`, async () => {
      const { world, tab, requestId } = await signed();
      world.used = true;
      if (source === 'the node alone') world.wallet.chainId = 1;
      if (source === 'the wallet alone') world.chain.fault = 'down';
      world.service.statuses.set(requestId, { status: 'waiting' });
      await tab.hide();
      await world.clock.advance(HOUR);
      expect(tab.state).to.include({ name: 'processing', status: 'waiting', sent: true });
      await passDay(world);
      expect(tab.state).to.include({ name: 'processing', status: 'unknown', sent: true });
    });
  }
});
