import { expect } from 'chai';
import { settle } from '../../support/clock.js';
import { people, tokens } from '../../support/quotes.js';
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

  it('P-23 picks the last used asset when it still covers the payment', async () => {
    const { world, tab } = await reviewing();
    world.payer = 'approves';
    await tab.press();
    await tab.reach('succeeded');
    await tab.do({ type: 'reset' }, { type: 'opened' });
    await tab.reach('reviewing');
    expect(tab.state).to.have.nested.property('asset.currency', tokens.eth.address);
  });

  const amountsSent = (world: World): unknown[] => world.service.bodies.map((body) => body['originCurrency']);
  const rememberEth = (world: World): void =>
    world.storage.setItem('hub-pay/1/last-asset', JSON.stringify({ chainId: 8453, currency: tokens.eth.address }));

  it('reviews the last used asset with its price quote, and sends no second quote', async () => {
    const world = new World();
    rememberEth(world);
    const tab = world.open();
    await tab.do({ type: 'opened' }, { type: 'wallet-picked', wallet: 'one.test' });
    expect(tab.state).to.include({ name: 'reviewing' }).and.to.have.nested.property('asset.symbol', 'ETH');
    expect(amountsSent(world)).to.deep.equal([tokens.eth.address, tokens.usdc.address]);
    const { quote } = tab.state as { quote: { requestId: string } };
    expect(quote.requestId).to.equal(world.service.requestIds[0]);
    await tab.press();
    await tab.reach('succeeded');
    expect([world.promptsFor('pay'), await world.deposits()]).to.deep.equal([1, 1]);
  });

  it('sends one quote for an asset that the merchant fixed', async () => {
    const world = new World();
    const tab = world.open({ originChainId: 8453, originCurrency: 'native' });
    await tab.do({ type: 'opened' }, { type: 'wallet-picked', wallet: 'one.test' });
    await tab.reach('reviewing');
    expect(amountsSent(world)).to.deep.equal([tokens.eth.address]);
  });

  it('sends a new quote when the payer picks an asset after five seconds or picks it again', async () => {
    const world = new World();
    const tab = world.open();
    await tab.do({ type: 'opened' }, { type: 'wallet-picked', wallet: 'one.test' });
    await tab.do({ type: 'asset-picked', chainId: 8453, currency: tokens.eth.address });
    expect([tab.state.name, world.service.bodies.length]).to.deep.equal(['reviewing', 2]);
    await tab.do({ type: 'back' }, { type: 'asset-picked', chainId: 8453, currency: tokens.eth.address });
    expect([tab.state.name, world.service.bodies.length]).to.deep.equal(['reviewing', 3]);
    await tab.do({ type: 'back' });
    await world.clock.advance(5_001);
    await tab.do({ type: 'asset-picked', chainId: 8453, currency: tokens.usdc.address });
    expect([tab.state.name, world.service.bodies.length]).to.deep.equal(['reviewing', 4]);
  });

  it('T01 refuses the review when the guard refuses the price quote that it reuses', async () => {
    const world = new World();
    rememberEth(world);
    world.service.tamper = (text) => text.replaceAll(people.recipient, people.attacker);
    const tab = world.open();
    await tab.do({ type: 'opened' }, { type: 'wallet-picked', wallet: 'one.test' });
    expect(amountsSent(world), 'without a second quote').to.have.length(2);
    expect(tab.state).to.include({ name: 'selecting' }).and.to.have.nested.property('problem.code', 'quote-unsafe');
    expect(world.of('state').some(({ state }) => state.name === 'reviewing')).to.equal(false);
  });

  it('keeps the age of a reused price quote, so that the review renews it 25 s after its request', async () => {
    const world = new World();
    const tab = world.open();
    await tab.do({ type: 'opened' }, { type: 'wallet-picked', wallet: 'one.test' });
    await world.clock.advance(4_000);
    await tab.do({ type: 'asset-picked', chainId: 8453, currency: tokens.eth.address });
    expect([tab.state.name, world.service.bodies.length]).to.deep.equal(['reviewing', 2]);
    await world.clock.advance(20_999);
    expect(world.service.bodies).to.have.length(2);
    await world.clock.advance(1);
    expect(world.service.bodies).to.have.length(3);
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

  it('finds a token that the session can then quote by its chain and its currency alone', async () => {
    const at = await openPicker();
    const { world, tab } = at;
    world.service.currencies.push(record());
    const [found] = assetsIn(await look(at, 'new'));
    const { chainId, currency } = found!;
    const listed = 'assets' in tab.state ? tab.state.assets : [];
    expect(listed.map((each) => each.currency)).to.not.include(currency);
    void tab.session.quote({ chainId, currency }).catch(() => undefined);
    await settle();
    expect(tab.state).to.have.nested.property('asset.currency', currency);
    expect(world.service.bodies.at(-1)).to.include({ originCurrency: currency });
  });

  it('finds no token that the session quotes in place of the one that the merchant has fixed', async () => {
    const at = await openPicker({ originChainId: 8453, originCurrency: 'native' });
    const { world, tab } = at;
    world.service.currencies.push(record());
    const [found] = assetsIn(await look(at, 'new'));
    const { chainId, currency } = found!;
    const refused = tab.session.quote({ chainId, currency }).catch((error: unknown) => error);
    await settle();
    expect(await refused).to.include({ code: 'no-route' });
    expect(world.service.bodies.map((body) => body['originCurrency'])).to.not.include(currency);
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
