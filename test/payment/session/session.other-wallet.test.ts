/** Tests that a payment asks the wallet of its own chain family after a reload, even if another wallet is connected. */
import { expect } from 'chai';
import { SVM_EXPIRY_MS } from '../../support/svm-ledger.js';
import { MINUTE, SECOND } from '../../support/times.js';
import { entryOf } from '../sent.js';
import { SvmWorld } from '../../support/svm-world.js';

describe('session after a reload with a wallet of another family', () => {
  it('F-137 reports that an SVM payment has expired, because it asks the SVM wallet of the last visit', async () => {
    const world = new SvmWorld();
    world.ledger.drops = Infinity;
    const wallets = [...(world.pinned.wallets ?? []), { info: world.wallet.info, provider: world.wallet.provider }];
    const options = { ...world.pinned, wallets };
    const tab = world.open(options);
    await tab.session.connect(wallets[1]);
    await tab.do({ type: 'opened' });
    await tab.do({ type: 'wallet-picked', wallet: 'Example SVM' });
    await world.review(tab);
    await tab.press();
    await world.clock.until(() => world.signings.length === 1);
    world.signings[0]!.sign();
    await world.clock.advance(SECOND);
    expect(entryOf(world).stage).to.equal('sent');
    tab.kill();
    const next = world.open(options);
    await world.clock.advance(SVM_EXPIRY_MS + 3 * MINUTE);
    expect(next.state).to.have.nested.property('problem.code', 'expired');
    expect(next.state).to.have.nested.property('problem.money', 'in-wallet');
    expect(world.ledger.executed()).to.deep.equal([]);
  });
});
