/** A page that can store nothing: what it remembers by itself, for how long, and that it knows so. */
import { expect } from 'chai';
import { platformDeps, type Store } from '../../src/payment/deps.js';
import { createJournal } from '../../src/payment/journal-writer.js';
import { VirtualClock } from '../support/clock.js';
import { ETH, USDC, World } from '../support/world.js';
import { SharedStorage } from '../support/world-platform.js';
import { entryOf, NOW } from './samples.js';

const broken = (): Store => Object.assign(new SharedStorage(), { fault: 'broken' as const });
const clock = new VirtualClock(NOW);
const keys = (function* () {
  for (let n = 0; ; n += 1) yield `hub-pay/1/memory-${n}`;
})();

/** What a page without a storage of its own is like. */
function pageWith(storage: PropertyDescriptor): void {
  Object.defineProperty(globalThis, 'localStorage', { configurable: true, ...storage });
}
const denied: PropertyDescriptor = {
  get() {
    throw new DOMException('denied', 'SecurityError');
  },
};

describe('a page that may not store', () => {
  afterEach(() => Reflect.deleteProperty(globalThis, 'localStorage'));

  for (const [what, storage] of [
    ['throws', denied],
    ['is null', { value: null }],
  ] as const) {
    it(`F-165 has one memory for all its sessions where localStorage ${what}`, () => {
      pageWith(storage);
      const key = keys.next().value;
      createJournal(platformDeps().storage, key, clock).write(entryOf(1, { stage: 'asked' }));
      const later = createJournal(platformDeps().storage, key, clock);
      expect(later.find('entry-1')?.stage).to.equal('asked');
      expect(later.durable).to.equal(false);
    });
  }

  it('a server, which has no such thing, has one for each session: nothing would ever empty a common one', () => {
    pageWith({ value: undefined });
    const key = keys.next().value;
    createJournal(platformDeps().storage, key, clock).write(entryOf(1));
    expect(createJournal(platformDeps().storage, key, clock).read()).to.deep.equal([]);
  });

  it('F-165 a payment that was asked for is known to the next element of the page, and to a second one beside it', async () => {
    const world = new World();
    world.payer = 'waits';
    const storage = broken();
    const tab = world.open({}, { storage });
    const beside = world.open({}, { storage });
    await tab.review();
    await beside.review();
    await tab.press();
    tab.close();
    await world.clock.advance(1_000);
    await beside.press();
    expect(beside.state).to.include({ name: 'processing', status: 'unknown' });
    const next = world.open({}, { storage });
    await world.clock.advance(1_000);
    expect(next.state).to.include({ name: 'processing', status: 'unknown' });
    expect(world.prompts).to.have.length(1);
    expect([tab, beside, next].map(({ session }) => session.durable)).to.deep.equal([false, false, false]);
  });

  it('says of a session that can store that it can', async () => {
    const world = new World();
    const tab = world.open();
    await tab.review();
    await tab.press();
    expect(tab.session.durable).to.equal(true);
  });
});

describe('a journal whose storage fails', () => {
  it('F-166 goes on in the page’s memory, for every journal of this key', () => {
    const storage = new SharedStorage();
    const key = keys.next().value;
    const [one, two] = [createJournal(storage, key, clock), createJournal(storage, key, clock)];
    one.write(entryOf(1, { stage: 'sent' }));
    storage.fault = 'full';
    one.write(entryOf(2, { stage: 'asked', digest: 'x'.repeat(500) }));
    expect(two.find('entry-2')?.stage).to.equal('asked');
    expect(two.find('entry-1')?.stage).to.equal('sent');
    expect([one.durable, two.durable]).to.deep.equal([false, false]);
    expect(createJournal(storage, 'hub-pay/1/other', clock).read()).to.deep.equal([]);
  });

  it('F-166 stores all of it as soon as there is room again', () => {
    const storage = new SharedStorage();
    const key = keys.next().value;
    const journal = createJournal(storage, key, clock);
    storage.fault = 'full';
    journal.write(entryOf(1, { stage: 'asked' }));
    storage.fault = null;
    journal.write(entryOf(2, { stage: 'asked' }));
    expect(journal.durable).to.equal(true);
    expect(JSON.parse(storage.items.get(key)!)).to.have.length(2);
  });

  it('F-166 hears of what other tabs write all the same: the later word of a payment counts', async () => {
    const storage = new SharedStorage();
    const key = keys.next().value;
    const time = new VirtualClock(NOW);
    const [mine, theirs] = [createJournal(storage, key, time), createJournal(storage, key, time)];
    theirs.write(entryOf(1, { stage: 'asked' }));
    storage.fault = 'full';
    mine.write(entryOf(2, { stage: 'asked', digest: 'x'.repeat(500) }));
    storage.items.set(
      key,
      storage.items
        .get(key)!
        .replace('"asked"', '"sent"')
        .replace(/"updatedAt":\d+/, `"updatedAt":${NOW + 9}`),
    );
    expect(mine.find('entry-1')?.stage).to.equal('sent');
    expect(mine.find('entry-2')?.stage).to.equal('asked');
  });
});

describe('a storage that forgets what it has just taken', () => {
  /** What is written reads back once, as a careful writer would check; then it is gone. */
  function forgetful(isForgotten: (value: string) => boolean): Store {
    const items = new Map<string, string>();
    let last: [key: string, value: string] | null = null;
    return {
      getItem(key) {
        const [forgotten, value] = last ?? [];
        last = null;
        return forgotten === key ? (value ?? null) : (items.get(key) ?? null);
      },
      setItem(key, value) {
        items.delete(key);
        if (isForgotten(value)) last = [key, value];
        else items.set(key, value);
      },
      removeItem: (key) => void items.delete(key),
    };
  }

  for (const [what, stage, pay] of [
    ['before anything was asked', '"stage":"open"', ETH],
    ['before the paying step', '"stage":"asked"', ETH],
    ['before calls that go together', '"stage":"asked"', USDC],
  ] as const) {
    it(`I3 no wallet is asked for what is not written down: ${what}`, async () => {
      const world = new World();
      world.batches();
      const tab = world.open({}, { storage: forgetful((value) => value.includes(stage)) });
      await tab.review(pay);
      await tab.press();
      await world.clock.advance(1_000);
      expect(world.prompts).to.deep.equal([]);
      expect(tab.state).to.include({ name: 'reviewing' });
      expect(tab.state).to.have.nested.property('problem.money', 'not-sent');
      expect(tab.state).to.have.nested.property('problem.code', 'service-refused');
    });
  }
});
