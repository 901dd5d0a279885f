import { expect } from 'chai';
import type { JournalEntry } from '../../../src/payment/journal/entry.js';
import type { World } from '../../support/world.js';
import { ETH } from '../../support/world.js';
import { SECOND, MINUTE } from '../../support/times.js';
import { shownId } from '../sent.js';
import { abandoned, anew, stored } from '../lost-answer.js';

/** Edits the stored journal entries. `entries` starts with the newest entry. */
function change(world: World, edit: (entries: JournalEntry[]) => void): void {
  const [key, text] = world.journalItem();
  const entries = JSON.parse(text) as JournalEntry[];
  edit(entries);
  world.storage.items.set(key, JSON.stringify(entries));
}

describe('transaction-owners', () => {
  it('ignores a transaction when it belongs to another payment of this device', async () => {
    const uncertain = await abandoned();
    const { world } = uncertain;
    const hash = uncertain.send();
    world.storage.setItem('hub-pay/1/hashes', JSON.stringify([[hash, 'another-entry']]));
    await world.clock.advance(MINUTE);
    expect(uncertain.tab.state.name).to.equal('selecting');
    const next = await anew(uncertain);
    await next.press();
    await world.clock.advance(SECOND);
    expect(world.prompts).to.have.length(2);
  });

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
