/** Tests that neither the price loop nor the payer's presses send a quote request before its `Retry-After`. */
import { expect } from 'chai';
import type { World } from '../../support/world.js';
import { ETH, OPTIONS, USDC, type Tab } from '../../support/world.js';
import { SECOND } from '../../support/times.js';
import { reviewing } from '../reviewing.js';

const quotes = (world: World): number => world.requestsTo('/quote/v2').length;
const limit = (world: World): void => {
  world.service.outages.set('/quote/v2', { status: 429, retryAfter: '60' });
};

/** Everything that a payer and a page can do to get a price. */
async function insist(tab: Tab): Promise<void> {
  await tab.do(
    { type: 'quote-aged' },
    { type: 'visibility-changed', visible: false },
    { type: 'visibility-changed', visible: true },
    { type: 'woken' },
    { type: 'back' },
    { type: 'asset-picked', ...ETH },
    { type: 'asset-picked', ...USDC },
    { type: 'quote-asked' },
    { type: 'asset-picked', ...ETH },
  );
}

/** The review of another asset is refused. Its price from the list is too old to be used again. */
async function refusedOnce(): Promise<{ world: World; tab: Tab; until: number }> {
  const { world, tab } = await reviewing();
  await world.clock.advance(10 * SECOND);
  limit(world);
  await tab.do({ type: 'back' }, { type: 'asset-picked', ...USDC });
  return { world, tab, until: world.clock.now() + 60 * SECOND };
}

describe('P-18 quotes and Retry-After', () => {
  it('P-18 the price loop sends one request before the Retry-After and one at its time', async () => {
    const { world, tab } = await reviewing();
    limit(world);
    const before = quotes(world);
    await world.clock.advance(26 * SECOND);
    const until = world.requestsTo('/quote/v2').at(-1)!.at + 60 * SECOND;
    expect(tab.state).to.include({ name: 'quoting' });
    expect(tab.state).to.have.deep.nested.property('problem.values', { retryAt: String(until) });
    await tab.do({ type: 'quote-aged' }, { type: 'visibility-changed', visible: true }, { type: 'woken' });
    await world.clock.advance(until - world.clock.now() - 1);
    expect(quotes(world) - before).to.equal(1);
    world.service.outages.clear();
    await world.clock.advance(1);
    expect([quotes(world) - before, tab.state.name]).to.deep.equal([2, 'reviewing']);
    expect(tab.state).not.to.have.property('problem');
  });

  it('P-18 presses send no request before the Retry-After, and one press sends one after it', async () => {
    const { world, tab, until } = await refusedOnce();
    const before = quotes(world);
    expect(tab.state).to.have.deep.nested.property('problem.values', { retryAt: String(until) });
    for (let n = 0; n < 5; n += 1) {
      await insist(tab);
      await world.clock.advance(10 * SECOND);
    }
    expect(quotes(world)).to.equal(before);
    expect(tab.state).to.have.nested.property('problem.code', 'rate-limited');
    world.service.outages.clear();
    await world.clock.advance(10 * SECOND);
    expect(quotes(world), 'nothing is requested without a press').to.equal(before);
    await tab.do({ type: 'asset-picked', ...USDC });
    await tab.reach('reviewing');
    expect(quotes(world)).to.equal(before + 1);
  });

  it('P-18 other options on the same page send no request before the Retry-After', async () => {
    const { world, tab } = await refusedOnce();
    const before = quotes(world);
    tab.session.configure({ ...OPTIONS, amount: '26', reference: 'order-8' });
    await tab.do({ type: 'opened' });
    await insist(tab);
    await world.clock.advance(58 * SECOND);
    expect(quotes(world)).to.equal(before);
  });
});
