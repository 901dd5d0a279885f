import { expect } from 'chai';
import type { Clock } from '../../../src/shared/time/clock.js';
import type { JournalEntry } from '../../../src/payment/journal/entry.js';
import { isPaymentKey } from '../../../src/payment/journal/stored-money.js';
import { World, type Tab } from '../../support/world.js';
import { SECOND, HOUR } from '../../support/times.js';
import { shownId, polls, sent } from '../sent.js';

/** The world's clock, shifted by `by` milliseconds. */
const shifted = ({ clock }: World, by: number): { clock: Clock } => ({
  clock: {
    now: () => clock.now() + by,
    setTimeout: (run, ms) => clock.setTimeout(run, ms),
    clearTimeout: (id) => {
      clock.clearTimeout(id);
    },
  },
});

/** Simulates a wall clock that was set back by `by` milliseconds after the journal was written. */
function setBack(world: World, by: number): void {
  for (const [key, text] of world.storage.items) {
    if (!isPaymentKey(key)) continue;
    const entries = JSON.parse(text) as JournalEntry[];
    const later = entries.map((entry) => ({
      ...entry,
      createdAt: entry.createdAt + by,
      updatedAt: entry.updatedAt + by,
    }));
    world.storage.items.set(key, JSON.stringify(later));
  }
}

const quotes = (tab: Tab): number => tab.emitted.filter((name) => name === 'hub-quote').length;

describe('session after a sleep of the machine', () => {
  async function reviewing(): Promise<{ world: World; tab: Tab }> {
    const world = new World();
    world.payer = 'waits';
    const tab = world.open();
    await tab.review();
    return { world, tab };
  }

  it('F-25 F-160 I20 renews the quote at once, before it can be paid, when the page wakes', async () => {
    const { world, tab } = await reviewing();
    world.clock.sleep(8 * HOUR);
    tab.session.dispatch({ type: 'woken' });
    expect(tab.state.name).to.equal('quoting');
    await tab.reach('reviewing');
    expect([quotes(tab), world.prompts.length]).to.deep.equal([2, 0]);
    await tab.press();
    expect(world.prompts).to.have.length(1);
  });

  it('F-25 I20 pays nothing with the old quote when no wake event has arrived', async () => {
    const { world, tab } = await reviewing();
    world.clock.sleep(8 * HOUR);
    await tab.press();
    await world.clock.advance(SECOND);
    expect(world.prompts).to.have.length(0);
    expect(tab.state).to.include({ name: 'reviewing', confirming: false });
    expect(quotes(tab)).to.equal(2);
  });

  it('keeps the quote when the sleep was short, and renews it on time', async () => {
    const { world, tab } = await reviewing();
    world.clock.sleep(20 * SECOND);
    await tab.do({ type: 'woken' });
    expect([tab.state.name, quotes(tab)]).to.deep.equal(['reviewing', 1]);
    await world.clock.advance(6 * SECOND);
    expect(quotes(tab)).to.equal(2);
  });

  it('keeps the pending press when the sleep falls into it, and opens no prompt', async () => {
    const { world, tab } = await reviewing();
    let decide = (): void => undefined;
    tab.session.on('hub-confirm', (detail) => {
      detail.waitUntil(
        new Promise<void>((resolve) => {
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

describe('session with clocks that differ', () => {
  for (const by of [-HOUR, HOUR]) {
    it(`F-162 F-176 I2 shows what another page has paid when that page’s clock is ${by / HOUR} h away`, async () => {
      const world = new World();
      const one = world.open();
      const two = world.open({}, shifted(world, by));
      await one.review();
      await two.review();
      await two.press();
      await two.reach('succeeded');
      // After this time, page `one` has a new quote, and page `two` has finished its payment.
      await world.clock.advance(5 * SECOND);
      await one.reach('reviewing', 'processing', 'succeeded');
      await one.press();
      await one.reach('succeeded');
      expect(shownId(one)).to.equal(shownId(two));
      expect([world.promptsFor('pay'), await world.deposits()]).to.deep.equal([1, 1]);
    });
  }

  it('F-176 marks a payment as slow on time when its entry is dated in the future', async () => {
    const { world, tab, say } = await sent();
    say('pending');
    tab.kill();
    setBack(world, 365 * 24 * HOUR);
    const next = world.open();
    await world.clock.advance(125 * SECOND);
    expect(next.state).to.include({ name: 'processing', slow: true });
  });

  it('F-176 tracks a failure for one day, and later looks once, when its entry is dated in the future', async () => {
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
    expect(polls(world)).to.equal(last + 1);
  });
});
