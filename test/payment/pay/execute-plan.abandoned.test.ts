/** Tests that the payer learns of it when the wallet sends an abandoned payment late, during another payment. */
import { expect } from 'chai';
import { settle } from '../../support/clock.js';
import { ETH, World, type Tab } from '../../support/world.js';
import { SECOND, MINUTE } from '../../support/times.js';
import { awaitAnother, send } from '../deposits.js';
import { stored } from '../lost-answer.js';
import { shownId } from '../sent.js';

/** The payer has abandoned the first prompt and has pressed again, so the wallet holds two prompts. */
async function askedTwice(): Promise<{ world: World; tab: Tab; first: string }> {
  const world = new World();
  world.payer = 'waits';
  const tab = world.open();
  await tab.review(ETH);
  await tab.press();
  const first = shownId(tab);
  await tab.do({ type: 'wallet-closed' }, { type: 'abandoned' });
  await tab.review(ETH);
  await tab.press();
  expect(world.prompts).to.have.length(2);
  return { world, tab, first };
}

describe('execute-plan with an abandoned payment', () => {
  it('hides the deposit address and shows the abandoned payment when the wallet sends it late', async () => {
    const { world, tab, first, second, address } = await awaitAnother(ETH);
    world.prompts[0]!.approve();
    await settle();
    expect([tab.state.name, shownId(tab)]).to.deep.equal(['processing', first]);
    await tab.reach('succeeded');
    send(world, address, 1n);
    world.service.statuses.set(second, { status: 'pending', inTxHashes: [`0x${'1a'.repeat(32)}`] });
    await world.clock.advance(MINUTE);
    expect(stored(world, second)?.stage, 'a deposit to the hidden address is tracked').to.equal('sent');
    expect(world.facts()).to.include(`hub-sent ${second}`);
  });

  it('tells the payer to reject the open prompt when the wallet sends the abandoned payment', async () => {
    const { world, tab, first } = await askedTwice();
    world.mines = false;
    world.prompts[0]!.approve();
    await settle();
    expect(tab.state).to.include({ name: 'authorizing' }).and.to.have.nested.property('problem.code', 'already-paid');
    expect(shownId(tab)).not.to.equal(first);
    expect(tab.emitted.filter((name) => name === 'hub-error')).to.have.length(1);
    const before = tab.state;
    await world.clock.advance(5 * SECOND);
    expect(tab.state, 'told once').to.equal(before);
  });

  it('shows the abandoned payment when the payer then rejects the open prompt', async () => {
    const { world, tab, first } = await askedTwice();
    world.prompts[0]!.approve();
    await settle();
    world.prompts[1]!.reject(4001);
    await tab.reach('succeeded');
    expect(shownId(tab)).to.equal(first);
    expect([world.prompts.length, await world.deposits()]).to.deep.equal([2, 1]);
  });

  it('shows the abandoned payment when the payer then closes the wallet and starts over', async () => {
    const { world, tab, first } = await askedTwice();
    world.prompts[0]!.approve();
    await settle();
    await tab.do({ type: 'wallet-closed' }, { type: 'abandoned' });
    await tab.reach('succeeded');
    expect(shownId(tab)).to.equal(first);
  });

  it('tells the payer to reject the open prompt when another tab finds the abandoned payment on the chain', async () => {
    const { world, tab, first } = await askedTwice();
    const journal = [...world.storage.items].find(([, value]) => value.includes(first))!;
    world.storage.items.set(journal[0], journal[1].replace('"stage":"abandoned"', '"stage":"sent"'));
    await world.clock.advance(SECOND);
    expect(tab.state).to.have.nested.property('problem.code', 'already-paid');
  });
});
