/** Tests that a page without a working storage keeps its payments in memory. */
import { expect } from 'chai';
import { sharedOnPage, type KeyValueStore } from '../../src/shared/memory-store.js';
import { World } from '../support/world.js';
import { SharedStorage } from '../support/world/world-platform.js';

const broken = (): KeyValueStore => Object.assign(new SharedStorage(), { fault: 'broken' as const });

describe('memory-store', () => {
  afterEach(() => Reflect.deleteProperty(globalThis, 'localStorage'));

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

describe('sharedOnPage', () => {
  it('creates one value for each owner and name', () => {
    const [one, two] = [{}, {}];
    const get = (owner: object, name: string): object => sharedOnPage(owner, name, () => ({}));
    expect(get(one, 'a')).to.equal(get(one, 'a'));
    expect(new Set([get(one, 'a'), get(one, 'b'), get(two, 'a')]).size).to.equal(3);
  });
});
