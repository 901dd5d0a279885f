/** Tests which earlier payments are checked before a new payment. */
import { expect } from 'chai';
import { World, type Tab } from '../../support/world.js';
import { shownId } from '../sent.js';

const MINUTE = 60_000;

/** The wallet has refused the payment with this code, after `open` milliseconds. */
async function refused(code: number, open = 0): Promise<{ world: World; tab: Tab; requestId: string }> {
  const world = new World();
  world.payer = 'waits';
  const tab = world.open();
  await tab.review();
  await tab.press();
  const requestId = shownId(tab);
  world.clock.sleep(open);
  world.prompts[0]!.reject(code);
  await tab.reach('reviewing');
  // The rejection renews the quote.
  await world.clock.advance(1_000);
  await tab.reach('reviewing');
  return { world, tab, requestId };
}

describe('load-search', () => {
  for (const [when, open] of Object.entries({ 'at once': 0, 'after two hours': 120 * MINUTE })) {
    it(`P-13 opens no second prompt when the wallet refused the payment ${when} and sent it all the same`, () =>
      sentAllTheSame(open));
  }

  async function sentAllTheSame(open: number): Promise<void> {
    const { world, tab, requestId } = await refused(4001, open);
    const { transaction } = world.prompts[0]!;
    world.chain.send({ ...transaction, value: BigInt(transaction.value) });
    await tab.press();
    await world.clock.advance(1_000);
    expect([shownId(tab), world.prompts.length]).to.deep.equal([requestId, 1]);
    world.chain.mine();
    await tab.reach('succeeded');
    expect(await world.deposits()).to.equal(1);
  }

  it('P-13 shows the refused payment when only the service has seen it', async () => {
    const { world, tab, requestId } = await refused(4001);
    world.service.statuses.set(requestId, { status: 'pending' });
    await tab.press();
    await world.clock.advance(1_000);
    expect([shownId(tab), world.prompts.length]).to.deep.equal([requestId, 1]);
  });

  it('opens the second prompt without another status request when the refusal is an hour old', async () => {
    const { world, tab, requestId } = await refused(4001);
    await world.clock.advance(61 * MINUTE);
    await tab.reach('reviewing');
    const before = world.requestsTo('/intents/status/v3').length;
    await tab.press();
    await world.clock.until(() => world.prompts.length === 2);
    const asked = world.requestsTo('/intents/status/v3').slice(before);
    expect(asked.filter(({ query }) => query.includes(requestId))).to.have.length(0);
  });
});
