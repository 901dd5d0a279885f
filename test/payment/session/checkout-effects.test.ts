import { expect } from 'chai';
import { settle } from '../../support/clock.js';
import { walletError } from '../../support/fake-evm-wallet.js';
import { makeRegistry, people, tokens } from '../../support/quotes.js';
import { ETH, OPTIONS, USDC, World } from '../../support/world.js';
import { reviewing } from '../reviewing.js';

describe('checkout-effects on opening', () => {
  it('lists the wallets, and requests the chain list and emits hub-ready only once when opened twice', async () => {
    const world = new World();
    const tab = world.open();
    await world.clock.advance(60_000);
    expect(world.of('request')).to.deep.equal([]);
    await tab.do({ type: 'opened' });
    expect(tab.state).to.deep.include({ name: 'selecting', loading: null, accounts: [] });
    expect(tab.state).to.have.nested.property('wallets[0].id', 'one.test');
    expect(tab.state).to.have.nested.property('intent.amount', '25000000');
    expect(tab.detail('hub-ready')).to.deep.equal({ chains: 3 });
    await tab.do({ type: 'closed' }, { type: 'opened' });
    expect(tab.emitted.filter((name) => name === 'hub-ready')).to.have.length(1);
    expect(world.requestsTo('/chains')).to.have.length(1);
  });

  it('T01 quotes the pinned token when the chain list gives its symbol to another address', async () => {
    const world = new World();
    world.service.listing = (chains) =>
      chains.map((chain) => ({
        ...chain,
        erc20Currencies: [{ ...tokens.usdcOut, address: people.attacker, decimals: 5 }],
      }));
    await world.open({ registry: makeRegistry() }).review();
    expect(world.service.bodies[0]).to.include({ destinationCurrency: tokens.usdcOut.address, amount: '25000000' });
  });

  it('F-21 stays idle with service-down when the chain list fails, and retries when opened again', async () => {
    const world = new World();
    world.service.outages.set('/chains', { status: 503 });
    const tab = world.open();
    await tab.do({ type: 'opened' });
    await world.clock.advance(20_000);
    expect(tab.state).to.include({ name: 'idle' }).and.to.have.nested.property('problem.code', 'service-down');
    world.service.outages.clear();
    await tab.do({ type: 'opened' });
    expect(tab.state).to.include({ name: 'selecting', loading: null });
  });

  it('F-21 I13 reports the money as unknown when the chain list fails and an earlier payment was abandoned', async () => {
    const world = new World();
    world.payer = 'waits';
    const tab = world.open();
    await tab.review();
    await tab.press();
    await tab.do({ type: 'wallet-closed' }, { type: 'abandoned' });
    tab.kill();
    world.service.outages.set('/chains', { status: 503 });
    const next = world.open();
    await next.do({ type: 'opened' });
    await world.clock.advance(20_000);
    expect(next.state).to.include({ name: 'idle' }).and.to.have.nested.property('problem.money', 'unknown');
  });

  it('F-21 opens without the chain list when the merchant passes a registry', async () => {
    const world = new World();
    world.service.outages.set('/chains', { status: 503 });
    const registry = makeRegistry();
    const tab = world.open({ registry });
    await tab.do({ type: 'opened' });
    await world.clock.advance(20_000);
    expect(tab.state).to.include({ name: 'selecting', loading: null });
  });

  it('reports a config error with the attribute’s name and sends no request when an attribute is invalid', async () => {
    const world = new World();
    const tab = world.open({ amount: '25,00' });
    await settle();
    expect(tab.state).to.include({ name: 'idle' }).and.to.have.nested.property('problem.attribute', 'amount');
    expect(tab.detail('hub-error')).to.include({ code: 'config', attribute: 'amount' });
    await tab.do({ type: 'opened' });
    expect(tab.state).to.have.nested.property('problem.attribute', 'amount');
    expect(world.of('request')).to.deep.equal([]);
  });

  it('reports a config error for destinationCurrency when the chain lacks the currency', async () => {
    const world = new World();
    const tab = world.open({ destinationCurrency: 'DOGE' });
    await tab.do({ type: 'opened' });
    expect(tab.state)
      .to.include({ name: 'idle' })
      .and.to.have.nested.property('problem.attribute', 'destinationCurrency');
  });

  it('I24 sends no request and leaves no timer when the sheet closes', async () => {
    const { world, tab } = await reviewing();
    await tab.do({ type: 'closed' });
    const before = world.log.length;
    await world.clock.advance(600_000);
    expect([world.log.length - before, world.clock.pending]).to.deep.equal([0, 0]);
  });
});

describe('checkout-effects on selection', () => {
  it('F-31 keeps the wallet list and reports wallet-rejected when the wallet refuses to connect', async () => {
    const world = new World();
    world.wallet.once('eth_requestAccounts', walletError(4001, 'no'));
    const tab = world.open();
    await tab.do({ type: 'opened' }, { type: 'wallet-picked', wallet: 'one.test' });
    expect(tab.state).to.deep.include({ name: 'selecting', accounts: [], connecting: null });
    expect(tab.state).to.have.nested.property('problem.code', 'wallet-rejected');
  });

  it('lists the account’s assets and picks none when several can pay', async () => {
    const world = new World();
    const tab = world.open();
    await tab.do({ type: 'opened' }, { type: 'wallet-picked', wallet: 'one.test' });
    await world.clock.advance(10_000);
    expect(tab.state).to.deep.include({ name: 'selecting', loading: null });
    expect(tab.state).to.have.property('assets').that.has.length(2);
  });

  it('picks the merchant’s asset when originChainId and originCurrency are set', async () => {
    const world = new World();
    const tab = world.open({ originChainId: 8453, originCurrency: 'USDC' });
    await tab.do({ type: 'opened' }, { type: 'wallet-picked', wallet: 'one.test' });
    await tab.reach('reviewing');
    expect(tab.state).to.have.nested.property('asset.currency', tokens.usdc.address);
  });

  it('lists only the merchant’s asset when the payer goes back and changes the wallet', async () => {
    const world = new World();
    const tab = world.open({ originChainId: 8453, originCurrency: 'USDC' });
    await tab.do({ type: 'opened' }, { type: 'wallet-picked', wallet: 'one.test' });
    await tab.reach('reviewing');
    await tab.do({ type: 'back' }, { type: 'wallet-dropped' }, { type: 'wallet-picked', wallet: 'one.test' });
    await world.clock.advance(10_000);
    const listed = 'assets' in tab.state ? tab.state.assets.map(({ currency }) => currency) : [];
    expect(listed).to.deep.equal([tokens.usdc.address]);
  });

  it('lists only assets on the allowed chains when the merchant sets origins', async () => {
    const world = new World();
    world.hasDestinationBalances = true;
    const tab = world.open({ origins: [10] });
    await tab.do({ type: 'opened' }, { type: 'wallet-picked', wallet: 'one.test' });
    await world.clock.advance(10_000);
    expect('assets' in tab.state && tab.state.assets.every(({ chainId }) => chainId === 10)).to.equal(true);
  });

  it('quotes a typed amount when the payer requests the quote', async () => {
    const world = new World();
    const tab = world.open({ amount: undefined } as never);
    await tab.do({ type: 'opened' }, { type: 'wallet-picked', wallet: 'one.test' });
    await world.clock.advance(5_000);
    await tab.do({ type: 'asset-picked', ...ETH });
    expect(tab.state).to.include({ name: 'selecting' });
    await tab.do({ type: 'amount-typed', amount: '25000000' }, { type: 'quote-asked' });
    await tab.reach('reviewing');
    expect(tab.state).to.have.nested.property('intent.amount', '25000000');
  });

  it('F-15 requests one quote when the page renders again and again and the payer presses repeatedly', async () => {
    const world = new World();
    const tab = world.open();
    await tab.do({ type: 'opened' }, { type: 'wallet-picked', wallet: 'one.test' });
    await world.clock.advance(10_000);
    const before = world.requestsTo('/quote/v2').length;
    const again = { ...OPTIONS, wallets: [{ info: world.wallet.info, provider: world.wallet.provider }] };
    for (let n = 0; n < 10; n += 1) {
      tab.session.configure({ ...again });
      await tab.do({ type: 'asset-picked', ...ETH }, { type: 'quote-asked' });
    }
    await tab.reach('reviewing');
    expect(world.requestsTo('/quote/v2').length - before).to.equal(1);
  });

  it('F-92 reports insufficient-funds with the missing amount before a press when the balance is too low', async () => {
    const world = new World();
    const tab = world.open();
    await tab.do({ type: 'opened' }, { type: 'wallet-picked', wallet: 'one.test' });
    await world.clock.advance(6_000);
    world.service.price = 200_000n;
    await tab.do({ type: 'asset-picked', ...ETH });
    await world.clock.advance(1_000);
    expect(tab.state)
      .to.include({ name: 'selecting' })
      .and.to.have.nested.property('problem.code', 'insufficient-funds');
    expect(tab.state).to.have.nested.property('problem.values.missing', '0.672 ETH');
  });

  it('F-39 drops the pending quote when the wallet switches to another account', async () => {
    const world = new World();
    const tab = world.open();
    await tab.review();
    await tab.do({ type: 'back' });
    await world.clock.advance(6_000);
    world.service.outages.set('/quote/v2', 'silent');
    await tab.do({ type: 'asset-picked', ...USDC });
    expect(tab.state.name).to.equal('quoting');
    world.service.outages.clear();
    world.wallet.emit('accountsChanged', [people.recipient]);
    await world.clock.advance(30_000);
    expect(tab.state).to.include({ name: 'selecting' });
    expect(tab.state).to.have.nested.property('accounts[0].address', people.recipient);
    expect(tab.emitted.filter((name) => name === 'hub-quote')).to.have.length(1);
  });

  it('F-14 drops the quote when the payer goes back at any moment of the request', async () => {
    for (let steps = 0; steps < 120; steps += 4) {
      const world = new World();
      const tab = world.open();
      await tab.do({ type: 'opened' }, { type: 'wallet-picked', wallet: 'one.test' });
      await world.clock.advance(6_000);
      world.service.tamper = (text) => {
        void leave(steps);
        return text;
      };
      const leave = async (left: number): Promise<void> => {
        for (let step = 0; step < left; step += 1) await Promise.resolve();
        tab.session.dispatch({ type: 'back' });
      };
      await tab.do({ type: 'asset-picked', ...ETH });
      const [event] = world.of('event').filter(({ type }) => type === 'hub-quote');
      const wasShown = world.of('state').some(({ state }) => state.name === 'reviewing');
      expect([tab.state.name, event !== undefined], `after ${steps} steps`).to.deep.equal(['selecting', wasShown]);
    }
  });

  it('returns to the list with the violated rules when the guard rejects the quote', async () => {
    const world = new World();
    const tab = world.open();
    await tab.do({ type: 'opened' }, { type: 'wallet-picked', wallet: 'one.test' });
    await world.clock.advance(6_000);
    world.service.tamper = (text) => text.replaceAll(people.recipient, people.attacker);
    await tab.do({ type: 'asset-picked', ...ETH });
    await world.clock.advance(1_000);
    expect(tab.state).to.include({ name: 'selecting' }).and.to.have.nested.property('problem.code', 'quote-unsafe');
    expect(tab.state).to.have.nested.property('problem.details').that.includes('G02 details.recipient');
  });

  it('shows the wallet list again when the payer disconnects the wallet', async () => {
    const { tab } = await reviewing();
    await tab.do({ type: 'wallet-dropped' });
    expect(tab.state).to.deep.include({ name: 'selecting', accounts: [], assets: [] });
    expect(tab.emitted.filter((name) => name === 'hub-disconnect')).to.have.length(1);
  });
});
