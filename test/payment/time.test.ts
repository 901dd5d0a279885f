import { expect } from 'chai';
import type { Clock } from '../../src/clock.js';
import type { JournalEntry } from '../../src/payment/journal.js';
import { World, type Tab } from '../support/world.js';
import { shownId, polls, sent } from './sent.js';

const SECOND = 1_000;
const HOUR = 3_600 * SECOND;

/** The same clock, set to another time. */
const shifted = ({ clock }: World, by: number): { clock: Clock } => ({
  clock: {
    now: () => clock.now() + by,
    setTimeout: (run, ms) => clock.setTimeout(run, ms),
    clearTimeout: (id) => {
      clock.clearTimeout(id);
    },
  },
});

/** Somebody has set the wall clock back since the journal was written. */
function setBack(world: World, by: number): void {
  for (const [key, text] of world.storage.items) {
    if (!/^hub-pay\/1\/[0-9a-f]{16}$/.test(key)) continue;
    const entries = JSON.parse(text) as JournalEntry[];
    const later = entries.map((entry) => ({
      ...entry,
      createdAt: entry.createdAt + by,
      updatedAt: entry.updatedAt + by,
    }));
    world.storage.items.set(key, JSON.stringify(later));
  }
}

const quotes = (tab: Tab): number => tab.told.filter((name) => name === 'hub-quote').length;

describe('a machine that slept', () => {
  async function reviewing(): Promise<{ world: World; tab: Tab }> {
    const world = new World();
    world.payer = 'waits';
    const tab = world.open();
    await tab.review();
    return { world, tab };
  }

  it('F-25 F-160 I20 wakes up to new numbers at once: nothing stale can be pressed', async () => {
    const { world, tab } = await reviewing();
    world.clock.sleep(8 * HOUR);
    tab.session.dispatch({ type: 'woken' });
    expect(tab.state.name).to.equal('quoting');
    await tab.reach('reviewing');
    expect([quotes(tab), world.prompts.length]).to.deep.equal([2, 0]);
    await tab.press();
    expect(world.prompts).to.have.length(1);
  });

  it('F-25 I20 whose page was told of nothing pays nothing with the numbers from before', async () => {
    const { world, tab } = await reviewing();
    world.clock.sleep(8 * HOUR);
    await tab.press();
    await world.clock.advance(SECOND);
    expect(world.prompts).to.have.length(0);
    expect(tab.state).to.include({ name: 'reviewing', confirming: false });
    expect(quotes(tab)).to.equal(2);
  });

  it('for a moment only keeps the numbers, and renews them when it would have', async () => {
    const { world, tab } = await reviewing();
    world.clock.sleep(20 * SECOND);
    await tab.do({ type: 'woken' });
    expect([tab.state.name, quotes(tab)]).to.deep.equal(['reviewing', 1]);
    await world.clock.advance(6 * SECOND);
    expect(quotes(tab)).to.equal(2);
  });

  it('in the middle of a press changes nothing of it', async () => {
    const { world, tab } = await reviewing();
    let decide = (): void => undefined;
    tab.session.on('hub-confirm', (detail) => {
      (detail as { waitUntil(wait: Promise<void>): void }).waitUntil(
        new Promise((resolve) => {
          decide = resolve;
        }),
      );
    });
    await tab.press();
    world.clock.sleep(8 * HOUR);
    await tab.do({ type: 'woken' });
    expect(tab.state).to.include({ name: 'reviewing', confirming: true });
    decide();
    await world.clock.advance(2 * SECOND);
    expect(world.prompts).to.have.length(0);
  });
});

describe('pages whose clocks do not agree', () => {
  for (const by of [-HOUR, HOUR]) {
    it(`F-162 F-176 I2 what one has paid the other one sees, with a clock ${by / HOUR} h from its own`, async () => {
      const world = new World();
      const one = world.open();
      const two = world.open({}, shifted(world, by));
      await one.review();
      await two.review();
      await two.press();
      await two.reach('succeeded');
      // Long enough that the first page's quote is new, and the second page is done with it.
      await world.clock.advance(5 * SECOND);
      await one.reach('reviewing', 'processing', 'succeeded');
      await one.press();
      await one.reach('succeeded');
      expect(shownId(one)).to.equal(shownId(two));
      expect([world.promptsFor('pay'), await world.deposits()]).to.deep.equal([1, 1]);
    });
  }

  it('F-176 a payment from the future says that it takes long as early as any other', async () => {
    const { world, tab, say } = await sent();
    say('pending');
    tab.kill();
    setBack(world, 365 * 24 * HOUR);
    const next = world.open();
    await world.clock.advance(125 * SECOND);
    expect(next.state).to.include({ name: 'processing', slow: true });
  });

  it('F-176 a failure from the future is watched for a day, not until then', async () => {
    const { world, tab, say } = await sent();
    say('failure');
    await tab.reach('failed');
    tab.kill();
    setBack(world, 10 * 365 * 24 * HOUR);
    const first = world.open();
    await world.clock.advance(20 * SECOND);
    first.kill();
    await world.clock.advance(23 * HOUR);
    const before = polls(world);
    const second = world.open();
    await world.clock.advance(20 * SECOND);
    expect(polls(world)).to.be.greaterThan(before);
    second.kill();
    await world.clock.advance(2 * HOUR);
    const last = polls(world);
    world.open();
    await world.clock.advance(60 * SECOND);
    expect(polls(world)).to.equal(last);
  });
});
