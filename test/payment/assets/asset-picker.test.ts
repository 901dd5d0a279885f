import { expect } from 'chai';
import { settle } from '../../support/clock.js';
import { tokens } from '../../support/quotes.js';
import { World } from '../../support/world.js';
import { reviewing } from '../reviewing.js';
import { record, openPicker, look, assetsIn } from './token-search.js';
const searches = (world: World): number => world.requestsTo('/currencies/v1').length;

describe('asset-picker', () => {
  it('picks the asset when it is the only one that can pay', async () => {
    const world = new World();
    world.balances.set(tokens.usdc.address, 5n);
    const tab = world.open();
    await tab.do({ type: 'opened' }, { type: 'wallet-picked', wallet: 'one.test' });
    await tab.reach('reviewing');
    expect(tab.state).to.have.nested.property('asset.currency', tokens.eth.address);
  });

  it('picks the last used asset when it still covers the payment', async () => {
    const { world, tab } = await reviewing();
    world.payer = 'approves';
    await tab.press();
    await tab.reach('succeeded');
    await tab.do({ type: 'reset' }, { type: 'opened' });
    await tab.reach('reviewing');
    expect(tab.state).to.have.nested.property('asset.currency', tokens.eth.address);
  });

  it('picks no asset when the payer has gone back', async () => {
    const world = new World();
    world.balances.set(tokens.usdc.address, 5n);
    const tab = world.open();
    await tab.do({ type: 'opened' }, { type: 'wallet-picked', wallet: 'one.test' });
    await tab.reach('reviewing');
    await tab.do({ type: 'back' });
    await world.clock.advance(60_000);
    expect(tab.state).to.include({ name: 'selecting' });
  });
});

describe('searchTokens of asset-picker', () => {
  it('sends no request when the payer has typed nothing or a single letter', async () => {
    const at = await openPicker();
    await at.world.clock.advance(60_000);
    expect([await look(at, 'n'), await look(at, ' n '), await look(at, '')]).to.deep.equal([null, null, null]);
    expect(searches(at.world)).to.equal(0);
  });

  it('sends one request for the payable chains when the payer has not typed for 300 ms', async () => {
    const { world, tab } = await openPicker();
    const typed = ['ne', 'new', 'new '].map(async (text) => tab.session.search(text));
    await world.clock.advance(299);
    expect(searches(world)).to.equal(0);
    await world.clock.advance(1);
    await settle();
    expect(world.service.searches).to.deep.equal([{ term: 'new', chainIds: [8453, 10], limit: 20 }]);
    expect((await Promise.all(typed)).map((found) => found?.assets ?? null)).to.deep.equal([null, null, []]);
  });

  it('drops the answer to an earlier search when a newer search has started', async () => {
    const { world, tab } = await openPicker();
    world.service.currencies.push(record());
    world.service.outages.set('/currencies/v1', 'silent');
    const first = tab.session.search('new');
    await world.clock.advance(300);
    expect(searches(world)).to.equal(1);
    world.service.outages.clear();
    const second = tab.session.search('newer');
    await world.clock.advance(1_000);
    expect([await first, assetsIn(await second).length]).to.deep.equal([null, 1]);
  });

  it('returns the problem and keeps the asset list when the service refuses the search', async () => {
    const at = await openPicker();
    at.world.service.outages.set('/currencies/v1', { status: 400, json: { message: 'no', code: 'NO' } });
    expect((await look(at, 'new'))?.problem).to.have.property('code', 'service-refused');
    expect(at.tab.state).to.include({ name: 'selecting' }).and.not.have.property('problem');
  });

  it('returns null and sends no request when nothing is open or no wallet is connected', async () => {
    const world = new World();
    const tab = world.open();
    expect(await look({ world, tab }, 'new')).to.equal(null);
    await tab.do({ type: 'opened' });
    expect(await look({ world, tab }, 'new')).to.equal(null);
    expect(searches(world)).to.equal(0);
  });

  it('returns null and sends no request when the sheet closes during the delay', async () => {
    const { world, tab } = await openPicker();
    const answer = tab.session.search('new');
    await tab.do({ type: 'closed' });
    await world.clock.advance(5_000);
    expect([await answer, searches(world)]).to.deep.equal([null, 0]);
  });
});
