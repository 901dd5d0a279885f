/** Tests what every prompt needs before it opens: the stored entry, the nonce and the code. */
import { expect } from 'chai';
import type { JournalEntry } from '../../../src/payment/journal/entry.js';
import { preloadExecution } from '../../../src/payment/pay/execute-plan.js';
import { nextNonce, type Execution } from '../../../src/payment/pay/execution.js';
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

describe('nextNonce', () => {
  it('returns the nonce of the last checks once, and asks the chain after that', async () => {
    let read = 0;
    const execution = {
      context: { deps: {} },
      adapter: { nextNonce: async () => String((read += 1)) },
      firstNonce: '7',
    } as unknown as Execution;
    expect([await nextNonce(execution, '0xa'), read]).to.deep.equal(['7', 0]);
    expect([await nextNonce(execution, '0xa'), await nextNonce(execution, '0xa')]).to.deep.equal(['1', '2']);
  });

  it('is journaled for each prompt of an approval and its payment', async () => {
    const world = new World();
    const journaled: (string | null | undefined)[] = [];
    world.onLog = ({ kind }) => {
      if (kind !== 'prompt') return;
      const entries = [...world.storage.items].filter(([key]) => /^hub-pay\/1\/[0-9a-f]{16}$/.test(key));
      journaled.push(
        ...entries.flatMap(([, text]) => JSON.parse(text) as JournalEntry[]).map((each) => each.prompt?.nonce),
      );
    };
    const tab = world.open();
    await tab.review(USDC);
    await tab.press();
    await tab.reach('succeeded');
    expect(journaled).to.deep.equal(['0', '1']);
  });
});

describe('preloadExecution', () => {
  const loadedFor = (...kinds: readonly string[]): string[] => {
    const started: string[] = [];
    const load = (name: string) => async () => {
      started.push(name);
      throw new TypeError('Failed to fetch');
    };
    preloadExecution(kinds.map((kind) => ({ kind })) as never, { permit: load('permit'), batch: load('batch') });
    return started;
  };

  it('loads the code of the steps, and ignores a failure', () => {
    expect(loadedFor('transaction')).to.deep.equal([]);
    expect(loadedFor('transaction', 'transaction')).to.deep.equal(['batch']);
    expect(loadedFor('signature')).to.deep.equal(['permit']);
    expect(loadedFor('transaction', 'signature')).to.deep.equal(['permit', 'batch']);
  });
});
