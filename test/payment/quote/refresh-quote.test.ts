import { expect } from 'chai';
import type { ChainRecord } from '../../../src/types.js';
import { families } from '../../../src/vm/families.js';
import { settle } from '../../support/clock.js';
import { makeRegistry, people } from '../../support/quotes.js';
import { TOY_CHAIN, TOY_VM } from '../../support/fakes/toy-family.js';
import { ETH, World } from '../../support/world.js';
import { reviewing } from '../reviewing.js';
import { InstructionsWorld, SOL } from '../instructions-world.js';

const quotes = (world: World): number => world.requestsTo('/quote/v2').length;

describe('refresh-quote', () => {
  it('F-25 renews the quote every 25 s when the page is visible', async () => {
    const { world, tab } = await reviewing();
    const before = quotes(world);
    await world.clock.advance(100_000);
    expect(quotes(world) - before).to.equal(4);
    expect(tab.state.name).to.equal('reviewing');
  });

  it('F-25 pauses when the page is hidden, and renews the quote at once when the page is visible again', async () => {
    const { world, tab } = await reviewing();
    await tab.hide();
    const before = quotes(world);
    await world.clock.advance(600_000);
    expect(quotes(world)).to.equal(before);
    await tab.show();
    await world.clock.advance(0);
    expect(quotes(world)).to.equal(before + 1);
    expect(tab.state.name).to.equal('reviewing');
  });

  it('F-25 keeps a fresh quote when the page is hidden and shown again', async () => {
    const { world, tab } = await reviewing();
    const before = quotes(world);
    for (let n = 0; n < 5; n += 1)
      await tab.do({ type: 'visibility-changed', visible: false }, { type: 'visibility-changed', visible: true });
    await world.clock.advance(15_000);
    expect(quotes(world)).to.equal(before);
  });

  it('F-26 F-28 reports price-moved with both amounts when the price worsens by more than 0.5 %', async () => {
    const { world, tab } = await reviewing();
    world.service.price = 1_004n;
    await world.clock.advance(25_000);
    expect(tab.state).to.include({ name: 'reviewing' }).and.not.have.property('problem');
    world.service.price = 1_020n;
    await world.clock.advance(25_000);
    expect(tab.state).to.have.nested.property('problem.code', 'price-moved');
    expect(tab.state).to.have.deep.nested.property('problem.values', { old: '0.00839344 ETH', new: '0.0085272 ETH' });
  });

  it('F-4 F-5 keeps the old quote on the screen when the service answers 429, and retries later', async () => {
    const { world, tab } = await reviewing();
    world.service.outages.set('/quote/v2', { status: 429, retryAfter: '7' });
    await world.clock.advance(26_000);
    expect(tab.state)
      .to.include({ name: 'quoting' })
      .and.to.have.nested.property('quote.pays.amount', '8360000000000000');
    const before = quotes(world);
    world.service.outages.clear();
    await world.clock.advance(2_000);
    expect(quotes(world)).to.equal(before);
    await tab.reach('reviewing');
    expect(quotes(world)).to.equal(before + 1);
  });

  it('F-5 returns to the list with service-down when the service fails for three minutes', async () => {
    const { world, tab } = await reviewing();
    world.service.outages.set('/quote/v2', { status: 503 });
    await world.clock.advance(180_000);
    expect(tab.state).to.include({ name: 'selecting' }).and.to.have.nested.property('problem.code', 'service-down');
  });

  it('asks a new quote of its own when another tab’s payment has reverted', async () => {
    const world = new World();
    world.payer = 'waits';
    world.mines = false;
    const [one, two] = [world.open(), world.open()];
    await one.review();
    await two.review();
    await one.press();
    const { transaction } = world.prompts[0]!;
    world.prompts[0]!.approve();
    await world.clock.advance(1_000);
    await two.press();
    expect(two.state.name).to.equal('processing');
    world.chain.send({ ...transaction, value: BigInt(transaction.value), nonce: 0, reverts: true });
    world.chain.mine();
    await two.reach('selecting');
    expect(two.state).to.have.nested.property('problem.code', 'reverted');
    const before = quotes(world);
    await two.review();
    expect(quotes(world)).to.be.above(before);
    await two.press();
    expect(world.prompts).to.have.length(2);
  });

  describe('with a chains listing that is older than a minute', () => {
    /** The payer has gone back from a review, and more than a minute has passed. */
    async function reviewLater(registry = false) {
      const world = new World();
      world.payer = 'waits';
      const tab = world.open(registry ? { registry: makeRegistry() } : {});
      await tab.review();
      await tab.do({ type: 'back' });
      await world.clock.advance(61_000);
      const before = [listings(world), quotes(world)];
      return { world, tab, before };
    }
    const listings = (world: World): number => world.requestsTo('/chains').length;

    it('P-14 requests the listing once, together with the quote', async () => {
      const { world, tab, before } = await reviewLater();
      await tab.do({ type: 'asset-picked', ...ETH });
      expect([tab.state.name, listings(world) - before[0]!, quotes(world) - before[1]!]).to.deep.equal([
        'reviewing',
        1,
        1,
      ]);
      await world.clock.advance(26_000);
      expect([listings(world) - before[0]!, quotes(world) - before[1]!]).to.deep.equal([1, 2]);
    });

    it('shows the quote and accepts a press when the new listing never arrives', async () => {
      const { world, tab } = await reviewLater();
      world.service.outages.set('/chains', 'silent');
      await tab.do({ type: 'asset-picked', ...ETH });
      expect(tab.state.name).to.equal('reviewing');
      await tab.press();
      await world.clock.advance(4_000);
      expect(world.prompts).to.have.length(1);
    });

    for (const [title, change] of [
      ['pauses the chain', (chain: ChainRecord) => ({ ...chain, disabled: true })],
      [
        'names another depository',
        (chain: ChainRecord) => ({ ...chain, protocol: { v2: { depository: people.attacker } } }),
      ],
    ] as const) {
      it(`P-14 F-22 opens no wallet and removes the quote when the new listing ${title} after the press`, async () => {
        const { world, tab } = await reviewLater();
        world.service.listing = (chains) => chains.map((chain) => (chain.id === 8453 ? change(chain) : chain));
        const late = delayed(world);
        await tab.do({ type: 'asset-picked', ...ETH });
        expect(tab.state.name, 'the quote does not wait for the listing').to.equal('reviewing');
        await tab.press();
        expect(world.prompts).to.have.length(0);
        late.arrive();
        await world.clock.advance(1_000);
        expect(world.prompts).to.have.length(0);
        expect(tab.state).to.include({ name: 'selecting' }).and.to.have.nested.property('problem.code');
      });
    }

    it('P-14 F-22 removes the quote before a press when the new listing pauses the chain', async () => {
      const { world, tab } = await reviewLater(true);
      world.service.incidents[8453] = { disabled: true };
      const late = delayed(world);
      await tab.do({ type: 'asset-picked', ...ETH });
      expect(tab.state.name).to.equal('reviewing');
      late.arrive();
      await settle();
      expect(tab.state).to.include({ name: 'selecting' }).and.to.have.nested.property('problem.code');
    });
  });

  for (const limitsSize of [true, false]) {
    it(`requests ${limitsSize ? 'a short' : 'any'} route when the family limits ${limitsSize ? '' : 'not '}its transactions`, async () => {
      const world = new InstructionsWorld();
      families[TOY_VM]!.limitsSize = limitsSize;
      await world.open(world.pinned).review(SOL);
      const asked = world.service.bodies.filter(({ originChainId }) => originChainId === TOY_CHAIN);
      expect(asked.at(-1)?.['maxRouteLength']).to.equal(limitsSize ? 4 : undefined);
      expect(world.toy.compiled).to.have.length(limitsSize ? 1 : 0);
    });
  }
});

/** Delays the chains listing until `arrive`. */
function delayed(world: World): { arrive: () => void } {
  const answer = world.service.answer.bind(world.service);
  let arrive = (): void => undefined;
  const arrived = new Promise<void>((resolve) => (arrive = resolve));
  world.service.answer = async (method, url, body) => {
    if (url.pathname === '/chains') await arrived;
    return answer(method, url, body);
  };
  return { arrive };
}
