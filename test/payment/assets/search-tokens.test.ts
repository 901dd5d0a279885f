import { expect } from 'chai';
import type { WireCurrencyRecord } from '../../../src/api/responses/types.js';
import type { TokenSearchResult } from '../../../src/payment/assets/asset-picker.js';
import type { StateOf } from '../../../src/payment/model/state.js';
import type { Asset } from '../../../src/types.js';
import { settle } from '../../support/clock.js';
import { makeRegistry, tokens } from '../../support/quotes.js';
import { USDC, World, type Tab } from '../../support/world.js';

const NEW = tokens.unpinned;
const record = (change: Partial<WireCurrencyRecord> = {}): WireCurrencyRecord => ({
  chainId: 8453,
  address: NEW.address,
  symbol: NEW.symbol,
  name: NEW.name,
  decimals: NEW.decimals,
  metadata: { verified: false },
  ...change,
});
const searches = (world: World): number => world.requestsTo('/currencies/v1').length;

/** A connected tab with the payer's own tokens on the screen. */
async function choosing(
  options: Parameters<World['open']>[0] = {},
  prepare: (world: World) => void = () => undefined,
): Promise<{ world: World; tab: Tab }> {
  const world = new World();
  world.payer = 'waits';
  world.balances.set(NEW.address, 5_000_000_000n);
  prepare(world);
  const tab = world.open(options);
  await tab.do({ type: 'opened' }, { type: 'wallet-picked', wallet: 'one.test' });
  await world.clock.advance(5_000);
  return { world, tab };
}

/** The result of typing this text and then pausing. */
async function look({ world, tab }: { world: World; tab: Tab }, text: string): Promise<TokenSearchResult | null> {
  const answer = tab.session.search(text);
  await world.clock.advance(2_000);
  return answer;
}
const assetsIn = (found: TokenSearchResult | null): readonly Asset[] => found?.assets ?? [];

describe('search-tokens', () => {
  it('sends no request when the payer has typed nothing or a single letter', async () => {
    const at = await choosing();
    await at.world.clock.advance(60_000);
    expect([await look(at, 'n'), await look(at, ' n '), await look(at, '')]).to.deep.equal([null, null, null]);
    expect(searches(at.world)).to.equal(0);
  });

  it('sends one request for the payable chains when the payer has not typed for 300 ms', async () => {
    const { world, tab } = await choosing();
    const typed = ['ne', 'new', 'new '].map(async (text) => tab.session.search(text));
    await world.clock.advance(299);
    expect(searches(world)).to.equal(0);
    await world.clock.advance(1);
    await settle();
    expect(world.service.searches).to.deep.equal([{ term: 'new', chainIds: [8453, 10], limit: 20 }]);
    expect((await Promise.all(typed)).map((found) => found?.assets ?? null)).to.deep.equal([null, null, []]);
  });

  it('drops the answer to an earlier search when a newer search has started', async () => {
    const { world, tab } = await choosing();
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

  it('finds the token when the payer types its address', async () => {
    const at = await choosing();
    at.world.service.currencies.push(record());
    const [asset] = assetsIn(await look(at, NEW.address));
    expect(at.world.service.searches[0]).to.include({ address: NEW.address, useExternalSearch: true });
    expect(asset).to.include({ chainId: 8453, currency: NEW.address, symbol: 'NEW', verified: false, disabled: null });
    expect(asset).to.have.nested.property('balance.amountFormatted', '5');
  });

  it('lists verified tokens first, and disables a token as insufficient-funds when the payer does not hold it', async () => {
    const at = await choosing();
    const other = `0x${'8'.repeat(40)}`;
    at.world.decimals.set(other, 6);
    at.world.balances.delete(tokens.usdt.address);
    at.world.service.currencies.push(
      record(),
      record({ address: other, decimals: 6, symbol: 'OTHER', metadata: { verified: true } }),
      record({ ...tokens.usdt, metadata: { verified: false } }),
      record({ ...tokens.usdc }),
      record({ ...tokens.usdc }),
    );
    const found = assetsIn(await look(at, 'coin'));
    expect(found.map(({ symbol, verified, disabled }) => [symbol, verified, disabled])).to.deep.equal([
      ['USDC', true, null],
      ['OTHER', true, 'insufficient-funds'],
      ['USDT', true, 'insufficient-funds'],
      ['NEW', false, null],
    ]);
  });

  it('uses the registry’s symbol and decimals when the registry has the token', async () => {
    const at = await choosing({ registry: makeRegistry() });
    at.world.service.currencies.push(record({ ...tokens.usdc, symbol: 'DAI', decimals: 0 }));
    const [asset] = assetsIn(await look(at, 'usd'));
    expect(asset).to.include({ symbol: 'USDC', decimals: 6, verified: true });
  });

  it('omits a token when its contract reports other decimals or none', async () => {
    const at = await choosing();
    at.world.service.currencies.push(record({ decimals: 18 }), record({ address: `0x${'7'.repeat(40)}` }));
    expect(assetsIn(await look(at, 'new'))).to.deep.equal([]);
  });

  it('omits a token when its chain or its kind of address cannot be paid from', async () => {
    const at = await choosing({ origins: [8453] });
    at.world.service.currencies.push(
      record({ chainId: 10 }),
      record({ chainId: 792703809, address: tokens.usdcSvm.address }),
      record({ address: 'javascript:alert(1)' }),
    );
    expect(assetsIn(await look(at, 'new'))).to.deep.equal([]);
    expect(at.world.service.searches[0]).to.deep.include({ chainIds: [8453] });
  });

  it('cuts symbol and name to 40 characters when they are longer', async () => {
    const at = await choosing();
    at.world.service.currencies.push(record({ symbol: 'A'.repeat(500), name: 'B'.repeat(500) }));
    const [asset] = assetsIn(await look(at, 'aa'));
    expect([asset?.symbol.length, asset?.name.length]).to.deep.equal([40, 40]);
  });

  it('returns the problem and keeps the asset list when the service refuses the search', async () => {
    const at = await choosing();
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
    const { world, tab } = await choosing();
    const answer = tab.session.search('new');
    await tab.do({ type: 'closed' });
    await world.clock.advance(5_000);
    expect([await answer, searches(world)]).to.deep.equal([null, 0]);
  });
});

describe('search-tokens result', () => {
  it('can be picked and paid, and stays in the list when the payer goes back', async () => {
    const at = await choosing();
    at.world.service.currencies.push(record());
    const [found] = assetsIn(await look(at, 'new'));
    const { world, tab } = at;
    await tab.do({ type: 'asset-picked', chainId: 8453, currency: NEW.address, found: found! });
    await tab.reach('reviewing');
    const { quote } = tab.state as StateOf<'reviewing'>;
    expect(quote.pays).to.include({ currency: NEW.address, decimals: 9 });
    expect(quote.warnings.map(({ path }) => path)).to.include('details.currencyIn.currency.address');
    await tab.do({ type: 'back' });
    expect((tab.state as StateOf<'selecting'>).assets.map(({ currency }) => currency)).to.include(NEW.address);
    await tab.do({ type: 'asset-picked', chainId: 8453, currency: NEW.address });
    await tab.reach('reviewing');
    world.payer = 'approves';
    await tab.press();
    await tab.reach('succeeded');
    expect([world.promptsFor('approve'), world.promptsFor('pay')]).to.deep.equal([1, 1]);
  });

  it('is rejected as quote-unsafe when the quote uses other decimals than the token’s contract', async () => {
    const at = await choosing();
    at.world.service.currencies.push(record());
    const [found] = assetsIn(await look(at, 'new'));
    at.world.service.tamper = (text) => text.replaceAll('"decimals":9', '"decimals":6').replaceAll('0.02508', '25.08');
    await at.tab.do({ type: 'asset-picked', chainId: 8453, currency: NEW.address, found: found! });
    await at.world.clock.advance(1_000);
    expect(at.tab.state).to.have.nested.property('problem.code', 'quote-unsafe');
  });

  it('is not picked when it is disabled or has another address than the picked one', async () => {
    const at = await choosing();
    at.world.service.currencies.push(record());
    const [found] = assetsIn(await look(at, 'new'));
    const before = at.tab.state;
    await at.tab.do({
      type: 'asset-picked',
      chainId: 8453,
      currency: NEW.address,
      found: { ...found!, disabled: 'insufficient-funds' },
    } as never);
    await at.tab.do({ type: 'asset-picked', chainId: 8453, currency: `0x${'7'.repeat(40)}`, found: found! });
    expect(at.tab.state).to.equal(before);
    await at.tab.do({ type: 'asset-picked', ...USDC });
    await at.tab.reach('reviewing');
  });
});
