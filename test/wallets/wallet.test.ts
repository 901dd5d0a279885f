import { expect } from 'chai';
import { accountOf } from '../../src/wallets/wallet.js';

describe('accountOf', () => {
  it('returns the address with the kind and the id of its wallet', () => {
    const wallet = { id: 'one.test', name: 'One', icon: null, vmType: 'evm' } as const;
    expect(accountOf(wallet, '0xab')).to.deep.equal({ address: '0xab', vmType: 'evm', wallet: 'one.test' });
  });
});
