/** Tests which account pays while the wallet tells its accounts late, in another order, or loses its connection. */
import { expect } from 'chai';
import { walletError } from '../../support/fake-evm-wallet.js';
import { SECOND } from '../../support/times.js';
import { people } from '../../support/quotes.js';
import { World, type Tab } from '../../support/world.js';

const OTHER = `0x${'b2'.repeat(20)}`;

async function reviewed(prepare: (world: World) => void = () => undefined): Promise<{ world: World; tab: Tab }> {
  const world = new World();
  prepare(world);
  const tab = world.open();
  await tab.review();
  return { world, tab };
}

async function pays(tab: Tab): Promise<void> {
  await tab.press();
  await tab.reach('succeeded', 'selecting', 'processing');
  expect(tab.state.name, JSON.stringify(tab.state)).to.be.oneOf(['processing', 'succeeded']);
}

describe('session of a wallet with several accounts', () => {
  const own = [people.payer, OTHER];
  const turned = [OTHER, people.payer];
  for (const orders of [[own, turned] as const, [turned, own] as const]) {
    it(`F-39 pays with the shown account when the wallet tells ${String(orders[0]).slice(0, 6)} first`, async () => {
      const { world, tab } = await reviewed((each) => each.wallet.always('eth_accounts', orders[0]));
      world.wallet.emit('accountsChanged', orders[1]);
      await world.clock.advance(SECOND);
      expect(tab.state).to.have.nested.property('account.address', people.payer);
      await pays(tab);
    });
  }

  it('F-43 pays when the wallet shares no account for seconds after it was connected', async () => {
    const started = new World();
    started.wallet.always('eth_accounts', () => (started.clock.now() - first < 2 * SECOND ? [] : [people.payer]));
    const first = started.clock.now();
    const tab = started.open();
    await tab.review();
    await pays(tab);
  });

  it('F-43 pays when the wallet writes its accounts with their chain', async () => {
    const { world, tab } = await reviewed((each) =>
      each.wallet.always('eth_accounts', [`eip155:8453:${people.payer.toUpperCase()}`]),
    );
    world.wallet.emit('accountsChanged', { accounts: [people.payer] });
    await world.clock.advance(SECOND);
    await pays(tab);
  });
});

describe('session of a wallet that loses its connection', () => {
  it('F-43 keeps account and price when the wallet reports 4900 in the review and still shares the account', async () => {
    const { world, tab } = await reviewed();
    world.wallet.emit('disconnect', walletError(4900, 'Disconnected'));
    await world.clock.advance(10 * SECOND);
    expect(tab.state).to.include({ name: 'reviewing' }).and.to.have.nested.property('account.address', people.payer);
    await pays(tab);
  });

  for (const back of [true, false]) {
    it(`F-39 pays at the next press when the wallet disconnects during the prompt, back ${back}`, async () => {
      const { world, tab } = await reviewed((each) => (each.payer = 'waits'));
      await tab.press();
      world.wallet.emit('disconnect', walletError(4900, 'Disconnected'));
      await world.clock.advance(SECOND);
      world.prompts[0]!.reject(4001);
      await world.clock.advance(10 * SECOND);
      if (back) world.wallet.emit('connect', { chainId: '0x2105' });
      await world.clock.advance(SECOND);
      expect(tab.state)
        .to.include({ name: 'reviewing' })
        .and.to.have.nested.property('problem.code', 'wallet-rejected');
      world.payer = 'approves';
      await pays(tab);
    });
  }

  it('F-43 pays when the wallet shares no account for a while after it disconnected, and then shares it again', async () => {
    const { world, tab } = await reviewed((each) => (each.payer = 'waits'));
    await tab.press();
    world.wallet.accounts = [];
    world.wallet.emit('accountsChanged', []);
    world.wallet.emit('disconnect', walletError(4900, 'Disconnected'));
    world.prompts[0]!.reject(4001);
    await world.clock.advance(10 * SECOND);
    world.wallet.accounts = [people.payer];
    world.wallet.emit('accountsChanged', [people.payer]);
    world.wallet.emit('connect', { chainId: '0x2105' });
    world.payer = 'approves';
    await world.clock.advance(2 * SECOND);
    await tab.review();
    await pays(tab);
  });

  it('F-43 does not say that no wallet is here when the wallet is away and comes back without a word', async () => {
    const { world, tab } = await reviewed((each) => (each.payer = 'waits'));
    await tab.press();
    world.wallet.accounts = [];
    world.wallet.emit('disconnect', walletError(4900, 'Disconnected'));
    world.prompts[0]!.reject(4001);
    await world.clock.advance(10 * SECOND);
    expect(JSON.stringify(tab.state)).not.to.include('wallet-not-found');
    world.wallet.accounts = [people.payer];
    world.payer = 'approves';
    await tab.review();
    await pays(tab);
  });
});
