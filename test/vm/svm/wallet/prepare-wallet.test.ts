import { expect } from 'chai';
import type { HubPayError } from '../../../../src/errors.js';
import { prepareWallet } from '../../../../src/vm/svm/wallet/prepare-wallet.js';
import { svm, svmChain, svmNativeCase } from '../../../support/svm-quotes.js';
import { requestOf } from '../requests.js';
import { svmWallet } from './wallet.js';

const request = requestOf(svmNativeCase());
const prepare = (addresses: readonly string[], signal = new AbortController().signal): Promise<unknown> =>
  prepareWallet(request, svmWallet({ addresses }), { chain: svmChain(), signal }).catch((error: unknown) => error);

describe('prepareWallet', () => {
  it('resolves when the wallet shares the payer’s account', async () => {
    expect(await prepare([svm.payer, svm.attacker])).to.equal(undefined);
    expect(await prepare([svm.attacker, svm.payer])).to.equal(undefined);
  });

  it('throws when the wallet shares only another account, and names both', async () => {
    const error = (await prepare([svm.attacker])) as HubPayError;
    expect(error.code).to.equal('account-changed');
    expect(error.values).to.deep.equal({ old: svm.payer, new: svm.attacker });
    expect(await prepare([svm.payer.toLowerCase()])).to.have.property('code', 'account-changed');
  });

  it('throws when the wallet shares no account, or the request is for another chain', async () => {
    expect(await prepare([])).to.have.property('code', 'wallet-locked');
    const other: unknown = await prepareWallet({ ...request, chainId: 7 }, svmWallet({}), {
      chain: svmChain(),
      signal: new AbortController().signal,
    }).catch((error: unknown) => error);
    expect(other).to.have.property('code', 'wrong-network');
  });

  it('throws the reason after an abort', async () => {
    expect(await prepare([svm.payer], AbortSignal.abort(new Error('over')))).to.have.property('message', 'over');
  });
});
