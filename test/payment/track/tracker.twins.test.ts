/** Tests that of two stored payments with one request id, the one that is furthest along decides. */
import { expect } from 'chai';
import type { StoredEntry } from '../../../src/payment/journal/stored-entry.js';
import { MINUTE } from '../../support/times.js';
import { USDC, World, type Tab } from '../../support/world.js';
import { asked } from '../lost-answer.js';
import { shownId } from '../sent.js';

/** Stores a second, newer payment with the request id of the stored one, as another tab or another script can. */
function storeTwin(world: World, change: Partial<StoredEntry>): void {
  const [key, text] = world.journalItem();
  const entries = JSON.parse(text) as StoredEntry[];
  const [own] = entries;
  const twin = { ...own!, id: 'twin', createdAt: own!.createdAt + 1, ...change };
  world.storage.setItem(key, JSON.stringify([twin, ...entries]));
}

const namesOf = (world: World): string[] => world.of('state').map(({ state }) => state.name);

/** The payer gives up the payment of every question. Returns how often the page has asked. */
async function giveUp(tab: Tab): Promise<number> {
  let times = 0;
  for (; tab.state.name === 'processing' && times < 5; times += 1) await tab.do({ type: 'abandoned' });
  return times;
}

describe('tracker of two payments with one request id', () => {
  for (const stage of ['prepared', 'cancelled'] as const) {
    it(`I13 asks the payer, and never says that nothing was sent, when a ${stage} twin is newer than the prompted payment`, async () => {
      const { world, tab } = await asked();
      storeTwin(world, { stage });
      const before = namesOf(world).length;
      await tab.do({ type: 'wallet-closed' });
      expect(tab.state).to.include({ name: 'processing', status: 'unknown' });
      expect(namesOf(world).slice(before)).to.not.include('reviewing');
      expect(tab.emitted).to.not.include('hub-error');
    });

    it(`I19 follows the sent payment to its end when a ${stage} twin is newer`, async () => {
      const { world, tab } = await asked();
      storeTwin(world, { stage });
      world.mines = true;
      world.prompts[0]!.approve();
      await tab.reach('succeeded');
      expect([await world.deposits(), world.factNames()]).to.deep.equal([1, ['hub-sent', 'hub-success']]);
    });
  }

  it('says that nothing was sent when a cancelled twin is newer than a payment whose wallet was only asked to approve', async () => {
    const world = new World();
    world.payer = 'waits';
    const tab = world.open();
    await tab.review(USDC);
    await tab.press();
    storeTwin(world, { stage: 'cancelled' });
    await tab.do({ type: 'wallet-closed' });
    expect(tab.state).to.include({ name: 'reviewing' });
  });

  it('I19 has a way out when the payer gives up both of two prompted twins', async () => {
    const { world, tab } = await asked();
    const requestId = shownId(tab);
    await tab.do({ type: 'wallet-closed' });
    storeTwin(world, { stage: 'prompted' });
    await world.clock.advance(MINUTE);
    expect(await giveUp(tab)).to.equal(2);
    await tab.reach('reviewing');
    expect(world.journal().map(({ stage, payment }) => [stage, payment.requestId])).to.deep.equal([
      ['abandoned', requestId],
      ['abandoned', requestId],
    ]);
  });
});
