import { expect } from 'chai';
import { parseUnits } from 'viem/utils';
import { confirmPayment } from '../../../src/payment/pay/confirm.js';
import { createGuardedQuotes } from '../../../src/payment/quote/guarded-quotes.js';
import { MemoryStore } from '../../../src/shared/memory-store.js';
import type { PaymentContext } from '../../../src/payment/context/context.js';
import { createJournal } from '../../../src/payment/journal/storage.js';
import type { VmAdapter } from '../../../src/vm/family/adapter.js';
import type { Wallet } from '../../../src/wallets/wallet.js';
import { pause } from '../../../src/shared/time/clock.js';
import { settle, VirtualClock } from '../../support/clock.js';
import { people, tokens } from '../../support/quotes.js';
import type { ConfirmDetail } from '../../../src/events.js';
import { ETH, OPTIONS, USDC, World, type Tab } from '../../support/world.js';
import { SharedLocks } from '../../support/world/world-platform.js';
import { account, NOW, quote } from '../../support/samples.js';

/** The wallet request of the quotes without a world. */
const deposit = {
  step: 'deposit',
  chainId: 8453,
  kind: 'transaction',
  from: '0xa',
  to: '0xb',
  data: '0x',
  value: '1',
} as const;

/** The members of a confirmation that these tests do not look at. */
const pressing = {
  intent: {} as never,
  shownWarnings: [],
  account,
  wallet: {} as Wallet,
  chain: { id: 8453, vmType: 'evm' },
  onOngoing: () => undefined,
};

/** Opens a page that shows a quote for review. Later, the wallet prompt stays open until the test answers it. */
async function reviewing(pay: { chainId: number; currency: string } = ETH): Promise<{ world: World; tab: Tab }> {
  const world = new World();
  world.payer = 'waits';
  const tab = world.open();
  await tab.review(pay);
  return { world, tab };
}

const onConfirm = (tab: Tab, listen: (confirm: ConfirmDetail) => void): void => {
  tab.session.on('hub-confirm', listen);
};

describe('confirm with a page that never decides', () => {
  it('P-2 lets the payer leave, and opens no prompt when the page agrees later', async () => {
    const { world, tab } = await reviewing();
    let agree: () => void = () => undefined;
    onConfirm(tab, ({ waitUntil }) => waitUntil(new Promise<void>((resolve) => (agree = resolve))));
    await tab.press();
    await world.clock.advance(600_000);
    expect(tab.state).to.include({ name: 'reviewing', confirming: true });
    await tab.do({ type: 'back' });
    agree();
    await world.clock.advance(10_000);
    expect([tab.state.name, world.prompts.length]).to.deep.equal(['selecting', 0]);
  });
});

describe('confirm with a locked wallet', () => {
  it('P-17 says that the wallet is locked, not missing, and pays when the payer has unlocked it', async () => {
    const { world, tab } = await reviewing();
    await world.clock.advance(6_000);
    await tab.press();
    world.wallet.accounts = [];
    world.wallet.emit('accountsChanged', []);
    world.prompts[0]!.reject(4001);
    await tab.reach('reviewing');
    await world.clock.advance(1_000);
    await tab.press();
    await world.clock.advance(1_000);
    expect(tab.state).to.have.nested.property('problem.code', 'wallet-locked');
    world.wallet.accounts = [people.payer];
    world.wallet.emit('accountsChanged', [people.payer]);
    world.payer = 'approves';
    await tab.reach('reviewing');
    await tab.press();
    await tab.reach('succeeded');
    expect(await world.deposits()).to.equal(1);
  });
});

describe('confirm with a hub-confirm listener', () => {
  it('emits hub-confirm once with the shown quote, before the wallet prompt, when the payer presses', async () => {
    const { world, tab } = await reviewing();
    const shown = tab.state.name === 'reviewing' ? tab.state.quote.requestId : '';
    await tab.press();
    const order = world.log
      .filter(({ kind, ...entry }) => kind === 'prompt' || ('type' in entry && entry.type === 'hub-confirm'))
      .map(({ kind }) => kind);
    expect(order).to.deep.equal(['event', 'prompt']);
    expect(tab.detail('hub-confirm')).to.have.nested.property('quote.requestId', shown);
  });

  it('returns to the review without an error when the page vetoes, and emits hub-confirm again on the next press', async () => {
    const { world, tab } = await reviewing();
    const veto = { on: true };
    onConfirm(tab, ({ preventDefault }) => {
      if (veto.on) preventDefault();
    });
    await tab.press();
    expect(tab.state).to.include({ name: 'reviewing', confirming: false }).and.not.have.property('problem');
    expect(tab.emitted).not.to.include('hub-error');
    veto.on = false;
    await tab.press();
    expect([world.prompts.length, tab.emitted.filter((name) => name === 'hub-confirm').length]).to.deep.equal([1, 2]);
  });

  it('waits for every promise passed to waitUntil, and stops when one rejects', async () => {
    const { world, tab } = await reviewing();
    const gates: { open: () => void; shut: () => void }[] = [];
    onConfirm(tab, ({ waitUntil }) => {
      for (let n = 0; n < 2; n += 1)
        waitUntil(
          new Promise((resolve, reject) => gates.push({ open: () => resolve(1), shut: () => reject(new Error('no')) })),
        );
    });
    await tab.press();
    gates[0]!.open();
    await settle();
    expect([world.prompts.length, tab.state.name]).to.deep.equal([0, 'reviewing']);
    gates[1]!.open();
    await settle();
    expect(world.prompts).to.have.length(1);
  });

  for (const [what, given, reason] of [
    ['a promise that rejects', () => Promise.reject(new Error('not in stock')), 'Error: not in stock'],
    ['a function', () => () => Promise.resolve(), 'TypeError: no promise but function'],
    ['nothing', () => undefined, 'TypeError: no promise but undefined'],
  ] as readonly [string, () => unknown, string][])
    it(`stops, and names the reason on the console, when the page gives waitUntil ${what}`, async () => {
      const { warn } = console;
      const warned: string[] = [];
      console.warn = (...texts: unknown[]) => warned.push(texts.map(String).join(' '));
      const { world, tab } = await reviewing();
      onConfirm(tab, ({ waitUntil }) => waitUntil(given() as Promise<unknown>));
      await tab.press();
      console.warn = warn;
      expect(world.prompts).to.have.length(0);
      expect(tab.state).to.include({ name: 'reviewing', confirming: false }).and.not.have.property('problem');
      expect(warned).to.deep.equal([`<hub-pay> waitUntil() stopped the payment: ${reason}`]);
    });

  it('throws at waitUntil and ignores preventDefault when the page calls them after the dispatch', async () => {
    const { world, tab } = await reviewing();
    const errors: unknown[] = [];
    onConfirm(tab, ({ waitUntil, preventDefault }) => {
      void Promise.resolve()
        .then(() => waitUntil(new Promise(() => undefined)))
        .catch((error: unknown) => {
          errors.push(error);
          preventDefault();
        });
    });
    await tab.press();
    expect(errors.map(String).join()).to.contain('waitUntil() came after the event; call it before any await');
    expect(world.prompts).to.have.length(1);
  });

  it('pays nothing and requests a new quote when the page’s promise takes longer than the quote is valid', async () => {
    const { world, tab } = await reviewing();
    onConfirm(tab, ({ waitUntil }) =>
      waitUntil(new Promise<void>((resolve) => world.clock.setTimeout(resolve, 31_000))),
    );
    await tab.press();
    await world.clock.advance(30_000);
    expect(tab.state).to.include({ name: 'reviewing', confirming: true });
    await world.clock.advance(5_000);
    expect(world.prompts).to.have.length(0);
    expect(tab.state).to.include({ name: 'reviewing', confirming: false });
    expect(tab.emitted.filter((name) => name === 'hub-quote')).to.have.length(2);
  });

  const STOPPED = 'TypeError: a listener of hub-confirm threw, and none called waitUntil()';
  for (const [what, other, prompts, lines] of [
    ['stops, and names the reason, when the only listener throws', undefined, 0, [STOPPED]],
    ['stops when a listener throws and another does nothing', () => undefined, 0, [STOPPED]],
    ['pays when another gives a promise', ({ waitUntil }: ConfirmDetail) => waitUntil(Promise.resolve()), 1, []],
    [
      'names the other’s reason when its promise rejects',
      ({ waitUntil }: ConfirmDetail) => waitUntil(Promise.reject(new Error('not in stock'))),
      0,
      ['Error: not in stock'],
    ],
    ['stops without a line when another vetoes', ({ preventDefault }: ConfirmDetail) => preventDefault(), 0, []],
  ] as readonly [string, ((detail: ConfirmDetail) => void) | undefined, number, string[]][])
    for (const isFirst of [true, false])
      it(`F-174 reports the error, and ${what} (${isFirst ? 'first' : 'last'})`, async () => {
        const { world, tab } = await reviewing();
        const { reportError } = globalThis;
        const { warn } = console;
        const [reported, warned]: [unknown[], string[]] = [[], []];
        globalThis.reportError = (error) => reported.push(error);
        console.warn = (...texts: unknown[]) => warned.push(texts.map(String).join(' '));
        const oops = new Error('the page’s own');
        const fail = (): never => {
          throw oops;
        };
        for (const listener of isFirst ? [fail, other] : [other, fail]) if (listener) onConfirm(tab, listener);
        await tab.press();
        Object.assign(globalThis, { reportError });
        console.warn = warn;
        expect([world.prompts.length, reported]).to.deep.equal([prompts, [oops]]);
        expect(warned).to.deep.equal(lines.map((line) => `<hub-pay> waitUntil() stopped the payment: ${line}`));
        if (prompts === 0)
          expect(tab.state).to.include({ name: 'reviewing', confirming: false }).and.not.have.property('problem');
      });

  for (const [what, leave] of [
    ['the payer closes the sheet', (tab: Tab, _world: World) => tab.do({ type: 'closed' })],
    [
      'the wallet changes its account',
      async (_tab: Tab, world: World) => world.wallet.emit('accountsChanged', [people.recipient]),
    ],
    [
      'the wallet disconnects',
      async (_tab: Tab, world: World) => {
        world.wallet.accounts = [];
        world.wallet.emit('disconnect', { code: 4900 });
        await world.clock.advance(6_000);
      },
    ],
    ['the page changes its attributes', async (tab: Tab) => tab.session.configure({ ...OPTIONS, amount: '26' })],
    ['the page removes the element', async (tab: Tab) => tab.session.destroy()],
  ] as const) {
    it(`opens no prompt and leaves no journal entry when ${what} while the page’s promise is pending`, async () => {
      const { world, tab } = await reviewing();
      let decide = (): void => undefined;
      onConfirm(tab, ({ waitUntil }) =>
        waitUntil(
          new Promise<void>((resolve) => {
            decide = resolve;
          }),
        ),
      );
      await tab.press();
      await leave(tab, world);
      await settle();
      decide();
      await world.clock.advance(10_000);
      expect(world.prompts).to.have.length(0);
      expect([...world.storage.items.keys()].filter((key) => /^hub-pay\/1\/[0-9a-f]+$/.test(key))).to.deep.equal([]);
      expect(world.locks.held).to.equal(0);
    });
  }

  it('ignores the promise of an earlier press when a newer press waits for its own', async () => {
    const { world, tab } = await reviewing();
    const decisions: (() => void)[] = [];
    onConfirm(tab, ({ waitUntil }) => waitUntil(new Promise<void>((resolve) => decisions.push(resolve))));
    await tab.press();
    await tab.do({ type: 'closed' });
    await tab.review();
    await tab.press();
    decisions[0]!();
    await world.clock.advance(2_000);
    expect(tab.state).to.include({ name: 'reviewing', confirming: true });
    expect(world.prompts).to.have.length(0);
    decisions[1]!();
    await settle();
    expect(world.prompts).to.have.length(1);
  });
});

describe('confirm before the wallet prompt', () => {
  it('F-92 reports insufficient-funds with the missing amount when the balance has fallen since the quote', async () => {
    const { world, tab } = await reviewing();
    world.balances.set(tokens.eth.address, 8_000_000_000_000_000n);
    await tab.press();
    expect(world.prompts).to.have.length(0);
    expect(tab.state).to.have.nested.property('problem.code', 'insufficient-funds');
    expect(tab.state).to.have.deep.nested.property('problem.values', { token: 'ETH', missing: '0.00036 ETH' });
  });

  it('F-91 P-61 warns with the exact missing amount when the balance does not cover the network fee, and then pays', async () => {
    const missingWith = async (balance: bigint): Promise<bigint> => {
      const { world, tab } = await reviewing(USDC);
      world.balances.set(tokens.eth.address, balance);
      await tab.press();
      expect(world.prompts).to.have.length(0);
      const note = 'quote' in tab.state ? tab.state.quote.warnings.find(({ rule }) => rule === 'fee') : undefined;
      await tab.press();
      expect(world.prompts).to.have.length(1);
      return parseUnits(String(note?.values?.['amount']).replace(' ETH', ''), 18);
    };
    const missing = await missingWith(7n);
    expect(await missingWith(6n + missing)).to.equal(1n);
    const { world, tab } = await reviewing(USDC);
    world.balances.set(tokens.eth.address, 7n + missing);
    await tab.press();
    expect(world.prompts).to.have.length(1);
  });

  it('F-87 F-93 opens the prompt when the chain cannot be read', async () => {
    for (const fault of ['down', 'busy', 'html', 'error', 'silent'] as const) {
      const { world, tab } = await reviewing();
      world.chain.fault = fault;
      await tab.press();
      await world.clock.advance(15_000);
      expect(world.prompts, fault).to.have.length(1);
    }
  });

  it('F-25 opens no prompt when the quote is too old, and opens it on the next press', async () => {
    const { world, tab } = await reviewing();
    await tab.hide();
    await world.clock.advance(31_000);
    await tab.press();
    await world.clock.advance(1_000);
    expect(world.prompts).to.have.length(0);
    expect(tab.state).to.include({ name: 'reviewing', confirming: false });
    await tab.press();
    expect(world.prompts).to.have.length(1);
  });

  it('F-26 pays the amount on the screen when the price has moved since the quote', async () => {
    const { world, tab } = await reviewing();
    world.service.price = 1_200n;
    await tab.press();
    expect(BigInt(world.prompts[0]!.transaction.value)).to.equal(8_360_000_000_000_000n);
  });

  it('F-20 reports quote-unsafe when the service reuses the request id of a paid request', async () => {
    const world = new World();
    const tab = world.open();
    await tab.review();
    await tab.press();
    await tab.reach('succeeded');
    const [paid] = world.facts().map((fact) => fact.split(' ')[1]);
    await tab.do({ type: 'reset' });
    await world.clock.advance(1_000);
    world.service.reuse = paid;
    await tab.review();
    await tab.press();
    await world.clock.advance(2_000);
    expect(world.promptsFor('pay')).to.equal(1);
    expect(tab.state).to.have.nested.property('problem.code', 'quote-unsafe');
  });
});

describe('confirm', () => {
  it('reads the balances again when the page decides after more than two seconds', async () => {
    const { world, tab } = await reviewing();
    onConfirm(tab, ({ waitUntil }) => {
      waitUntil(pause(10_000, world.clock, new AbortController().signal));
    });
    await tab.press();
    world.balances.set(tokens.eth.address, 1_000_000n);
    await world.clock.advance(15_000);
    expect(world.prompts).to.deep.equal([]);
    expect(tab.state).to.have.nested.property('problem.code', 'insufficient-funds');
  });

  it('reads the funds while the page decides, and the nonce only after that, together with the other checks', async () => {
    const asked: string[] = [];
    const answers: ((value: null) => void)[] = [];
    const ask = (name: string) => async () => {
      asked.push(name);
      return new Promise<null>((resolve) => answers.push(resolve));
    };
    let decide = (): void => undefined;
    const decision = new Promise<void>((resolve) => (decide = resolve));
    const clock = new VirtualClock(NOW);
    const pressed = { summary: quote, digest: '0xd1', quotedAt: NOW, requests: [deposit] };
    const payable = { ...pressed, attestation: Promise.resolve('valid' as const), rechecked: Promise.resolve() };
    const quotes = createGuardedQuotes();
    quotes.set(payable);
    const flow = {
      deps: { clock },
      options: { baseUrl: 'https://hub.test' },
      journal: createJournal(new MemoryStore(), 'key', clock),
      dispatch: () => undefined,
      emit: (_type: string, { waitUntil }: { waitUntil(promise: Promise<void>): void }) => waitUntil(decision),
    } as unknown as PaymentContext;
    const left = new AbortController();
    const confirming = confirmPayment({
      context: flow,
      quote: payable,
      quotes,
      ...pressing,
      adapter: {
        balances: async () => [await ask('balances')()],
        estimateFee: ask('fee'),
        transactions: { nextNonce: ask('nonce') },
      } as unknown as VmAdapter,
      signal: left.signal,
    });
    await settle();
    expect(asked).to.deep.equal(['balances', 'fee']);
    decide();
    await settle();
    expect(asked).to.deep.equal(['balances', 'fee', 'nonce']);
    left.abort(new Error('the test ends'));
    for (const answer of answers) answer(null);
    await confirming;
  });

  it('G70 I5 pays nothing when the digest to pay differs from the digest on the screen', async () => {
    const clock = new VirtualClock(NOW);
    const pressed = { summary: quote, requests: [], digest: '0xd1', quotedAt: NOW };
    const run = async (digest: string): Promise<string[]> => {
      const events: string[] = [];
      const storage = new MemoryStore();
      const flow = {
        deps: { clock, storage, random: (bytes: number) => new Uint8Array(bytes) },
        options: { baseUrl: 'https://hub.test' },
        key: 'key',
        settledBefore: () => new Set(),
        orderHashes: () => ['a'],
        journal: createJournal(storage, 'key', clock),
        locks: new SharedLocks().of({}),
        dispatch: ({ type }: { type: string }) => events.push(type),
        emit: () => undefined,
        until: async () => undefined,
      } as unknown as PaymentContext;
      const requests = [deposit];
      const attestation = Promise.resolve('unavailable' as const);
      const quotes = createGuardedQuotes();
      const rechecked = Promise.resolve();
      quotes.set({ ...pressed, requests, attestation, rechecked, digest });
      await confirmPayment({
        context: flow,
        quote: { ...pressed, requests, attestation, rechecked },
        quotes,
        ...pressing,
        adapter: {
          balances: async () => [null],
          estimateFee: async () => null,
          transactions: { nextNonce: async () => '7' },
          prepare: async () => new Promise(() => undefined),
        } as unknown as VmAdapter,
        signal: new AbortController().signal,
      });
      return events;
    };
    expect(await run('0xd2')).to.deep.equal(['confirm-vetoed', 'quote-aged']);
    expect(await run('0xd1')).to.include('authorized');
  });
});
