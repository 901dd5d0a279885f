import { expect } from 'chai';
import type { JournalEntry } from '../../../src/payment/journal/entry.js';
import { ETH, World } from '../../support/world.js';
import { SECOND, MINUTE } from '../../support/times.js';
import { shownId } from '../sent.js';
import { abandoned, stored } from '../lost-answer.js';

/** Edits the stored journal entries. `entries` starts with the newest entry. */
function change(world: World, edit: (entries: JournalEntry[]) => void): void {
  const [key, text] = world.journalItem();
  const entries = JSON.parse(text) as JournalEntry[];
  edit(entries);
  world.storage.items.set(key, JSON.stringify(entries));
}

describe('transaction-owners', () => {
  for (const [title, plan] of [
    ['an owner that is no payment', () => 'another-entry'],
    ['a payment of another order that has another transaction', (other: string) => other],
  ] as const) {
    it(`P-38 finds a sent payment, and opens no second prompt, when another script names ${title} as its owner`, async () => {
      const world = new World();
      const elsewhere = world.open({ reference: 'order-8' });
      await elsewhere.review();
      await elsewhere.press();
      await elsewhere.reach('succeeded');
      const [other] = world.journal();
      elsewhere.kill();
      world.payer = 'waits';
      const tab = world.open();
      await tab.review();
      await tab.press();
      await tab.do({ type: 'wallet-closed' }, { type: 'abandoned' });
      const { transaction } = world.prompts[1]!;
      const hash = world.chain.send({ ...transaction, value: BigInt(transaction.value) });
      world.storage.setItem('hub-pay/1/hashes', JSON.stringify([[hash, plan(other!.id)]]));
      tab.kill();
      const next = world.open({ resume: 'off' });
      await next.review();
      await next.press();
      await world.clock.advance(5 * SECOND);
      expect(world.prompts).to.have.length(2);
    });
  }

  it('I25 gives each payment its own transaction when two payments have the same content', async () => {
    const { world, tab, requestId } = await abandoned();
    world.mines = true;
    await tab.review(ETH);
    await tab.press();
    await world.clock.advance(SECOND);
    // Both payments now expect the same calldata. This is possible if the calldata contains no order id.
    change(world, ([second, first]) => {
      first!.prompt!.expected = second!.prompt!.expected;
    });
    const hash = world.prompts[1]!.approve();
    await tab.reach('succeeded');
    const second = shownId(tab);
    await world.clock.advance(30 * MINUTE);
    expect(stored(world, second))
      .to.include({ stage: 'settled' })
      .and.to.have.nested.property('payment.payingHash', hash);
    expect(stored(world, requestId))
      .to.include({ stage: 'abandoned' })
      .and.not.to.have.nested.property('payment.payingHash');
    expect(world.facts().filter((fact) => fact.endsWith(requestId))).to.deep.equal([]);
  });
});
