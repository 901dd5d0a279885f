import { expect } from 'chai';
import { HubPayError } from '../../src/errors.js';
import { connectSvm, disconnectSvm } from '../../src/wallets/connect-svm.js';
import { walletError, type Reaction } from '../support/fake-evm-wallet.js';
import { fakeSvmWallet, svmKey } from '../support/fake-svm-wallet.js';

describe('connectSvm', () => {
  it('opens the prompt once, and none when it connects silently', async () => {
    const fake = fakeSvmWallet();
    await connectSvm(fake.wallet);
    expect(fake.requests).to.deep.equal([{ method: 'connect', params: [] }]);
    await connectSvm(fake.wallet, { silent: true });
    expect(fake.requests.at(-1)).to.deep.equal({ method: 'connect', params: [{ silent: true }] });
  });

  const refusals: [title: string, reaction: Reaction, code: string][] = [
    ['the payer rejects', walletError(4001, 'User rejected the request.'), 'wallet-rejected'],
    ['the payer rejects without a code', new Error('Connection rejected'), 'wallet-rejected'],
    ['the wallet fails', new Error('Unexpected error'), 'wallet-failed'],
    ['another request is open', walletError(-32002, 'already pending'), 'wallet-busy'],
    ['the wallet is locked', walletError(4100, 'locked'), 'wallet-locked'],
  ];
  for (const [title, reaction, code] of refusals) {
    it(`throws \`${code}\` when ${title}`, async () => {
      const fake = fakeSvmWallet();
      fake.once('connect', reaction);
      const error: unknown = await connectSvm(fake.wallet).catch((reason: unknown) => reason);
      expect(error).to.be.instanceOf(HubPayError).with.property('code', code);
    });
  }
});

describe('the answer of connectSvm', () => {
  it('is the accounts of the wallet’s answer, the payer’s choice first', async () => {
    const keys = [svmKey(1), svmKey(2)];
    const fake = fakeSvmWallet({ keys });
    const [one, two] = fake.owned;
    expect(await connectSvm(fake.wallet)).to.deep.equal([one, two]);
    const [first] = fake.wallet.accounts;
    fake.once('connect', () => ({ accounts: [fake.wallet.accounts[1], first] }));
    expect(await connectSvm(fake.wallet)).to.deep.equal([two, one]);
  });

  it('is the wallet’s accounts when the answer names none, and is empty when the wallet shares none yet', async () => {
    const fake = fakeSvmWallet();
    fake.once('connect', () => undefined);
    expect(await connectSvm(fake.wallet)).to.deep.equal([]);
    await connectSvm(fake.wallet);
    fake.once('connect', () => undefined);
    expect(await connectSvm(fake.wallet)).to.deep.equal(fake.owned);
  });
});

describe('disconnectSvm', () => {
  it('disconnects the wallet, and does nothing when the wallet cannot be disconnected', async () => {
    const fake = fakeSvmWallet();
    await connectSvm(fake.wallet);
    await disconnectSvm(fake.wallet);
    expect(fake.count('disconnect')).to.equal(1);
    expect(fake.wallet.accounts).to.deep.equal([]);
    await disconnectSvm(fakeSvmWallet({ features: ['connect', 'signTransaction'] }).wallet);
  });
});
