/** Tests a page that cannot persist: what it keeps in memory, for how long, and that it reports this. */
import { expect } from 'chai';
import { platformDeps } from '../../src/shared/platform.js';
import { type KeyValueStore } from '../../src/shared/memory-store.js';
import { createJournal } from '../../src/payment/journal/storage.js';
import { VirtualClock } from '../support/clock.js';
import { ETH, USDC, World } from '../support/world.js';
import { SharedStorage } from '../support/world-platform.js';
import { entryOf, NOW } from '../payment/model/samples.js';

const broken = (): KeyValueStore => Object.assign(new SharedStorage(), { fault: 'broken' as const });
const clock = new VirtualClock(NOW);
const keys = (function* () {
  for (let n = 0; ; n += 1) yield `hub-pay/1/memory-${n}`;
})();

/** Replaces `localStorage` with this property, as on a page without storage. */
function pageWith(storage: PropertyDescriptor): void {
  Object.defineProperty(globalThis, 'localStorage', { configurable: true, ...storage });
}
const denied: PropertyDescriptor = {
  get() {
    throw new DOMException('denied', 'SecurityError');
  },
};

describe('memory-store', () => {
  afterEach(() => Reflect.deleteProperty(globalThis, 'localStorage'));

  for (const [what, storage] of [
    ['throws', denied],
    ['is null', { value: null }],
  ] as const) {
    it(`F-165 is shared by all journals of the page when localStorage ${what}`, () => {
      pageWith(storage);
      const key = keys.next().value;
      createJournal(platformDeps().storage, key, clock).write(entryOf(1, { stage: 'prompted' }));
      const later = createJournal(platformDeps().storage, key, clock);
      expect(later.find('entry-1')?.stage).to.equal('prompted');
      expect(later.durable).to.equal(false);
    });
  }

  it('is separate for each session when localStorage is undefined, as on a server', () => {
    pageWith({ value: undefined });
    const key = keys.next().value;
    createJournal(platformDeps().storage, key, clock).write(entryOf(1));
    expect(createJournal(platformDeps().storage, key, clock).read()).to.deep.equal([]);
  });

  it('F-165 keeps a prompted payment for a second and a later element when the storage is broken', async () => {
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

  it('is not used when the storage works, and the session reports durable', async () => {
    const world = new World();
    const tab = world.open();
    await tab.review();
    await tab.press();
    expect(tab.session.durable).to.equal(true);
  });
});

describe('journal with a failing storage', () => {
  it('F-166 keeps entries in memory for every journal of the key when the storage is full', () => {
    const storage = new SharedStorage();
    const key = keys.next().value;
    const [one, two] = [createJournal(storage, key, clock), createJournal(storage, key, clock)];
    one.write(entryOf(1, { stage: 'sent' }));
    storage.fault = 'full';
    one.write(entryOf(2, { stage: 'prompted', digest: 'x'.repeat(500) }));
    expect(two.find('entry-2')?.stage).to.equal('prompted');
    expect(two.find('entry-1')?.stage).to.equal('sent');
    expect([one.durable, two.durable]).to.deep.equal([false, false]);
    expect(createJournal(storage, 'hub-pay/1/other', clock).read()).to.deep.equal([]);
  });

  it('F-166 stores every entry when the storage has room again', () => {
    const storage = new SharedStorage();
    const key = keys.next().value;
    const journal = createJournal(storage, key, clock);
    storage.fault = 'full';
    journal.write(entryOf(1, { stage: 'prompted' }));
    storage.fault = null;
    journal.write(entryOf(2, { stage: 'prompted' }));
    expect(journal.durable).to.equal(true);
    expect(JSON.parse(storage.items.get(key)!)).to.have.length(2);
  });

  it('F-166 reads the newer entry of another tab when its own entries are in memory', async () => {
    const storage = new SharedStorage();
    const key = keys.next().value;
    const time = new VirtualClock(NOW);
    const [mine, theirs] = [createJournal(storage, key, time), createJournal(storage, key, time)];
    theirs.write(entryOf(1, { stage: 'prompted' }));
    storage.fault = 'full';
    mine.write(entryOf(2, { stage: 'prompted', digest: 'x'.repeat(500) }));
    storage.items.set(
      key,
      storage.items
        .get(key)!
        .replace('"prompted"', '"sent"')
        .replace(/"updatedAt":\d+/, `"updatedAt":${NOW + 9}`),
    );
    expect(mine.find('entry-1')?.stage).to.equal('sent');
    expect(mine.find('entry-2')?.stage).to.equal('prompted');
  });
});

describe('execution with a forgetful storage', () => {
  /** A stored value reads back once, as a check after writing would do, and is then lost. */
  function forgetful(isForgotten: (value: string) => boolean): KeyValueStore {
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
    ['before anything was asked', '"stage":"prepared"', ETH],
    ['before the paying step', '"stage":"prompted"', ETH],
    ['before calls that go together', '"stage":"prompted"', USDC],
  ] as const) {
    it(`I3 opens no prompt when the entry is lost ${what}`, async () => {
      const world = new World();
      world.batches();
      const tab = world.open({}, { storage: forgetful((value) => value.includes(stage)) });
      await tab.review(pay);
      await tab.press();
      await world.clock.advance(1_000);
      expect(world.prompts).to.deep.equal([]);
      expect(tab.state).to.include({ name: 'reviewing' });
      expect(tab.state).to.have.nested.property('problem.money', 'not-sent');
      expect(tab.state).to.have.nested.property('problem.code', 'storage-unavailable');
    });
  }
});
