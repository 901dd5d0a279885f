import { expect } from 'chai';
import type { PaymentEvent, StateOf } from '../../../src/payment/model/state.js';
import type { ErrorInfo } from '../../../src/types.js';
import { people } from '../../support/quotes.js';
import { ETH, USDC, World, type Tab } from '../../support/world.js';

/** The accepted price impact (`overridePriceImpact`) of each quote request. */
const sentWith = (world: World): unknown[] => world.service.bodies.map((body) => body['overridePriceImpact']);
const overrides = (world: World): number => sentWith(world).filter((sent) => sent !== undefined).length;

/** The payer chooses an asset, and the service warns of a price impact. */
async function warned(options: Parameters<World['open']>[0] = {}, pay = ETH): Promise<{ world: World; tab: Tab }> {
  const world = new World();
  world.payer = 'waits';
  const tab = world.open(options);
  await tab.do({ type: 'opened' }, { type: 'wallet-picked', wallet: 'one.test' });
  await world.clock.advance(10_000);
  world.service.highPriceImpact = true;
  await tab.do({ type: 'asset-picked', ...pay });
  await world.clock.advance(1_000);
  return { world, tab };
}

const warningOn = (tab: Tab): ErrorInfo => {
  const { problem } = tab.state as StateOf<'selecting'>;
  expect(problem).to.have.property('code', 'price-impact');
  return problem!;
};
const accept = (refusal: ErrorInfo): PaymentEvent & { type: 'loss-accepted' } => ({ type: 'loss-accepted', refusal });

describe('checkout-effects with a price impact warning', () => {
  it('F-27 keeps the chosen asset and sends no override when the payer does not accept the loss', async () => {
    const { world, tab } = await warned();
    expect(tab.state).to.deep.include({ name: 'selecting', asset: ETH });
    expect(warningOn(tab)).to.include({ money: 'not-sent' });
    await world.clock.advance(600_000);
    expect([overrides(world), world.prompts.length]).to.deep.equal([0, 0]);
  });

  it('F-27 sends the override with one quote, which can be paid, when the payer accepts the loss', async () => {
    const { world, tab } = await warned();
    await tab.do(accept(warningOn(tab)));
    await tab.reach('reviewing');
    expect(sentWith(world).slice(-2)).to.deep.equal([undefined, true]);
    expect(tab.state).to.have.nested.property('intent.overridePriceImpact', true);
    world.payer = 'approves';
    await tab.press();
    await tab.reach('succeeded');
    expect([overrides(world), world.promptsFor('pay')]).to.deep.equal([1, 1]);
  });

  it('F-27 sends no override and warns again when the accepted quote expires', async () => {
    const { world, tab } = await warned();
    const first = warningOn(tab);
    await tab.do(accept(first));
    await tab.reach('reviewing');
    await world.clock.advance(26_000);
    expect(sentWith(world).slice(-2)).to.deep.equal([true, undefined]);
    const second = warningOn(tab);
    expect(second).not.to.equal(first);
    await tab.do(accept(first));
    expect(tab.state, 'what was ticked before is void').to.have.property('name', 'selecting');
    await tab.do(accept(second));
    await tab.reach('reviewing');
    expect(overrides(world)).to.equal(2);
  });

  it('F-27 ignores the acceptance when its warning was about another asset', async () => {
    const { world, tab } = await warned();
    const first = warningOn(tab);
    await tab.do({ type: 'back' });
    expect(tab.state).to.include({ name: 'selecting', asset: null }).and.not.have.property('problem');
    await tab.do({ type: 'asset-picked', ...USDC }, accept(first));
    await world.clock.advance(1_000);
    expect(warningOn(tab)).not.to.equal(first);
    expect(overrides(world)).to.equal(0);
  });

  it('F-27 ignores the acceptance when its warning was about another amount', async () => {
    const world = new World();
    const tab = world.open({ amount: undefined as never });
    await tab.do({ type: 'opened' }, { type: 'wallet-picked', wallet: 'one.test' });
    await world.clock.advance(10_000);
    world.service.highPriceImpact = true;
    await tab.do({ type: 'amount-typed', amount: '25000000' }, { type: 'asset-picked', ...ETH });
    await world.clock.advance(1_000);
    const first = warningOn(tab);
    await tab.do({ type: 'amount-typed', amount: '26000000' }, accept(first));
    expect(tab.state).to.have.property('name', 'selecting');
    await tab.do({ type: 'quote-asked' });
    await world.clock.advance(1_000);
    expect(warningOn(tab)).not.to.equal(first);
    expect(overrides(world)).to.equal(0);
  });

  it('F-27 refuses an override that the page sets as an option or in quoteOptions', async () => {
    for (const [options, attribute] of [
      [{ overridePriceImpact: true }, 'overridePriceImpact'],
      [{ quoteOptions: { overridePriceImpact: true } }, 'quoteOptions'],
    ] as const) {
      const world = new World();
      const tab = world.open(options as never);
      await tab.do({ type: 'opened' });
      expect(tab.state).to.have.nested.property('problem.attribute', attribute);
      expect(tab.state).to.have.nested.property('problem.code', 'config');
      expect(world.service.bodies).to.deep.equal([]);
    }
  });

  it('F-27 ignores the acceptance when the service no longer warns', async () => {
    const { world, tab } = await warned();
    const refusal = warningOn(tab);
    world.service.highPriceImpact = false;
    await tab.do({ type: 'back' }, { type: 'asset-picked', ...ETH });
    await tab.reach('reviewing');
    await tab.do(accept(refusal));
    await tab.do({ type: 'back' }, accept(refusal));
    expect(tab.state).to.include({ name: 'selecting' });
    expect(overrides(world)).to.equal(0);
  });

  it('F-27 picks no other asset for the payer when the chosen asset has a warning', async () => {
    const world = new World();
    world.service.highPriceImpact = ETH.currency;
    const tab = world.open();
    world.service.outages.set('/quote/v2', 'silent');
    await tab.do({ type: 'opened' }, { type: 'wallet-picked', wallet: 'one.test' });
    await tab.do({ type: 'asset-picked', ...ETH });
    world.service.outages.clear();
    await world.clock.advance(30_000);
    expect(tab.state).to.deep.include({ name: 'selecting', asset: ETH });
    warningOn(tab);
  });

  it('F-27 sends the override only when the payer accepts, also for an asset that the merchant fixed', async () => {
    const world = new World();
    world.service.highPriceImpact = true;
    const tab = world.open({ originChainId: 8453, originCurrency: 'USDC' });
    await tab.do({ type: 'opened' }, { type: 'wallet-picked', wallet: 'one.test' });
    await world.clock.advance(30_000);
    expect(tab.state).to.deep.include({ name: 'selecting', asset: USDC });
    await tab.do(accept(warningOn(tab)));
    await tab.reach('reviewing');
    expect(world.service.bodies.at(-1)).to.include({ user: people.payer, overridePriceImpact: true });
  });
});
