import { expect } from 'chai';
import '../../../src/payment/pay/execute-plan.js';
import { people } from '../../support/quotes.js';
import { walletError } from '../../support/fake-evm-wallet.js';
import { ETH, World, type Tab } from '../../support/world.js';

const SECOND = 1_000;
const OTHER = people.attacker;

/** The review of a quote from the first of the wallet's accounts. The wallet has been connected for a while. */
async function reviewing(owned: readonly string[] = [people.payer]): Promise<{ world: World; tab: Tab }> {
  const world = new World();
  world.wallet.once('eth_requestAccounts', () => (world.wallet.accounts = owned));
  const tab = world.open();
  await tab.review(ETH);
  await world.clock.advance(6 * SECOND);
  await tab.reach('reviewing');
  return { world, tab };
}

const problemOf = ({ state }: Tab): unknown => ('problem' in state ? state.problem.code : undefined);

/** The senders of the transactions that the wallet was asked for. */
const senders = ({ prompts }: World): string[] => prompts.map(({ transaction }) => transaction.from);

describe('the account of a payment', () => {
  it('P-45 pays when the wallet changes the order of its accounts, and asks the wallet for the shown account', async () => {
    const { world, tab } = await reviewing([people.payer, OTHER]);
    world.wallet.emit('accountsChanged', [OTHER, people.payer]);
    await tab.press();
    await tab.reach('succeeded');
    expect(senders(world)).to.deep.equal([people.payer]);
  });

  it('P-45 pays when the shown account is further down the list at the press', async () => {
    const { world, tab } = await reviewing([people.payer, OTHER]);
    world.wallet.accounts = [OTHER, people.payer];
    await tab.press();
    await tab.reach('succeeded');
    expect(senders(world)).to.deep.equal([people.payer]);
  });

  it('P-45 pays when eth_accounts is empty for two seconds after eth_requestAccounts', async () => {
    const world = new World();
    const from = world.clock.now();
    world.wallet.always('eth_accounts', () => (world.clock.now() - from < 2 * SECOND ? [] : world.wallet.accounts));
    const tab = world.open();
    await tab.review();
    expect(world.clock.now() - from).to.be.lessThan(2 * SECOND);
    await tab.press();
    await tab.reach('succeeded');
  });

  it('P-45 keeps the price when the wallet disconnects in the review and still shares its accounts', async () => {
    const { world, tab } = await reviewing();
    world.wallet.emit('disconnect', walletError(4900, 'Disconnected'));
    await world.clock.advance(10 * SECOND);
    await tab.reach('reviewing');
    expect(tab.emitted).not.to.include('hub-disconnect');
    await tab.press();
    await tab.reach('succeeded');
  });

  for (const [how, away] of [
    ['for two seconds', 2],
    ['for a minute', 60],
  ] as const) {
    it(`P-45 pays when the wallet disconnects ${how} during the prompt, is declined, and comes back`, async () => {
      const { world, tab } = await reviewing();
      world.payer = 'waits';
      await tab.press();
      world.wallet.accounts = [];
      world.wallet.emit('disconnect', walletError(4900, 'Disconnected'));
      world.prompts[0]!.reject(4001);
      await tab.reach('reviewing');
      await world.clock.advance(away * SECOND);
      await tab.press();
      await world.clock.advance(SECOND);
      expect(problemOf(tab), 'No wallet here').not.to.equal('wallet-not-found');
      world.wallet.accounts = [people.payer];
      world.wallet.emit('connect', { chainId: '0x2105' });
      world.payer = 'approves';
      await world.clock.advance(SECOND);
      if (tab.state.name === 'selecting') await tab.review(ETH);
      if (tab.state.name === 'reviewing') await tab.press();
      await tab.reach('succeeded');
      expect(await world.deposits()).to.equal(1);
    });
  }

  it('P-45 F-40 opens no prompt when the wallet has taken the account away without a word', async () => {
    const { world, tab } = await reviewing([people.payer, OTHER]);
    world.wallet.accounts = [OTHER];
    await tab.press();
    expect([problemOf(tab), world.prompts.length]).to.deep.equal(['account-changed', 0]);
  });

  it('P-45 pays from the other account when the payer presses its button, also if the wallet emits no event', async () => {
    const { world, tab } = await reviewing([people.payer, OTHER]);
    world.wallet.accounts = [OTHER];
    await tab.press();
    await tab.do({ type: 'back' });
    expect(tab.state).to.have.nested.property('accounts[0].address', OTHER);
    await tab.review(ETH);
    await tab.press();
    await tab.reach('succeeded');
    expect(senders(world)).to.deep.equal([OTHER]);
  });

  it('P-45 F-39 drops the price when the wallet takes the account away with an event', async () => {
    const { world, tab } = await reviewing([people.payer, OTHER]);
    world.wallet.accounts = [OTHER];
    world.wallet.emit('accountsChanged', [OTHER]);
    expect(tab.state).to.include({ name: 'selecting' }).and.to.have.nested.property('accounts[0].address', OTHER);
  });

  it('P-45 F-44 drops the account within seconds when the wallet locks right after the connection', async () => {
    const world = new World();
    const tab = world.open();
    await tab.review();
    world.wallet.accounts = [];
    world.wallet.emit('accountsChanged', []);
    await tab.press();
    await world.clock.advance(6 * SECOND);
    expect(world.prompts).to.have.length(0);
    expect(tab.emitted).to.include('hub-disconnect');
  });
});
