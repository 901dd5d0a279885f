import { expect } from 'chai';
import type { StateOf } from '../../../src/payment/model/state.js';
import { makeRegistry, tokens } from '../../support/quotes.js';
import { PINNED, USDC } from '../../support/world.js';
import { answering, LIARS } from '../token-liars.js';
import { NEW, record, openPicker, look, assetsIn } from './token-search.js';

describe('search-tokens', () => {
  it('finds the token when the payer types its address', async () => {
    const at = await openPicker();
    at.world.service.currencies.push(record());
    const [asset] = assetsIn(await look(at, NEW.address));
    expect(at.world.service.searches[0]).to.include({ address: NEW.address, useExternalSearch: true });
    expect(asset).to.include({ chainId: 8453, currency: NEW.address, symbol: 'NEW', verified: false, disabled: null });
    expect(asset).to.have.nested.property('balance.amountFormatted', '5');
  });

  it('finds no token that the merchant excludes', async () => {
    for (const [tokens, found] of [
      [['-NEW'], []],
      [['USDC'], []],
      [[`8453:${NEW.address}`], ['NEW']],
      [['USDC', '*'], ['NEW']],
    ] as const) {
      const at = await openPicker({ tokens });
      at.world.service.currencies.push(record());
      expect(assetsIn(await look(at, 'new')).map(({ symbol }) => symbol)).to.deep.equal(found);
    }
  });

  it('S-6 verifies no token outside the registry, whatever the service says about it', async () => {
    const at = await openPicker(PINNED);
    at.world.service.currencies.push(record({ metadata: { verified: true } }), record({ ...tokens.usdt }));
    const found = assetsIn(await look(at, 'coin'));
    expect(found.map(({ symbol, verified }) => [symbol, verified])).to.deep.equal([
      ['USDT', true],
      ['NEW', false],
    ]);
  });

  it('S-6 shows the symbol of the contract when the service gives the token another', async () => {
    const at = await openPicker(PINNED);
    at.world.service.currencies.push(record({ symbol: 'BEST' }));
    expect(assetsIn(await look(at, 'best')).map(({ symbol }) => symbol)).to.deep.equal(['NEW']);
  });

  for (const name of ['USDC', 'usdc', 'ＵＳＤＣ', 'US\u200bDC']) {
    it(`S-6 omits an unpinned token when the service or its contract names it ${JSON.stringify(name)}`, async () => {
      const at = await openPicker(PINNED);
      at.world.service.currencies.push(record({ symbol: name }));
      expect(assetsIn(await look(at, 'usdc'))).to.deep.equal([]);
      at.world.symbols.set(NEW.address, name);
      at.world.service.currencies.splice(0, 1, record());
      expect(assetsIn(await look(at, 'new'))).to.deep.equal([]);
    });
  }

  it('F-24 lists verified tokens first, and disables a token as insufficient-funds when the payer does not hold it', async () => {
    const at = await openPicker(PINNED);
    const other = `0x${'8'.repeat(40)}`;
    at.world.decimals.set(other, 6);
    at.world.symbols.set(other, 'OTHER');
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
      ['USDT', true, 'insufficient-funds'],
      ['NEW', false, null],
      ['OTHER', false, 'insufficient-funds'],
    ]);
  });

  it('F-24 uses the registry’s symbol and decimals when the registry has the token', async () => {
    const at = await openPicker({ registry: makeRegistry() });
    at.world.service.currencies.push(record({ ...tokens.usdc, symbol: 'DAI', decimals: 0 }));
    const [asset] = assetsIn(await look(at, 'usd'));
    expect(asset).to.include({ symbol: 'USDC', decimals: 6, verified: true });
  });

  for (const [what, answers] of Object.entries(LIARS)) {
    // The search shows the contract's own symbol, so another symbol of letters is no lie here.
    if (['has another symbol', 'has the symbol in other letters', 'has a look-alike symbol'].includes(what)) continue;
    for (const options of [{}, PINNED]) {
      it(`S-31 omits a token ${'registry' in options ? 'outside the registry' : 'without a registry'} when its contract ${what}`, async () => {
        const at = await openPicker(options);
        at.world.symbols.set(NEW.address, 'USDX');
        at.world.decimals.set(NEW.address, 6);
        answering(at.world, NEW.address, answers);
        at.world.service.currencies.push(record({ symbol: 'USDX', decimals: 6 }));
        expect(assetsIn(await look(at, 'usdx'))).to.deep.equal([]);
      });
    }
  }

  it('S-31 asks each contract itself when the registry’s chain names a Multicall3, and never that Multicall3', async () => {
    const multicall3 = `0x${'3c'.repeat(20)}`;
    const registry = makeRegistry();
    const chains = registry.chains.map((chain) => ({ ...chain, contracts: { ...chain.contracts, multicall3 } }));
    const at = await openPicker({ registry: { chains } });
    at.world.service.currencies.push(record());
    await look(at, 'new');
    const calls = at.world.wallet.requests.filter(({ method }) => method === 'eth_call');
    const targets = calls.map(({ params }) => (params as [{ to: string }])[0].to);
    expect(new Set(targets)).to.deep.equal(new Set([NEW.address]));
  });

  it('S-31 lets the service name no native currency that the chain’s record does not name', async () => {
    const at = await openPicker({}, ({ service }) => {
      service.listing = (chains) => chains.map(({ currency: _, ...chain }) => chain);
    });
    at.world.service.currencies.push(record({ ...tokens.eth, symbol: 'USDC' }));
    expect(assetsIn(await look(at, 'usdc'))).to.deep.equal([]);
  });

  it('omits a token when its contract reports other decimals or none', async () => {
    const at = await openPicker();
    at.world.service.currencies.push(record({ decimals: 18 }), record({ address: `0x${'7'.repeat(40)}` }));
    expect(assetsIn(await look(at, 'new'))).to.deep.equal([]);
  });

  it('omits a token when its chain or its kind of address cannot be paid from', async () => {
    const at = await openPicker({ origins: [8453] });
    at.world.service.currencies.push(
      record({ chainId: 10 }),
      record({ chainId: 792703809, address: tokens.usdcSvm.address }),
      record({ address: 'javascript:alert(1)' }),
    );
    expect(assetsIn(await look(at, 'new'))).to.deep.equal([]);
    expect(at.world.service.searches[0]).to.deep.include({ chainIds: [8453] });
  });

  it('cuts the name to 40 characters when it is longer', async () => {
    const at = await openPicker();
    at.world.service.currencies.push(record({ symbol: 'A'.repeat(500), name: 'B'.repeat(500) }));
    const [asset] = assetsIn(await look(at, 'aa'));
    expect([asset?.symbol, asset?.name.length]).to.deep.equal(['NEW', 40]);
  });
});

describe('search-tokens result', () => {
  it('can be picked and paid, and stays in the list when the payer goes back', async () => {
    const at = await openPicker();
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
    const at = await openPicker();
    at.world.service.currencies.push(record());
    const [found] = assetsIn(await look(at, 'new'));
    at.world.service.tamper = (text) => text.replaceAll('"decimals":9', '"decimals":6').replaceAll('0.02508', '25.08');
    await at.tab.do({ type: 'asset-picked', chainId: 8453, currency: NEW.address, found: found! });
    await at.world.clock.advance(1_000);
    expect(at.tab.state).to.have.nested.property('problem.code', 'quote-unsafe');
  });

  it('is not picked when it is disabled or has another address than the picked one', async () => {
    const at = await openPicker();
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
