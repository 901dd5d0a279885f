/** Pays with each odd SVM wallet. The page sends only what it has judged, and nothing is paid twice. */
import { expect } from 'chai';
import { VersionedTransaction } from '@solana/web3.js';
import type { SignInput } from '../../support/fake-svm-wallet.js';
import { make, payerKey, reads, signs, svm, writes } from '../../support/svm-quotes.js';
import type { SvmAnimal } from '../../support/zoo/animal.js';
import { reviewing, type SvmZooWorld } from '../../support/zoo/habitats.js';
import { libraryForm, rewritten } from '../../support/zoo/svm-rewrite.js';
import { canSend, signers } from '../../support/zoo/svm-signers.js';
import { entryOf } from '../sent.js';
import { DAY, SECOND } from '../../support/times.js';
import type { Tab } from '../../support/world.js';
import { REAL_SOL } from '../../support/svm-world.js';

const tipping = signers.find(({ name }) => name === 'tips-for-speed')!;

/** The payer presses, and the page refuses what the wallet signed. */
async function refused(odd: Pick<SvmAnimal, 'name' | 'alter'> = tipping): Promise<{ world: SvmZooWorld; tab: Tab }> {
  const { world, tab } = await reviewing(odd);
  await tab.press();
  await world.clock.until(() => tab.state.name === 'reviewing' && tab.state.problem !== undefined);
  return { world, tab };
}

const timesAsked = ({ svmWallet }: SvmZooWorld): number =>
  svmWallet.count('signTransaction') + svmWallet.count('signAndSendTransaction');

/** Presses and waits a little. */
async function press(world: SvmZooWorld, tab: Tab): Promise<void> {
  await tab.reach('reviewing');
  await world.clock.advance(SECOND);
  await tab.press();
  await world.clock.advance(2 * SECOND);
}

describe('payment with an odd SVM wallet', () => {
  for (const odd of signers.filter(({ ends }) => ends === 'paid'))
    it(`P-62 pays once with the wallet "${odd.name}"`, async () => {
      const { world, tab } = await reviewing(odd);
      await tab.press();
      await tab.reach('succeeded');
      expect([await world.deposits(), timesAsked(world)]).to.deep.equal([1, 1]);
    });

  for (const odd of signers.filter(({ ends }) => ends === 'wallet-changed'))
    it(`P-62 G46 sends nothing that the wallet "${odd.name}" signed, and names the wallet`, async () => {
      const { world, tab } = await refused(odd);
      expect(tab.state).to.have.nested.property('problem.reason', 'wallet-changed');
      const sender = canSend(odd) ? { sender: odd.name } : {};
      expect(tab.state).to.have.deep.nested.property('problem.values', { minutes: '3', ...sender });
      await world.clock.advance(60 * SECOND);
      expect(world.ledger.attempts).to.deep.equal([]);
    });

  for (const odd of signers.filter((each) => each.ends === 'wallet-changed' && canSend(each)))
    it(`P-62 lets the wallet "${odd.name}" send the next payment, after the refused one has expired`, async () => {
      const { world, tab } = await refused(odd);
      await press(world, tab);
      expect([timesAsked(world), await world.deposits()]).to.deep.equal([1, 0]);
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
    expect([timesAsked(world), await world.deposits()]).to.deep.equal([1, 1]);
  });

  it('P-62 I2 finds the payment without a press when the wallet sends the refused transaction late', async () => {
    const { world, tab } = await refused();
    await world.clock.advance(30 * SECOND);
    await world.broadcast(world.held[0]!);
    await world.clock.until(() => tab.emitted.includes('hub-success'), 600 * SECOND);
    expect([timesAsked(world), await world.deposits()]).to.deep.equal([1, 1]);
  });

  it('P-62 I2 shows the payment and asks for no other when the wallet sent it and the page slept for two days', async () => {
    const { world, tab } = await refused();
    await world.broadcast(world.held[0]!);
    world.clock.sleep(2 * DAY);
    await tab.do({ type: 'woken' });
    await press(world, tab);
    await tab.reach('succeeded');
    expect([timesAsked(world), await world.deposits()]).to.deep.equal([1, 1]);
  });

  it('P-62 asks for the next payment without a question when the page slept for two days and nothing was sent', async () => {
    const { world, tab } = await refused();
    world.clock.sleep(2 * DAY);
    await tab.do({ type: 'woken' });
    await press(world, tab);
    expect([timesAsked(world), await world.deposits()]).to.deep.equal([2, 1]);
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
    expect([timesAsked(world), landed]).to.deep.equal([1, false]);
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
    expect(timesAsked(world)).to.equal(1);
    expect(next.state).to.have.nested.property('problem.money');
  });

  it('P-62 I2 remembers the refused transaction also when the page removes the element during the prompt', async () => {
    const { world, tab } = await reviewing(tipping);
    let answer = (): void => undefined;
    world.svmWallet.once('signTransaction', ([input]: readonly unknown[]) => {
      return new Promise((resolve) => {
        answer = () => {
          const signed = tipping.alter!(VersionedTransaction.deserialize((input as SignInput).transaction));
          signed.sign([payerKey]);
          resolve([{ signedTransaction: signed.serialize() }]);
        };
      });
    });
    await tab.press();
    await world.clock.until(() => timesAsked(world) === 1);
    tab.session.destroy();
    answer();
    await world.clock.advance(SECOND);
    expect(entryOf(world).prompt).to.include({ refused: true });
    expect(world.ledger.attempts).to.deep.equal([]);
  });

  it('P-62 I2 asks the payer once, after an hour, about a refused transaction that never expires', async () => {
    const nonce = make.system(4, '', [writes(svm.config), reads(svm.table), signs(svm.payer)]);
    const odd = {
      name: 'never-expires',
      alter: (each: VersionedTransaction) =>
        rewritten(each, { change: (own) => [libraryForm(nonce), ...own], blockhash: svm.config }),
    };
    const { world, tab } = await refused(odd);
    expect(tab.state).to.have.nested.property('problem.values.minutes', '60');
    await world.clock.advance(1_800 * SECOND);
    await press(world, tab);
    expect(tab.state).to.have.nested.property('problem.values.minutes', '30');
    await world.clock.advance(1_900 * SECOND);
    await press(world, tab);
    expect(tab.state).to.have.nested.property('problem.code', 'unconfirmed');
    expect(timesAsked(world)).to.equal(1);
  });
});
