/** Tests that a wallet pays beside a shown deposit address only after the payer was asked. */
import { expect } from 'chai';
import { ETH, World, type Tab } from '../../../support/world.js';
import { addressOf } from '../../../support/world-service.js';
import { MINUTE } from '../../../support/times.js';
import { awaiting, send } from '../../deposits.js';
import { shownId } from '../../sent.js';

/** The payer presses once: the screen asks, and the wallet shows nothing. */
async function pressAsks(world: World, tab: Tab): Promise<void> {
  world.payer = 'waits';
  await tab.review(ETH);
  await tab.press();
  await world.clock.advance(7_000);
  expect(tab.state).to.include({ name: 'reviewing', confirming: false });
  expect(tab.state).to.have.nested.property('problem.code', 'unconfirmed');
  expect(tab.state).to.have.nested.property('problem.money', 'unknown');
  expect(world.prompts).to.have.length(0);
}

describe('recheck-payments', () => {
  for (const [how, outage, options] of [
    ['the records are down', { status: 503 }, {}],
    ['the service keeps its records to itself', { status: 401 }, {}],
    ['the attribute `resume` is `ask`', undefined, { resume: 'ask' }],
  ] as const) {
    it(`P-16 asks once before a wallet pays beside a shown address when ${how}`, async () => {
      const { world, tab } = await awaiting();
      tab.kill();
      if (outage) world.service.outages.set('/requests/v2', outage);
      const next = world.open({ useDepositAddress: true, ...options });
      await world.clock.advance(5 * MINUTE);
      await pressAsks(world, next);
      await next.press();
      await world.clock.advance(7_000);
      expect(world.prompts).to.have.length(1);
    });
  }

  it('P-16 asks in a tab that was open before another tab showed the address', async () => {
    const world = new World();
    const two = world.open({ useDepositAddress: true });
    await two.do({ type: 'opened' });
    await awaiting(world);
    await pressAsks(world, two);
  });

  it('P-16 shows the payment when the transfer has arrived before the second press', async () => {
    const { world, tab } = await awaiting();
    const id = shownId(tab);
    const two = world.open({ useDepositAddress: true, resume: 'ask' });
    await pressAsks(world, two);
    const hash = send(world, addressOf(id), 8_360_000_000_000_000n);
    world.service.statuses.set(id, { status: 'pending', inTxHashes: [hash] });
    await two.press();
    await two.reach('processing');
    expect([shownId(two), world.prompts.length]).to.deep.equal([id, 0]);
  });

  it('P-16 asks nothing more when the payer went back and said that nothing was sent', async () => {
    const { world, tab } = await awaiting();
    await tab.do({ type: 'back' });
    world.payer = 'waits';
    await tab.review(ETH);
    await tab.press();
    await world.clock.until(() => world.prompts.length === 1);
  });
});
