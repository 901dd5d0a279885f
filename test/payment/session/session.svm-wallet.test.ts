/** Tests payments with SVM wallets that can do less, share their accounts late, or have a prompt that was left. */
import { expect } from 'chai';
import { VersionedTransaction } from '@solana/web3.js';
import type { SignInput } from '../../support/fake-svm-wallet.js';
import { svmKey } from '../../support/fake-svm-wallet.js';
import { payerKey, svm, svmAmounts } from '../../support/svm-quotes.js';
import type { Tab } from '../../support/world.js';
import { SvmZooWorld } from '../../support/zoo/habitats.js';
import { REAL_SOL, SvmWorld } from '../../support/svm-world.js';

const SECOND = 1_000;
const problemOf = ({ state }: Tab): unknown => ('problem' in state ? state.problem.code : undefined);

/** Opens the list of tokens with the wallet, which is pressed in the list of wallets. */
async function connected(world: SvmWorld): Promise<Tab> {
  const tab = world.open(world.pinned);
  await tab.do({ type: 'opened' });
  await world.clock.until(() => tab.state.name === 'selecting' && tab.state.wallets.length > 0);
  await tab.do({ type: 'wallet-picked', wallet: world.svmWallet.wallet.name });
  return tab;
}

describe('payment with an SVM wallet', () => {
  it('P-45 lists a wallet that signs only transactions of the older form, and pays with such a transaction', async () => {
    const world = new SvmWorld({ versions: ['legacy'] });
    const tab = await connected(world);
    await world.review(tab);
    await tab.press();
    await world.clock.until(() => world.signings.length === 1);
    const [input] = world.svmWallet.requests.at(-1)!.params as [SignInput];
    expect(VersionedTransaction.deserialize(input.transaction).version).to.equal('legacy');
    world.signings[0]!.sign();
    await tab.reach('succeeded');
    expect(await world.deposits()).to.equal(1);
  });

  it('P-45 connects a wallet whose accounts appear after its connect prompt', async () => {
    const world = new SvmWorld();
    world.svmWallet.once('connect', () => ({ accounts: [] }));
    const tab = await connected(world);
    await world.clock.advance(2 * SECOND);
    expect(problemOf(tab)).to.equal(undefined);
    world.svmWallet.share(world.svmWallet.owned);
    await world.review(tab);
    await tab.press();
    await world.clock.until(() => world.signings.length === 1);
    world.signings[0]!.sign();
    await tab.reach('succeeded');
  });

  it('P-45 says that the wallet cannot sign when the account can only be watched', async () => {
    const world = new SvmWorld();
    const tab = await connected(world);
    Object.assign(world.svmWallet.wallet.accounts[0]!, { features: ['standard:watch'] });
    await world.clock.until(() => tab.state.name === 'selecting' && tab.state.assets.length > 0);
    await tab.do({ type: 'asset-picked', ...REAL_SOL });
    await world.clock.until(() => problemOf(tab) !== undefined);
    expect(problemOf(tab)).to.equal('wallet-unable');
    expect(world.svmWallet.count('signTransaction')).to.equal(0);
  });

  it('P-45 pays from the account that can sign when the first account can only be watched', async () => {
    const world = new SvmWorld({ keys: [svmKey(3), payerKey] });
    world.svmWallet.once('connect', () => {
      world.svmWallet.share(world.svmWallet.owned);
      Object.assign(world.svmWallet.wallet.accounts[0]!, { features: [] });
      return { accounts: world.svmWallet.wallet.accounts };
    });
    const tab = await connected(world);
    await world.review(tab);
    expect(tab.state).to.have.nested.property('account.address', svm.payer);
  });

  it('P-45 pays when the wallet puts another account first while the payer reviews', async () => {
    const world = new SvmWorld();
    const tab = await connected(world);
    await world.review(tab);
    world.svmWallet.share([svmKey(9).publicKey.toBase58(), svm.payer]);
    await tab.press();
    await world.clock.until(() => world.signings.length === 1);
    world.signings[0]!.sign();
    await tab.reach('succeeded');
  });

  it('P-61 names all that is missing in the review, asks no wallet meanwhile, and pays when it is there', async () => {
    const world = new SvmWorld();
    world.ledger.funds = svmAmounts.sol + 1_000n;
    const tab = await connected(world);
    await world.review(tab);
    expect(tab.state).to.have.deep.nested.property('quote.warnings[0].values', {
      native: 'SOL',
      costs: '0.00089588 SOL',
      held: '0.000001 SOL',
      amount: '0.00089488 SOL',
    });
    await tab.press();
    await world.clock.advance(2 * SECOND);
    // The chain itself says that this transaction fails, so the wallet is not asked.
    expect([problemOf(tab), world.signings.length]).to.deep.equal(['insufficient-native', 0]);
    world.ledger.funds += 894_880n;
    await world.clock.advance(SECOND);
    await tab.reach('reviewing');
    await tab.press();
    await world.clock.until(() => world.signings.length === 1);
    world.signings[0]!.sign();
    await tab.reach('succeeded');
  });
});

describe('payment with an SVM wallet whose prompt the payer has left', () => {
  /** The wallet was asked only to sign, and its prompt is still open. */
  async function left(): Promise<{ world: SvmZooWorld; tab: Tab }> {
    const world = new SvmZooWorld({ name: 'Example SVM', can: {} });
    world.payer = 'waits';
    const tab = world.open(world.pinned);
    await world.review(tab);
    await tab.press();
    await world.clock.until(() => world.signings.length === 1);
    await tab.do({ type: 'wallet-closed' });
    return { world, tab };
  }

  /** The transaction of the open prompt, signed by the payer. */
  function signedBy(world: SvmZooWorld): Uint8Array {
    const [input] = world.svmWallet.requests.at(-1)!.params as [SignInput];
    const signed = VersionedTransaction.deserialize(Uint8Array.from(input.transaction));
    signed.sign([payerKey]);
    return signed.serialize();
  }

  for (const answers of [true, false])
    it(`I2 shows the payment before a second prompt when the wallet sends it and ${answers ? '' : 'never '}answers`, async () => {
      const { world, tab } = await left();
      if (answers) world.signings[0]!.sign();
      await world.broadcast(signedBy(world));
      await world.clock.advance(60 * SECOND);
      expect(await world.deposits()).to.equal(1);
      if (tab.state.name !== 'reviewing') await world.review(tab);
      await tab.press();
      await tab.reach('processing', 'succeeded');
      expect(world.signings).to.have.length(1);
    });

  it('asks the wallet again without a question when the wallet has sent nothing', async () => {
    const { world, tab } = await left();
    await world.clock.advance(5 * SECOND);
    if (tab.state.name !== 'reviewing') await world.review(tab);
    await tab.press();
    await world.clock.until(() => world.signings.length === 2);
    world.signings[1]!.sign();
    await tab.reach('succeeded');
    expect(await world.deposits()).to.equal(1);
  });
});
