/** Pays with each odd SVM wallet. The page sends only what it has judged, and nothing is paid twice. */
import { expect } from 'chai';
import { VersionedTransaction } from '@solana/web3.js';
import type { SignInput } from '../../support/fake-svm-wallet.js';
import { make, payerKey, reads, signs, svm, writes } from '../../support/svm-quotes.js';
import { libraryForm, rewritten } from '../../support/zoo/svm-rewrite.js';
import { svmZoo, type OddSvmWallet } from '../../support/zoo/svm-zoo.js';
import { entryOf } from '../sent.js';
import type { Tab } from '../../support/world.js';
import { REAL_SOL, SvmWorld } from './svm-world.js';

const SECOND = 1_000;

/** A world with this wallet, which signs at once. `held` are the transactions that it signed without sending. */
class ZooWorld extends SvmWorld {
  readonly held: Uint8Array[] = [];

  constructor({ alter = (each) => each, outcome: _, ...options }: OddSvmWallet) {
    super(options);
    const sign = ([input]: readonly unknown[]): VersionedTransaction => {
      const signed = alter(VersionedTransaction.deserialize(Uint8Array.from((input as SignInput).transaction)));
      signed.sign([payerKey]);
      return signed;
    };
    this.svmWallet.always('signTransaction', (inputs: readonly unknown[]) => {
      const signedTransaction = sign(inputs).serialize();
      this.held.push(signedTransaction);
      return [{ signedTransaction }];
    });
    this.svmWallet.always('signAndSendTransaction', (inputs: readonly unknown[]) => {
      // A wallet that sends can do what it wants. It keeps its additions, and the deposit in them.
      const signed = sign(inputs);
      void this.broadcast(signed.serialize());
      return [{ signature: signed.signatures[0] }];
    });
  }

  /** Sends a transaction to the chain, without the page. */
  broadcast(transaction: Uint8Array): Promise<Response> {
    const params = [btoa(String.fromCharCode(...transaction)), {}];
    const body = JSON.stringify({ id: 1, method: 'sendTransaction', params });
    return this.ledger.fetch(this.ledger.url, { body });
  }
}

/** Opens the review with this wallet. */
async function reviewing(odd: OddSvmWallet): Promise<{ world: ZooWorld; tab: Tab }> {
  const world = new ZooWorld(odd);
  const tab = world.open(world.pinned);
  await tab.do({ type: 'opened' });
  await world.clock.until(() => tab.state.name === 'selecting' && tab.state.wallets.length > 0);
  await tab.do({ type: 'wallet-picked', wallet: odd.name });
  await tab.review(REAL_SOL);
  return { world, tab };
}

const find = (name: string): OddSvmWallet => svmZoo.find((each) => each.name === name)!;
const tipping = find('Tips for speed');

/** The payer presses, and the page refuses what the wallet signed. */
async function refused(odd: OddSvmWallet = tipping): Promise<{ world: ZooWorld; tab: Tab }> {
  const { world, tab } = await reviewing(odd);
  await tab.press();
  await world.clock.until(() => tab.state.name === 'reviewing' && tab.state.problem !== undefined);
  return { world, tab };
}

const asked = ({ svmWallet }: ZooWorld): number =>
  svmWallet.count('signTransaction') + svmWallet.count('signAndSendTransaction');

/** Presses and waits a little. */
async function press(world: ZooWorld, tab: Tab): Promise<void> {
  await tab.reach('reviewing');
  await world.clock.advance(SECOND);
  await tab.press();
  await world.clock.advance(2 * SECOND);
}

describe('payment with an odd SVM wallet', () => {
  for (const odd of svmZoo.filter(({ outcome }) => outcome === 'pays'))
    it(`P-62 pays once with the wallet "${odd.name}"`, async () => {
      const { world, tab } = await reviewing(odd);
      await tab.press();
      await tab.reach('succeeded');
      expect([await world.deposits(), asked(world)]).to.deep.equal([1, 1]);
    });

  for (const odd of svmZoo.filter(({ outcome }) => outcome !== 'pays'))
    it(`P-62 G46 sends nothing that the wallet "${odd.name}" signed, and names the wallet`, async () => {
      const { world, tab } = await refused(odd);
      expect(tab.state).to.have.nested.property('problem.reason', 'wallet-changed');
      const sender = odd.outcome === 'sends' ? { sender: odd.name } : {};
      expect(tab.state).to.have.deep.nested.property('problem.values', { minutes: '3', ...sender });
      await world.clock.advance(60 * SECOND);
      expect(world.ledger.attempts).to.deep.equal([]);
    });

  for (const odd of svmZoo.filter(({ outcome }) => outcome === 'sends'))
    it(`P-62 lets the wallet "${odd.name}" send the next payment, after the refused one has expired`, async () => {
      const { world, tab } = await refused(odd);
      await press(world, tab);
      expect([asked(world), await world.deposits()]).to.deep.equal([1, 0]);
      expect(tab.state).to.have.nested.property('problem.reason', 'wallet-changed');
      await world.clock.advance(180 * SECOND);
      await press(world, tab);
      await tab.reach('succeeded');
      expect(world.svmWallet.count('signAndSendTransaction')).to.equal(1);
      expect(await world.deposits()).to.equal(1);
    });
});

describe('payment after a refused transaction', () => {
  it('P-62 I2 shows the payment and asks for no other when the wallet sends the refused transaction', async () => {
    const { world, tab } = await refused();
    await world.broadcast(world.held[0]!);
    await world.clock.advance(5 * SECOND);
    await tab.press();
    await tab.reach('succeeded');
    expect([asked(world), await world.deposits()]).to.deep.equal([1, 1]);
  });

  it('P-62 I2 finds the payment without a press when the wallet sends the refused transaction late', async () => {
    const { world, tab } = await refused();
    await world.clock.advance(30 * SECOND);
    await world.broadcast(world.held[0]!);
    await world.clock.until(() => tab.emitted.includes('hub-success'), 600 * SECOND);
    expect([asked(world), await world.deposits()]).to.deep.equal([1, 1]);
  });

  it('P-62 I2 never asks again while the chain can execute the refused transaction', async () => {
    const { world, tab } = await refused();
    let landed = false;
    for (let waited = 0; waited < 90; waited += 10) {
      await press(world, tab);
      await world.clock.advance(7 * SECOND);
    }
    // The chain refuses the transaction now, so the wallet can no longer send it.
    await world.broadcast(world.held[0]!);
    await world.clock.advance(5 * SECOND);
    landed = world.ledger.executed().length > 0;
    expect([asked(world), landed]).to.deep.equal([1, false]);
  });

  it('P-62 the journal knows the refused transaction, and a reload does not forget it', async () => {
    const { world, tab } = await refused();
    const { prompt, stage } = entryOf(world);
    expect(stage).to.equal('cancelled');
    expect(prompt).to.include({ refused: true, wallet: tipping.name });
    const held = VersionedTransaction.deserialize(world.held[0]!);
    expect(prompt!.expected).to.include({ blockhash: held.message.recentBlockhash });
    tab.close();
    const next = world.open(world.pinned);
    await next.do({ type: 'opened' });
    await world.clock.advance(2 * SECOND);
    await next.review(REAL_SOL);
    await next.press();
    await world.clock.advance(2 * SECOND);
    expect(asked(world)).to.equal(1);
    expect(next.state).to.have.nested.property('problem.money');
  });

  it('P-62 I2 remembers the refused transaction also when the page removes the element during the prompt', async () => {
    const { world, tab } = await reviewing(tipping);
    let answer = (): void => undefined;
    world.svmWallet.on('signTransaction', ([input]: readonly unknown[]) => {
      return new Promise((resolve) => {
        answer = () => {
          const signed = tipping.alter!(VersionedTransaction.deserialize((input as SignInput).transaction));
          signed.sign([payerKey]);
          resolve([{ signedTransaction: signed.serialize() }]);
        };
      });
    });
    await tab.press();
    await world.clock.until(() => asked(world) === 1);
    tab.session.destroy();
    answer();
    await world.clock.advance(SECOND);
    expect(entryOf(world).prompt).to.include({ refused: true });
    expect(world.ledger.attempts).to.deep.equal([]);
  });

  it('P-62 I2 asks the payer once, after an hour, about a refused transaction that never expires', async () => {
    const nonce = make.system(4, '', [writes(svm.config), reads(svm.table), signs(svm.payer)]);
    const odd: OddSvmWallet = {
      name: 'Never expires',
      alter: (each) => rewritten(each, { change: (own) => [libraryForm(nonce), ...own], blockhash: svm.config }),
      outcome: 'sends',
    };
    const { world, tab } = await refused(odd);
    expect(tab.state).to.have.nested.property('problem.values.minutes', '60');
    await world.clock.advance(1_800 * SECOND);
    await press(world, tab);
    expect(tab.state).to.have.nested.property('problem.values.minutes', '30');
    await world.clock.advance(1_900 * SECOND);
    await press(world, tab);
    expect(tab.state).to.have.nested.property('problem.code', 'unconfirmed');
    expect(asked(world)).to.equal(1);
  });
});
