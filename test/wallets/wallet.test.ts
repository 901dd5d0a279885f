import { expect } from 'chai';
import { accountOf, type Wallet } from '../../src/wallets/wallet.js';

const walletOf = (vmType: Wallet['vmType']): Wallet => ({
  id: 'one.test',
  name: 'One',
  icon: null,
  vmType,
  addresses: () => Promise.resolve([]),
  subscribe: () => () => undefined,
  disconnect: () => Promise.resolve(),
});

describe('accountOf', () => {
  it('returns the address with the kind and the id of its wallet', () => {
    expect(accountOf(walletOf('evm'), '0xab')).to.deep.equal({ address: '0xab', vmType: 'evm', wallet: 'one.test' });
  });
});
