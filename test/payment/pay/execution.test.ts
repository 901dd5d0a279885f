/** Tests what every prompt needs before it opens: the stored entry, the nonce and the code. */
import { expect } from 'chai';
import { preloadExecution } from '../../../src/payment/pay/execute-plan.js';
import { nextNonce, prepareStep, type Execution } from '../../../src/payment/pay/execution.js';
import { type KeyValueStore } from '../../../src/shared/memory-store.js';
import { VirtualClock } from '../../support/clock.js';
import { whileOffline } from '../../support/pages/offline.js';
import { people } from '../../support/quotes.js';
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

describe('execution of a payment that another tab has changed', () => {
  for (const [stage, told] of [
    ['abandoned', { code: 'wallet-rejected', money: 'not-sent' }],
    ['sent', null],
  ] as const) {
    it(`does not ask the wallet to pay when the entry is ${stage} after the approval`, async () => {
      const world = new World();
      world.payer = 'waits';
      const tab = world.open();
      await tab.review(USDC);
      await tab.press();
      const [key, text] = world.journalItem();
      const [stored] = JSON.parse(text) as [{ prompt: { step: object } }];
      const step = { ...stored.prompt.step, id: 'deposit' };
      world.storage.setItem(key, JSON.stringify([{ ...stored, stage, prompt: { ...stored.prompt, step } }]));
      world.prompts[0]!.approve();
      await world.clock.advance(10_000);
      expect(world.prompts).to.have.length(1);
      if (told) expect(tab.state).to.have.property('problem').that.includes(told);
      else expect(tab.state.name).not.to.equal('reviewing');
    });
  }
});

describe('prepareStep', () => {
  // The wallet keeps an added chain with its node for every site, so the merchant must have reviewed its data.
  for (const registry of [undefined, { chains: [] }]) {
    const does = registry ? 'may add the chain to the wallet with' : 'never adds the chain to the wallet without';
    it(`${does} a registry`, async () => {
      const seen: unknown[] = [];
      const execution = {
        context: { options: { ...(registry && { registry }) }, deps: {}, dispatch: () => undefined },
        adapter: {
          async prepare(_request: unknown, _wallet: unknown, { mayAdd }: { mayAdd: boolean }) {
            seen.push(mayAdd);
            throw new Error('The wallet is asked no more.');
          },
        },
      } as unknown as Execution;
      const step = { request: {}, ref: {} } as Parameters<typeof prepareStep>[1];
      await prepareStep(execution, step, () => undefined).catch(() => undefined);
      expect(seen).to.deep.equal([registry !== undefined]);
    });
  }
});

describe('nextNonce', () => {
  const executionAt = (now: number): Execution => {
    let read = 0;
    return {
      context: { deps: { clock: new VirtualClock(now) } },
      adapter: { transactions: { nextNonce: async () => String((read += 1)) } },
      checkedNonce: { nonce: '7', at: 0 },
    } as unknown as Execution;
  };

  it('returns the nonce of the last checks once, and asks the chain after that', async () => {
    const execution = executionAt(500);
    expect(await nextNonce(execution, '0xa')).to.equal('7');
    expect([await nextNonce(execution, '0xa'), await nextNonce(execution, '0xa')]).to.deep.equal(['1', '2']);
  });

  it('asks the chain again when the nonce of the last checks is older than half a second', async () => {
    expect(await nextNonce(executionAt(501), '0xa')).to.equal('1');
  });

  it('is not the nonce of another transaction that the account sent while the checks were slow', async () => {
    const world = new World();
    world.payer = 'waits';
    const tab = world.open();
    await tab.review(ETH);
    let isSlow = true;
    world.chain.override('eth_call', ([call]) =>
      isSlow ? new Promise(() => undefined) : world.readBalances(call as never, true),
    );
    await tab.press();
    await world.clock.advance(1_000);
    world.chain.send({ from: people.payer, to: people.attacker, value: 1n });
    world.chain.mine();
    await world.clock.advance(6_000);
    isSlow = false;
    expect(world.prompts).to.have.length(1);
    expect(world.journal().map(({ prompt }) => prompt?.nonce)).to.deep.equal(['1']);
  });

  it('is journaled for each prompt of an approval and its payment', async () => {
    const world = new World();
    const journaled: (string | null | undefined)[] = [];
    world.onLog = ({ kind }) => {
      if (kind !== 'prompt') return;
      journaled.push(...world.journal().map(({ prompt }) => prompt?.nonce));
    };
    const tab = world.open();
    await tab.review(USDC);
    await tab.press();
    await tab.reach('succeeded');
    expect(journaled).to.deep.equal(['0', '1']);
  });
});

describe('journalBeforePrompt', () => {
  for (const [what, pay] of [
    ['a payment', ETH],
    ['an approval', USDC],
    ['a batch', USDC],
  ] as const) {
    it(`P-19 F-161 opens no prompt for ${what} while the browser is offline, and says that nothing was sent`, async () => {
      const world = new World();
      if (what === 'a batch') world.batches();
      const tab = world.open();
      await tab.review(pay);
      await whileOffline(async () => {
        await tab.press();
        await world.clock.advance(1_000);
      });
      expect(world.prompts).to.deep.equal([]);
      expect(tab.state).to.deep.include({ name: 'reviewing', confirming: false });
      expect(tab.state).to.have.nested.property('problem.code', 'offline');
      expect(tab.state).to.have.nested.property('problem.money', 'not-sent');
      await tab.press();
      await tab.reach('succeeded');
    });
  }
});

describe('preloadExecution', () => {
  const permit = { kind: 'signature', permit: {} };
  const loadedFor = (...requests: readonly object[]): string[] => {
    const started: string[] = [];
    const load = (name: string) => async () => {
      started.push(name);
      throw new TypeError('Failed to fetch');
    };
    const loads = {
      permit: load('permit'),
      transfer: load('transfer'),
      instructions: load('instructions'),
      batch: load('batch'),
    };
    preloadExecution(requests as never, loads);
    return started;
  };

  it('loads the code of the steps, and ignores a failure', () => {
    const transaction = { kind: 'transaction' };
    const venue = { kind: 'signature' };
    expect(loadedFor(transaction)).to.deep.equal([]);
    expect(loadedFor(transaction, transaction)).to.deep.equal(['batch']);
    expect(loadedFor(permit)).to.deep.equal(['permit']);
    expect(loadedFor(transaction, permit)).to.deep.equal(['permit', 'batch']);
    expect(loadedFor(venue, venue)).to.deep.equal(['transfer']);
    expect(loadedFor({ kind: 'instructions' })).to.deep.equal(['instructions']);
  });
});
