import { expect } from 'chai';
import type { WireCurrencyRecord } from '../../src/api/wire.js';
import type { FoundAssets } from '../../src/payment/search.js';
import type { StateOf } from '../../src/payment/state.js';
import type { Asset } from '../../src/types.js';
import { settle } from '../support/clock.js';
import { makeRegistry, tokens } from '../support/quotes.js';
import { USDC, World, type Tab } from '../support/world.js';

const NEW = tokens.unpinned;
const record = (change: Partial<WireCurrencyRecord> = {}): WireCurrencyRecord => ({
  ...{ chainId: 8453, address: NEW.address, symbol: NEW.symbol, name: NEW.name, decimals: NEW.decimals },
  metadata: { verified: false },
  ...change,
});
const searches = (world: World): number => world.asked('/currencies/v1').length;

/** Connected, with the payer's own tokens on the screen. */
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

/** What comes of typing this and then nothing. */
async function look({ world, tab }: { world: World; tab: Tab }, text: string): Promise<FoundAssets | null> {
  const answer = tab.session.search(text);
  await world.clock.advance(2_000);
  return answer;
}
const assetsIn = (found: FoundAssets | null): readonly Asset[] => found?.assets ?? [];

describe('a search for tokens', () => {
  it('asks nobody before the payer types, nor for a letter', async () => {
    const at = await choosing();
    await at.world.clock.advance(60_000);
    expect([await look(at, 'n'), await look(at, ' n '), await look(at, '')]).to.deep.equal([null, null, null]);
    expect(searches(at.world)).to.equal(0);
  });

  it('waits until the payer has stopped typing, and asks once, on the chains that can be paid from', async () => {
    const { world, tab } = await choosing();
    const typed = ['ne', 'new', 'new '].map(async (text) => tab.session.search(text));
    await world.clock.advance(299);
    expect(searches(world)).to.equal(0);
    await world.clock.advance(1);
    await settle();
    expect(world.service.searches).to.deep.equal([{ term: 'new', chainIds: [8453, 10], limit: 20 }]);
    expect((await Promise.all(typed)).map((found) => found?.assets ?? null)).to.deep.equal([null, null, []]);
  });

  it('drops an answer that is late', async () => {
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

  it('of an address finds the token of that address', async () => {
    const at = await choosing();
    at.world.service.currencies.push(record());
    const [asset] = assetsIn(await look(at, NEW.address));
    expect(at.world.service.searches[0]).to.include({ address: NEW.address, useExternalSearch: true });
    expect(asset).to.include({ chainId: 8453, currency: NEW.address, symbol: 'NEW', verified: false, disabled: null });
    expect(asset).to.have.nested.property('balance.amountFormatted', '5');
  });

  it('shows verified ones first, and tells why one that the payer does not hold cannot pay', async () => {
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

  it('takes the registry’s word for a token that it holds, and not the search’s', async () => {
    const at = await choosing({ registry: makeRegistry() });
    at.world.service.currencies.push(record({ ...tokens.usdc, symbol: 'DAI', decimals: 0 }));
    const [asset] = assetsIn(await look(at, 'usd'));
    expect(asset).to.include({ symbol: 'USDC', decimals: 6, verified: true });
  });

  it('leaves out a token whose own contract counts in other units, or says nothing', async () => {
    const at = await choosing();
    at.world.service.currencies.push(record({ decimals: 18 }), record({ address: `0x${'7'.repeat(40)}` }));
    expect(assetsIn(await look(at, 'new'))).to.deep.equal([]);
  });

  it('leaves out what cannot be paid from here: other chains, other kinds of address', async () => {
    const at = await choosing({ origins: [8453] });
    at.world.service.currencies.push(
      record({ chainId: 10 }),
      record({ chainId: 792703809, address: tokens.usdcSvm.address }),
      record({ address: 'javascript:alert(1)' }),
    );
    expect(assetsIn(await look(at, 'new'))).to.deep.equal([]);
    expect(at.world.service.searches[0]).to.deep.include({ chainIds: [8453] });
  });

  it('cuts what a token is called to a length that can be shown', async () => {
    const at = await choosing();
    at.world.service.currencies.push(record({ symbol: 'A'.repeat(500), name: 'B'.repeat(500) }));
    const [asset] = assetsIn(await look(at, 'aa'));
    expect([asset?.symbol.length, asset?.name.length]).to.deep.equal([40, 40]);
  });

  it('that the service does not answer says so, and leaves the list as it is', async () => {
    const at = await choosing();
    at.world.service.outages.set('/currencies/v1', { status: 400, json: { message: 'no', code: 'NO' } });
    expect((await look(at, 'new'))?.problem).to.have.property('code', 'service-refused');
    expect(at.tab.state).to.include({ name: 'selecting' }).and.not.have.property('problem');
  });

  it('finds nothing for somebody who is not connected, nor where nothing was opened', async () => {
    const world = new World();
    const tab = world.open();
    expect(await look({ world, tab }, 'new')).to.equal(null);
    await tab.do({ type: 'opened' });
    expect(await look({ world, tab }, 'new')).to.equal(null);
    expect(searches(world)).to.equal(0);
  });

  it('ends with the sheet', async () => {
    const { world, tab } = await choosing();
    const answer = tab.session.search('new');
    await tab.do({ type: 'closed' });
    await world.clock.advance(5_000);
    expect([await answer, searches(world)]).to.deep.equal([null, 0]);
  });
});

describe('a token that was found', () => {
  it('can be chosen and paid with, and stays in the list', async () => {
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

  it('is not paid with where the quote counts in other units than its contract', async () => {
    const at = await choosing();
    at.world.service.currencies.push(record());
    const [found] = assetsIn(await look(at, 'new'));
    at.world.service.tamper = (text) => text.replaceAll('"decimals":9', '"decimals":6').replaceAll('0.02508', '25.08');
    await at.tab.do({ type: 'asset-picked', chainId: 8453, currency: NEW.address, found: found! });
    await at.world.clock.advance(1_000);
    expect(at.tab.state).to.have.nested.property('problem.code', 'quote-unsafe');
  });

  it('that cannot pay, or is another than was named, is not chosen', async () => {
    const at = await choosing();
    at.world.service.currencies.push(record());
    const [found] = assetsIn(await look(at, 'new'));
    const before = at.tab.state;
    await at.tab.do({
      ...{ type: 'asset-picked', chainId: 8453, currency: NEW.address },
      found: { ...found!, disabled: 'insufficient-funds' },
    } as never);
    await at.tab.do({ type: 'asset-picked', chainId: 8453, currency: `0x${'7'.repeat(40)}`, found: found! });
    expect(at.tab.state).to.equal(before);
    await at.tab.do({ type: 'asset-picked', ...USDC });
    await at.tab.reach('reviewing');
  });
});
