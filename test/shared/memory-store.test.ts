/** Tests a page that cannot persist: what it keeps in memory, for how long, and that it reports this. */
import { expect } from 'chai';
import { platformDeps } from '../../src/shared/platform.js';
import { type KeyValueStore } from '../../src/shared/memory-store.js';
import { createJournal } from '../../src/payment/journal/storage.js';
import { VirtualClock } from '../support/clock.js';
import { World } from '../support/world.js';
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
