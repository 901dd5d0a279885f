/**
 * How often the journal reads the storage. A read costs a few microseconds, and every read is fresh: nothing keeps a
 * text of the storage until the end of a turn of the event loop, because another tab could have paid in this turn.
 */
import { expect } from 'chai';
import { isPaymentKey } from '../../../src/payment/journal/stored-money.js';
import { ETH, USDC, World } from '../../support/world.js';

/** Counts the reads of stored payments. */
function counted(world: World): { reads: number } {
  const count = { reads: 0 };
  const getItem = world.storage.getItem.bind(world.storage);
  world.storage.getItem = (key) => {
    if (isPaymentKey(key)) count.reads += 1;
    return getItem(key);
  };
  return count;
}

/** The most reads of a whole payment, from the first screen to the receipt. */
const MOST_READS = 110;

/** The most reads for one answer of the service that brings no news. */
const MOST_READS_PER_ANSWER = 8;

describe('reads of the journal', () => {
  const payments: Record<string, [asset: typeof ETH, prepare: (world: World) => void]> = {
    'the native currency pays': [ETH, () => undefined],
    'a token pays': [USDC, () => undefined],
    'the wallet sends a batch': [USDC, (world) => world.batches()],
    'the service refunds the payment': [
      ETH,
      ({ service }) => {
        service.outcome = 'refund';
      },
    ],
  };
  for (const [what, [asset, prepare]] of Object.entries(payments))
    it(`are at most ${MOST_READS} in a whole payment when ${what}`, async () => {
      const world = new World();
      prepare(world);
      const count = counted(world);
      const tab = world.open();
      await tab.review(asset);
      await tab.press();
      await tab.reach('succeeded', 'refunded');
      await world.clock.advance(15_000);
      expect(count.reads).to.be.within(1, MOST_READS);
    });

  it(`are at most ${MOST_READS_PER_ANSWER} for each answer when the service reports nothing new for ten minutes`, async () => {
    const world = new World();
    world.service.outcome = 'none';
    const tab = world.open();
    await tab.review();
    await tab.press();
    await tab.reach('processing');
    await world.clock.advance(30_000);
    const count = counted(world);
    const before = world.requestsTo('/intents/status/v3').length;
    await world.clock.advance(600_000);
    const answers = world.requestsTo('/intents/status/v3').length - before;
    expect(answers).to.be.greaterThan(10);
    expect(count.reads).to.be.within(1, answers * MOST_READS_PER_ANSWER);
  });

  it('I2 F-162 find the payment of another tab when it was stored after an earlier read in the same turn', async () => {
    const world = new World();
    world.payer = 'waits';
    const own = world.locks.of({});
    const gate = { untilPaid: Promise.resolve() };
    const first = world.open();
    // The second tab waits for the lock until the first tab has paid and is closed.
    const second = world.open(
      {},
      { locks: { request: async (...args) => (await gate.untilPaid, own.request(...args)) } },
    );
    await first.review();
    await second.review();
    let turns = 0;
    const turn = setImmediate(() => (turns += 1));
    const count = counted(world);
    /** Waits within the turn. */
    const reached = async (isReached: () => boolean): Promise<void> => {
      for (let step = 0; step < 10_000 && !isReached(); step += 1) await Promise.resolve();
    };
    let pay = (): void => undefined;
    gate.untilPaid = new Promise((resolve) => (pay = resolve));
    second.session.dispatch({ type: 'confirmed' });
    await reached(() => count.reads > 0);
    first.session.dispatch({ type: 'confirmed' });
    await reached(() => world.prompts.length > 0);
    world.prompts[0]!.approve();
    first.kill();
    pay();
    await reached(() => second.state.name !== 'reviewing');
    expect(turns, 'all of this happens in one turn of the event loop').to.equal(0);
    clearImmediate(turn);
    await world.clock.advance(1_000);
    for (const prompt of world.prompts.filter(({ isOpen }) => isOpen)) prompt.approve();
    await second.reach('processing', 'succeeded');
    expect(await world.deposits()).to.equal(1);
    expect(world.promptsFor('pay')).to.equal(1);
  });
});
