import { expect } from 'chai';
import type { HubPayError } from '../../../src/errors.js';
import { activeChain } from '../../../src/vm/family/active-chain.js';
import { evmWallet } from '../../../src/wallets/evm-wallet.js';
import { fakeEvmWallet, walletError, type Reaction } from '../../support/fake-evm-wallet.js';

describe('activeChain', () => {
  const read = (answer: Reaction): Promise<unknown> => {
    const fake = fakeEvmWallet({ connected: true });
    fake.always('eth_chainId', answer);
    const info = { id: 'w', name: 'W', icon: null, vmType: 'evm' } as const;
    const wallet = evmWallet(info, fake.provider, () => Promise.resolve());
    return activeChain(wallet).catch((error: unknown) => (error as HubPayError).code);
  };

  it('returns the id in each form that wallets report', async () => {
    expect(await read('0x2105')).to.equal(8453);
    expect(await read('10')).to.equal(10);
    expect(await read(1)).to.equal(1);
    expect(await read('eip155:8453')).to.equal(8453);
  });

  it('throws wallet-locked when the wallet tells no chain', async () => {
    for (const answer of [null, '', '0x', '0x0', 'main', 1.5, -1, {}, walletError(4100, 'locked')])
      expect(await read(answer), JSON.stringify(answer)).to.equal('wallet-locked');
  });
});
