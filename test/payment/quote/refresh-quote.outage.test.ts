/** Tests the quote on the screen while the service cannot be reached or refuses requests. */
import { expect } from 'chai';
import { whileOffline } from '../../support/pages/offline.js';
import { ETH, World } from '../../support/world.js';
import type { Outage } from '../../support/world-service.js';
import { reviewing } from '../reviewing.js';

const QUOTE = '/quote/v2';
const quotes = (world: World): number => world.requestsTo(QUOTE).length;

describe('refresh-quote during an outage', () => {
  it('F-16 keeps the last quote on the screen while offline, and renews it at once when the browser is online', async () => {
    const { world, tab } = await reviewing();
    await whileOffline(async () => {
      world.service.outages.set(QUOTE, 'unreachable');
      await world.clock.advance(180_000);
      expect(tab.state).to.include({ name: 'quoting' }).and.to.have.nested.property('quote.pays.symbol', 'ETH');
      expect(tab.state).to.have.nested.property('problem.code', 'offline');
      expect(tab.emitted.filter((name) => name === 'hub-error')).to.have.length(1);
    });
    world.service.outages.clear();
    const before = quotes(world);
    await tab.do({ type: 'woken' });
    await world.clock.advance(0);
    expect(quotes(world)).to.equal(before + 1);
    expect(tab.state).to.include({ name: 'reviewing' }).and.not.to.have.property('problem');
  });

  it('F-16 requests the first quote when the browser is online again, without a press', async () => {
    const world = new World();
    const tab = world.open();
    await tab.do({ type: 'opened' }, { type: 'wallet-picked', wallet: 'one.test' });
    await world.clock.until(() => tab.state.name === 'selecting' && tab.state.assets.length > 0);
    // The list's own price quote is too old for the review.
    await world.clock.advance(10_000);
    await whileOffline(async () => {
      world.service.outages.set(QUOTE, 'unreachable');
      await tab.do({ type: 'asset-picked', ...ETH });
      await tab.reach('selecting');
      const before = quotes(world);
      await world.clock.advance(60_000);
      expect(quotes(world)).to.equal(before);
      expect(tab.state).to.have.nested.property('problem.code', 'offline');
    });
    world.service.outages.clear();
    await tab.do({ type: 'woken' });
    await tab.reach('reviewing');
    expect(tab.state).to.deep.nested.include({ 'asset.currency': ETH.currency }).and.not.to.have.property('problem');
  });

  const waits: Record<string, [outage: Outage, least: number]> = {
    'a number of seconds': [{ status: 429, retryAfter: '7' }, 7],
    'a date': [{ status: 429, retryAfter: 'DATE' }, 20],
    nothing: [{ status: 429 }, 1],
    'a number that is far too large': [{ status: 429, retryAfter: '1000000000' }, 300],
  };
  for (const [what, [outage, least]] of Object.entries(waits)) {
    it(`F-4 keeps the last quote, and asks after ${least} s at the earliest, when Retry-After names ${what}`, async () => {
      const { world, tab } = await reviewing();
      const at = new Date(world.clock.now() + 22_000 + least * 1_000).toUTCString();
      const isDate = typeof outage === 'object' && outage.retryAfter === 'DATE';
      world.service.outages.set(QUOTE, isDate ? { status: 429, retryAfter: at } : outage);
      const before = quotes(world);
      await world.clock.until(() => quotes(world) > before);
      world.service.outages.clear();
      const refused = world.clock.now();
      await world.clock.advance(least * 1_000 - 1_500);
      expect([tab.state.name, quotes(world)]).to.deep.equal(['quoting', before + 1]);
      await tab.reach('reviewing');
      expect(world.clock.now() - refused).to.be.within(least * 1_000 - 1_500, least * 1_000 + 8_000);
    });
  }
});

describe('a service that refuses the merchant', () => {
  for (const status of [401, 403]) {
    it(`F-2 says that payments are not possible, and asks no second time, when the service answers ${status}`, async () => {
      const world = new World();
      world.service.outages.set(QUOTE, { status, json: { message: 'no', errorCode: 'UNAUTHORIZED' } });
      const tab = world.open();
      await tab.do({ type: 'opened' }, { type: 'wallet-picked', wallet: 'one.test' });
      await world.clock.until(() => tab.state.name === 'selecting' && tab.state.assets.length > 0);
      await world.clock.advance(5_000);
      await tab.do({ type: 'asset-picked', ...ETH });
      await tab.reach('selecting');
      const before = quotes(world);
      await world.clock.advance(300_000);
      expect(tab.state).to.have.nested.property('problem.code', 'service-refused');
      expect(tab.detail('hub-error')).to.include({
        code: 'service-refused',
        money: 'not-sent',
        details: 'UNAUTHORIZED',
      });
      expect(quotes(world)).to.equal(before);
    });
  }
});
