/** Shows what a token's own contract must say when the merchant has not pinned the token. */
import { expect } from 'chai';
import { tokens } from '../../support/quotes.js';
import { ETH, PINNED, USDC, World, type Tab } from '../../support/world.js';

const pressed = async (world: World, asset = USDC, options = {}): Promise<Tab> => {
  const tab = world.open(options);
  await tab.review(asset);
  await tab.press();
  await world.clock.advance(5_000);
  return tab;
};

const problemOf = ({ state }: Tab): unknown => ('problem' in state ? state.problem : undefined);

describe('an unpinned token', () => {
  for (const [what, change] of Object.entries<(world: World) => void>({
    'another symbol': (world) => world.symbols.set(tokens.usdc.address, 'JUNK'),
    'other decimals': (world) => world.decimals.set(tokens.usdc.address, 18),
  })) {
    it(`S-7 opens no prompt when the listing calls a contract USDC that says ${what}`, async () => {
      const world = new World();
      change(world);
      const tab = await pressed(world);
      expect(problemOf(tab)).to.deep.include({ code: 'quote-unsafe', details: 'G03 details.currencyIn.currency' });
      expect(world.prompts).to.have.length(0);
      // The wallet is asked, not the node that the listing names.
      expect(world.wallet.requests.map(({ method }) => method)).to.include('eth_call');
    });
  }

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

  it('S-7 is not asked for its name when it is pinned', async () => {
    const world = new World();
    world.symbols.set(tokens.usdc.address, 'JUNK');
    await (await pressed(world, USDC, PINNED)).reach('succeeded');
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
