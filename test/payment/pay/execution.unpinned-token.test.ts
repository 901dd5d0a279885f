/** Shows what a token's own contract must say when the merchant has not pinned the token. */
import { expect } from 'chai';
import { encodeFunctionResult, parseAbi } from 'viem';
import type { PaymentState } from '../../../src/payment/model/state.js';
import type { Asset } from '../../../src/types.js';
import { tokens } from '../../support/quotes.js';
import { ETH, PINNED, USDC, World, type Tab } from '../../support/world.js';
import { answering, LIARS, number, ODD_BUT_HONEST, text } from '../token-liars.js';

const usdc = tokens.usdc.address;

/** Connects the wallet and waits until the list is complete. */
const listing = async (world: World, options = {}): Promise<Tab> => {
  const tab = world.open(options);
  await tab.do({ type: 'opened' }, { type: 'wallet-picked', wallet: 'one.test' });
  await world.clock.advance(5_000);
  return tab;
};

const assetsOf = (state: PaymentState): readonly Asset[] =>
  'selection' in state ? state.selection.assets : state.name === 'selecting' ? state.assets : [];

/** The symbols of all tokens that the page has ever offered. */
const offered = (world: World): string[] => [
  ...new Set(world.of('state').flatMap(({ state }) => assetsOf(state).map(({ symbol }) => symbol))),
];

/** Presses the pay button at the review of USDC. `change` runs before the press. */
const pressed = async (world: World, change: () => void = () => undefined, options = {}): Promise<Tab> => {
  const tab = world.open(options);
  await tab.review(USDC);
  change();
  await tab.press();
  await world.clock.advance(5_000);
  return tab;
};

const problemOf = ({ state }: Tab): unknown => ('problem' in state ? state.problem : undefined);
const REFUSED = { code: 'quote-unsafe', details: 'G03 details.currencyIn.currency' };

describe('an unpinned token', () => {
  for (const answer of ['8453', 8453, 'eip155:8453', { chainId: '0x2105' }]) {
    it(`S-7 F-38 does not offer a false token when the wallet writes its chain as ${JSON.stringify(answer)}`, async () => {
      const world = new World();
      world.wallet.always('eth_chainId', answer);
      const [lie] = Object.values(LIARS);
      // Only the wallet’s own node says what the token is.
      world.wallet.always('eth_call', ([call]: readonly unknown[]) => {
        const other = new World();
        answering(other, usdc, lie!);
        return other.readBalances(call as { to: string; data: `0x${string}` }, true);
      });
      await listing(world);
      expect(offered(world)).to.deep.equal(['ETH']);
    });
  }

  for (const [what, answers] of Object.entries(LIARS)) {
    it(`S-31 S-7 is neither offered nor shown when its contract ${what}`, async () => {
      const world = new World();
      answering(world, usdc, answers);
      const tab = await listing(world);
      await tab.do({ type: 'asset-picked', ...USDC });
      await world.clock.advance(5_000);
      expect(offered(world)).to.deep.equal(['ETH']);
      expect(world.prompts).to.have.length(0);
    });

    it(`S-31 S-7 opens no prompt when its contract ${what}, but the list’s node said otherwise`, async () => {
      const world = new World();
      const tab = await pressed(world, () => answering(world, usdc, answers));
      expect(problemOf(tab)).to.deep.include(REFUSED);
      expect(world.prompts).to.have.length(0);
      expect(world.wallet.requests.map(({ method }) => method)).to.include('eth_call');
    });
  }

  for (const [what, answers] of Object.entries(ODD_BUT_HONEST)) {
    it(`S-31 is paid with when its contract ${what}`, async () => {
      const world = new World();
      answering(world, usdc, answers);
      const tab = await pressed(world);
      await tab.reach('succeeded');
      expect(world.prompts).to.have.length(2);
    });
  }

  it('S-31 opens no second prompt when its contract changes its words after the approval', async () => {
    const world = new World();
    world.onLog = (entry) => {
      if (entry.kind === 'prompt' && entry.step === 'approve') answering(world, usdc, { decimals: number(18) });
    };
    const tab = await pressed(world);
    expect([world.promptsFor('approve'), world.promptsFor('pay')]).to.deep.equal([1, 0]);
    expect(problemOf(tab)).to.deep.include(REFUSED);
  });

  it('S-31 is not offered when only the Multicall3 that the listing names confirms it', async () => {
    const world = new World();
    const lie = encodeFunctionResult({
      abi: parseAbi([
        'struct Result { bool success; bytes returnData; }',
        'function aggregate3((address, bool, bytes)[] calls) payable returns (Result[] returnData)',
      ]),
      functionName: 'aggregate3',
      result: [
        { success: true, returnData: number(10 ** 9) },
        { success: true, returnData: number(10 ** 9) },
        { success: true, returnData: number(6) },
      ],
    });
    const multicall3 = `0x${'3c'.repeat(20)}`;
    world.replies.set(multicall3, () => lie);
    answering(world, usdc, { symbol: text('ART'), decimals: null });
    world.service.incidents[8453] = { contracts: { multicall3 } };
    await listing(world);
    // The lie of the false contract is also a balance of USDT, whose own contract is honest.
    expect(offered(world)).to.deep.equal(['ETH', 'USDT']);
  });

  it('S-31 opens no prompt when the node of the listing lies and the wallet was on another chain', async () => {
    const world = new World();
    world.wallet.chains.push(10);
    world.wallet.chainId = 10;
    const truth = world.chain.answer.bind(world.chain);
    // The wallet has its own node. Only the node that the listing names confirms the token.
    world.wallet.always('eth_call', ([call, block]: readonly unknown[]) => {
      const { to, data } = call as { to: string; data: string };
      return to.toLowerCase() === usdc && data === '0x313ce567' ? number(2) : truth('eth_call', [call, block]);
    });
    const tab = await pressed(world);
    expect(problemOf(tab)).to.deep.include(REFUSED);
    expect(world.prompts).to.have.length(0);
  });

  it('S-31 is not offered when the wallet is on the chain and contradicts the node of the listing', async () => {
    const world = new World();
    world.wallet.always('eth_call', () => number(2));
    await listing(world);
    expect(offered(world)).to.deep.equal(['ETH']);
  });

  it('S-31 opens no prompt and says that nobody answers when the wallet does not read its chain', async () => {
    const world = new World();
    world.wallet.always('eth_blockNumber', new Error('The wallet reads nothing'));
    const tab = await pressed(world);
    expect(problemOf(tab)).to.deep.include({ code: 'service-down', money: 'not-sent' });
    expect(world.prompts).to.have.length(0);
  });

  it('S-31 opens no prompt and blames nobody when the wallet’s node fails at the press', async () => {
    for (const fault of [new Error('unavailable'), () => new Promise(() => undefined)]) {
      const world = new World();
      const tab = await pressed(world, () => world.wallet.always('eth_call', fault));
      await world.clock.advance(30_000);
      expect(problemOf(tab)).to.deep.include({ code: 'service-down', money: 'not-sent', retryable: true });
      expect(world.prompts).to.have.length(0);
    }
  });

  it('S-31 is paid with when the wallet drops the first answer', async () => {
    const world = new World();
    const tab = await pressed(world, () => world.wallet.once('eth_call', new Error('dropped'), new Error('dropped')));
    await tab.reach('succeeded');
  });

  it('S-31 is named but cannot be used when the merchant fixed it and its contract has other decimals', async () => {
    const world = new World();
    answering(world, usdc, { decimals: number(18) });
    const tab = await listing(world, { originChainId: 8453, originCurrency: 'USDC' });
    const { state } = tab;
    expect(state.name === 'selecting' && state.assets.map(({ symbol, disabled }) => [symbol, disabled])).to.deep.equal([
      ['USDC', 'quote-unsafe'],
    ]);
    await tab.do({ type: 'asset-picked', ...USDC });
    expect(tab.state.name).to.equal('selecting');
  });

  it('S-7 is paid with when its contract agrees with the listing', async () => {
    const world = new World();
    const tab = await pressed(world);
    await tab.reach('succeeded');
    expect(world.prompts).to.have.length(2);
  });

  it('S-7 is unverified in the list when the merchant pins no registry, and the native currency too', async () => {
    const world = new World();
    const tab = world.open();
    await tab.review(USDC);
    await tab.do({ type: 'back' });
    const verified = ({ state }: Tab): boolean[] =>
      state.name === 'selecting' ? state.assets.map((asset) => asset.verified) : [];
    expect(verified(tab)).to.deep.equal([false, false]);
    const pinned = new World().open(PINNED);
    await pinned.review(USDC);
    await pinned.do({ type: 'back' });
    expect(verified(pinned)).to.deep.equal([true, true]);
  });

  it('S-7 S-31 is not asked about when it is pinned', async () => {
    const world = new World();
    answering(world, usdc, LIARS['is a collection without decimals']!);
    await (await pressed(world, undefined, PINNED)).reach('succeeded');
  });

  it('S-7 is blocked when the listing gives the native currency other decimals than 18', async () => {
    const world = new World();
    const native = { ...tokens.eth, symbol: 'USDC', decimals: 6 };
    world.service.listing = (chains) =>
      chains.map((chain) => (chain.id === ETH.chainId ? { ...chain, currency: native } : chain));
    world.service.tamper = (text) =>
      text.replaceAll('"decimals":18', '"decimals":6').replaceAll('"0.00836"', '"8360000000"');
    const tab = world.open();
    await tab.do({ type: 'opened' }, { type: 'wallet-picked', wallet: 'one.test' });
    await world.clock.advance(1_000);
    await tab.do({ type: 'asset-picked', ...ETH });
    await world.clock.advance(1_000);
    expect(problemOf(tab)).to.deep.include({
      code: 'quote-unsafe',
      details: 'G03 details.currencyIn.currency.decimals',
    });
  });
});
