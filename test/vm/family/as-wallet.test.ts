import { expect } from 'chai';
import { asEvmWallet, asSvmWallet } from '../../../src/vm/family/as-wallet.js';
import type { Wallet } from '../../../src/wallets/wallet.js';

const walletOf = (vmType: Wallet['vmType']): Wallet => ({
  id: 'one.test',
  name: 'One',
  icon: null,
  vmType,
  addresses: () => Promise.resolve([]),
  subscribe: () => () => undefined,
  disconnect: () => Promise.resolve(),
});

describe('asEvmWallet and asSvmWallet', () => {
  it('return the same wallet when it is of that family', () => {
    const [evm, svm] = [walletOf('evm'), walletOf('svm')];
    expect(asEvmWallet(evm)).to.equal(evm);
    expect(asSvmWallet(svm)).to.equal(svm);
  });

  it('throw a TypeError when the wallet is of the other family', () => {
    expect(() => asEvmWallet(walletOf('svm'))).to.throw(TypeError, 'One does not pay from EVM chains');
    expect(() => asSvmWallet(walletOf('evm'))).to.throw(TypeError, 'One does not pay from SVM chains');
  });
});
