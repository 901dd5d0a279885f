import { expect } from 'chai';
import type { SignatureRequest } from '../../../src/vm/family/abilities.js';
import { wrongSigner } from '../../../src/vm/family/wrong-signer.js';
import { evmWallet } from '../../../src/wallets/evm-wallet.js';
import { fakeEvmWallet, PAYER, walletError } from '../../support/fake-evm-wallet.js';

const OTHER = `0x${'b2'.repeat(20)}`;
const request = { from: PAYER } as SignatureRequest;

describe('wrongSigner', () => {
  const walletWith = (accounts: unknown) => {
    const fake = fakeEvmWallet({ connected: true });
    fake.always('eth_accounts', accounts as object);
    return evmWallet({ id: 'w', name: 'W', icon: null, vmType: 'evm' }, fake.provider, () => Promise.resolve());
  };

  it('names the other account when the wallet shares it too', async () => {
    const error = await wrongSigner(request, OTHER.toUpperCase().replace('0X', '0x'), walletWith([PAYER, OTHER]));
    expect(error).to.include({ code: 'account-changed', money: 'not-sent' });
    expect(error.values?.['old']).to.equal(PAYER);
  });

  for (const [what, signer, accounts] of [
    ['the wallet does not share the signer', OTHER, [PAYER]],
    ['nobody knows the signer', null, [PAYER, OTHER]],
    ['the wallet does not name its accounts', OTHER, walletError(4900, 'gone')],
  ] as const) {
    it(`says whose key did not sign when ${what}`, async () => {
      const error = await wrongSigner(request, signer, walletWith(accounts));
      expect(error).to.include({ code: 'wallet-failed', reason: 'cannot-sign', money: 'not-sent' });
      expect(error.values).to.deep.equal({ account: PAYER });
    });
  }
});
