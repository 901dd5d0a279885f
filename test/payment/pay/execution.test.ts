/** Tests that no prompt opens if the storage loses the journal entry. */
import { expect } from 'chai';
import { type KeyValueStore } from '../../../src/shared/memory-store.js';
import { ETH, USDC, World } from '../../support/world.js';

describe('execution with a forgetful storage', () => {
  /**
   * A storage that loses the values for which `isForgotten` returns true. The first read after the write still returns
   * the value, so the page's check after the write succeeds.
   */
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
    ['before any step', '"stage":"prepared"', ETH],
    ['before the paying step', '"stage":"prompted"', ETH],
    ['before a batch of calls', '"stage":"prompted"', USDC],
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
