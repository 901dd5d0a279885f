import { expect } from 'chai';
import { senderOf, wayOf, type Way } from '../../../../src/vm/svm/wallet/choose-way.js';
import type { SvmVersion, SvmWallet } from '../../../../src/wallets/wallet.js';

const way = (signs: readonly SvmVersion[], sends: readonly SvmVersion[], feePayer = 'payer'): Way =>
  wayOf({ from: 'payer', feePayer }, { name: 'One', versions: () => ({ signs, sends }) } as unknown as SvmWallet);

describe('wayOf', () => {
  it('P-45 prefers version 0, and then a wallet that only signs', () => {
    expect(way([0, 'legacy'], [0, 'legacy'])).to.deep.equal({ version: 0, sends: false });
    expect(way(['legacy'], [0, 'legacy'])).to.deep.equal({ version: 0, sends: true });
    expect(way(['legacy'], ['legacy'])).to.deep.equal({ version: 'legacy', sends: false });
    expect(way([], ['legacy'])).to.deep.equal({ version: 'legacy', sends: true });
  });

  it('F-140 lets no wallet send that another account must sign too', () => {
    expect(way(['legacy'], [0], 'sponsor')).to.deep.equal({ version: 'legacy', sends: false });
    expect(() => way([], [0], 'sponsor'))
      .to.throw('One cannot sign')
      .with.property('code', 'wallet-unable');
  });

  it('P-45 throws wallet-unable when the wallet only shows the account', () => {
    expect(() => way([], []))
      .to.throw()
      .with.property('code', 'wallet-unable');
  });
});

describe('senderOf', () => {
  const wallet = (sends: readonly SvmVersion[]): SvmWallet =>
    ({ name: 'One', versions: () => ({ signs: [0], sends }) }) as unknown as SvmWallet;
  const own = { from: 'payer', feePayer: 'payer' };

  it('P-62 is the wallet without its method that only signs', () => {
    const sender = senderOf(own, wallet(['legacy', 0]));
    expect(sender && wayOf(own, sender)).to.deep.equal({ version: 0, sends: true });
  });

  it('P-62 is null when the wallet cannot send, or another account must sign too', () => {
    expect(senderOf(own, wallet([]))).to.equal(null);
    expect(senderOf({ ...own, feePayer: 'sponsor' }, wallet([0]))).to.equal(null);
  });
});
