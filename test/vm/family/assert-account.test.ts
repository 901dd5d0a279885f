import { expect } from 'chai';
import { assertAccount } from '../../../src/vm/family/assert-account.js';
import type { WalletRequest } from '../../../src/types.js';
import type { Wallet } from '../../../src/wallets/wallet.js';
import { PAYER } from '../../support/fake-evm-wallet.js';
import { svm } from '../../support/svm-quotes.js';

const never = new AbortController().signal;
const walletWith = (...addresses: string[]): Wallet =>
  ({ name: 'One', addresses: () => Promise.resolve(addresses) }) as unknown as Wallet;
const codeOf = (from: string, wallet: Wallet, signal = never): Promise<unknown> =>
  assertAccount({ from } as WalletRequest, wallet, signal).then(
    () => null,
    (error: unknown) => (error as { code?: string }).code ?? error,
  );

describe('assertAccount', () => {
  it('resolves when the wallet shares the account of the request, in any letter case of an EVM address', async () => {
    expect(await codeOf(PAYER, walletWith(PAYER))).to.equal(null);
    expect(await codeOf(PAYER.toUpperCase().replace('0X', '0x'), walletWith(PAYER))).to.equal(null);
    expect(await codeOf(svm.payer, walletWith(svm.payer))).to.equal(null);
  });

  it('P-45 resolves when the account is further down the wallet’s list', async () => {
    expect(await codeOf(PAYER, walletWith(svm.payer, PAYER))).to.equal(null);
  });

  it('F-40 throws account-changed when the account is not shared, also if only the letter case of an SVM address differs', async () => {
    expect(await codeOf(PAYER, walletWith(svm.payer))).to.equal('account-changed');
    expect(await codeOf(svm.payer, walletWith(svm.payer.toLowerCase()))).to.equal('account-changed');
  });

  it('throws wallet-locked when the wallet shares no account', async () => {
    expect(await codeOf(PAYER, walletWith())).to.equal('wallet-locked');
  });

  it('rejects with the reason of an abort when the wallet never answers', async () => {
    const stop = new AbortController();
    const silent = { name: 'One', addresses: () => new Promise(() => undefined) } as unknown as Wallet;
    const answer = codeOf(PAYER, silent, stop.signal);
    const reason = new Error('left');
    stop.abort(reason);
    expect(await answer).to.equal(reason);
  });
});
