import { expect } from 'chai';
import { HubPayError } from '../../src/errors.js';
import { evmWallet } from '../../src/wallets/evm-wallet.js';
import type { Wallet, WalletEvent } from '../../src/wallets/wallet.js';
import type { FakeEvmWallet } from '../support/fake-evm-wallet.js';
import { fakeEvmWallet, PAYER, walletError } from '../support/fake-evm-wallet.js';

const OTHER = `0x${'b2'.repeat(20)}`;

describe('EIP-1193 wallet', () => {
  let fake: FakeEvmWallet;
  let wallet: Wallet;
  let events: WalletEvent[];

  beforeEach(() => {
    fake = fakeEvmWallet({ connected: true });
    wallet = evmWallet({ id: 'w', name: 'W', icon: null, vmType: 'evm' }, fake.provider, () => Promise.resolve());
    events = [];
  });

  it('F-44 reads its accounts without a prompt each time', async () => {
    expect(await wallet.addresses()).to.deep.equal([PAYER]);
    fake.accounts = [];
    expect(await wallet.addresses()).to.deep.equal([]);
    expect(fake.requests.map(({ method }) => method)).to.deep.equal(['eth_accounts', 'eth_accounts']);
  });

  it('F-38 returns addresses in lower case and leaves out invalid ones', async () => {
    fake.always('eth_accounts', [PAYER.toUpperCase().replace('0X', '0x'), 'x', null, `${PAYER}00`, OTHER]);
    expect(await wallet.addresses()).to.deep.equal([PAYER, OTHER]);
    fake.always('eth_accounts', 'nonsense');
    expect(await wallet.addresses()).to.deep.equal([]);
  });

  it('throws `wallet-locked` when the wallet refuses its accounts', async () => {
    fake.once('eth_accounts', walletError(4900, 'Disconnected'));
    const error: unknown = await wallet.addresses().catch((reason: unknown) => reason);
    expect(error).to.be.instanceOf(HubPayError).with.include({ code: 'wallet-locked', details: '4900: Disconnected' });
  });

  describe('events', () => {
    let stop: () => void;
    beforeEach(() => {
      stop = wallet.subscribe((event) => events.push(event));
    });

    it('F-39 report the new addresses when the accounts change', () => {
      fake.emit('accountsChanged', [OTHER.toUpperCase().replace('0X', '0x')]);
      expect(events).to.deep.equal([{ type: 'accounts-changed', addresses: [OTHER] }]);
    });

    it('F-50 report that the chain changes, in any format of its id', () => {
      fake.emit('chainChanged', '0xa');
      fake.emit('chainChanged', 8453);
      fake.emit('chainChanged', '1');
      expect(events).to.deep.equal(Array(3).fill({ type: 'chain-changed' }));
    });

    it('F-43 report a disconnection and not a temporary loss of the connection', () => {
      fake.emit('disconnect', walletError(1013, 'Attempting to connect'));
      expect(events).to.deep.equal([]);
      fake.emit('disconnect', walletError(4900, 'Disconnected'));
      fake.emit('connect', { chainId: '0x1' });
      expect(events).to.deep.equal([{ type: 'disconnected' }, { type: 'back' }]);
    });

    it('stop and leave no listener when the subscription ends', () => {
      stop();
      fake.emit('accountsChanged', [OTHER]);
      expect(events).to.deep.equal([]);
      expect(fake.listeners).to.equal(0);
    });
  });
});
