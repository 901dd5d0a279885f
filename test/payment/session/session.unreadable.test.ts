/** Tests that a stored payment that cannot be read makes its order read-only, until the payer was asked. */
import { expect } from 'chai';
import { journalKey } from '../../../src/payment/journal/keys.js';
import { isPaymentKey } from '../../../src/payment/journal/stored-money.js';
import { OPTIONS, USDC, World, type Tab } from '../../support/world.js';
import { entryOf } from '../sent.js';

async function paid(tab: Tab): Promise<void> {
  await tab.review();
  await tab.press();
  await tab.reach('succeeded');
}

describe('session with an unreadable payment', () => {
  const unreadable: [string, (entry: object) => string][] = [
    ['text that is no list', () => 'x'],
    ['an object', () => '{}'],
    ['an entry of another form', (entry) => JSON.stringify([{ ...entry, stage: 'sent', payment: {} }])],
    ['an entry with an unknown stage', (entry) => JSON.stringify([{ ...entry, stage: 'mystery' }])],
    ['an entry of a newer version', (entry) => JSON.stringify([{ ...entry, v: 2 }])],
  ];
  for (const [title, textOf] of unreadable) {
    it(`P-10 F-169 asks the payer before another payment when the storage holds ${title}`, async () => {
      const world = new World();
      const tab = world.open();
      await paid(tab);
      const [key, text] = world.journalItem();
      const [entry] = JSON.parse(text) as [object];
      tab.kill();
      world.storage.items.set(key, textOf(entry));
      const next = world.open();
      await next.do({ type: 'opened' });
      await world.clock.advance(5_000);
      expect(next.state).to.deep.include({ name: 'idle' });
      expect(next.state).to.have.nested.include({ 'problem.money': 'unknown', 'problem.reason': 'unreadable-entry' });
      await next.do({ type: 'opened' });
      expect(next.state.name, 'another try changes nothing').to.equal('idle');
      await next.do({ type: 'abandoned' });
      await paid(next);
      expect(world.promptsFor('pay')).to.equal(2);
    });
  }

  it('P-10 keeps the unreadable payment of another order, which only its own order asks about', async () => {
    const world = new World();
    world.service.outcome = 'none';
    const unnamed = { reference: undefined } as unknown as Partial<typeof OPTIONS>;
    const tab = world.open(unnamed);
    await tab.review();
    await tab.press();
    await tab.reach('processing');
    tab.kill();
    const key = [...world.storage.items.keys()].find((name) => isPaymentKey(name))!;
    const newer = { ...entryOf(world), v: 2 };
    const ownless = { v: 2, order: 'a later form' };
    world.storage.items.set(key, JSON.stringify([newer, ownless]));
    const other = world.open({ ...unnamed, destinationCurrency: 'ETH' });
    await other.do({ type: 'opened' });
    expect(other.state).to.have.nested.include({
      'problem.reason': 'unreadable-entry',
      // Nobody knows of which order the value is.
      'problem.message': 'A stored payment that may be of this order cannot be read.',
    });
    await other.do({ type: 'abandoned' });
    expect(JSON.parse(world.storage.items.get(key)!)).to.deep.equal([newer]);
    other.kill();
    const another = world.open({ ...unnamed, destinationCurrency: 'ETH' });
    await another.do({ type: 'opened' });
    expect(another.state.name).to.equal('selecting');
    another.kill();
    const next = world.open(unnamed);
    await next.do({ type: 'opened' });
    expect(next.state).to.have.nested.property('problem.reason', 'unreadable-entry');
    await next.do({ type: 'abandoned' });
    expect(JSON.parse(world.storage.items.get(key)!)).to.deep.equal([]);
  });

  it('P-10 opens no prompt when another version stores a payment during the review', async () => {
    const world = new World();
    const tab = world.open();
    await tab.review();
    world.storage.items.set(journalKey(OPTIONS), '[{"v":2}]');
    await tab.press();
    await world.clock.advance(5_000);
    expect(tab.state).to.have.nested.include({ 'problem.code': 'outcome-unknown', 'problem.money': 'unknown' });
    expect(world.prompts).to.deep.equal([]);
  });

  it('P-10 opens no paying prompt when another version stores a payment during the approval', async () => {
    const world = new World();
    const tab = world.open();
    world.payer = 'waits';
    await tab.review(USDC);
    await tab.press();
    const key = journalKey(OPTIONS);
    world.storage.items.set(
      key,
      JSON.stringify([...(JSON.parse(world.storage.items.get(key)!) as object[]), { v: 2 }]),
    );
    world.prompts[0]!.approve();
    await world.clock.advance(5_000);
    expect(tab.state).to.have.nested.include({ 'problem.code': 'outcome-unknown', 'problem.money': 'unknown' });
    expect([world.promptsFor('approve'), world.promptsFor('pay')]).to.deep.equal([1, 0]);
  });
});
