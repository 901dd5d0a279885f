/** Tests wagmi connectors that the page passes in its `wallets` list. */
import { expect } from '@open-wc/testing';
import { createConfig, injected } from '@wagmi/core';
import { mainnet } from 'viem/chains';
import { HubPayError } from '../../src/errors.js';
import { reconnectWallet, walletOptionsOf } from '../../src/wallets/discover-evm.js';
import type { WagmiConnector, WalletEntry, WalletOption } from '../../src/wallets/wallet.js';
import { fakeEvmWallet, PAYER, silence, walletError, type FakeEvmWallet } from '../support/fake-evm-wallet.js';

const never = new AbortController().signal;
const LAST = 'hub-pay/wallet';

type Fake = WagmiConnector & { calls: string[] };

/** A fake wagmi connector that uses a scripted wallet. */
function connector(fake: FakeEvmWallet, change: Partial<WagmiConnector> = {}): Fake {
  const calls: string[] = [];
  return {
    id: 'someWallet',
    uid: 'u1',
    name: 'Some wallet',
    type: 'injected',
    calls,
    connect: async () => {
      calls.push('connect');
      return { accounts: await fake.provider.request({ method: 'eth_requestAccounts' }), chainId: 1 };
    },
    disconnect: () => Promise.resolve(void calls.push('disconnect')),
    getProvider: () => Promise.resolve(fake.provider),
    ...change,
  };
}

const optionOf = (entry: WalletEntry): WalletOption => walletOptionsOf([entry])[0]!;
const refusal = async (entry: WalletEntry): Promise<HubPayError> => {
  const error: unknown = await optionOf(entry)
    .connect({ signal: never })
    .catch((reason: unknown) => reason);
  expect(error).to.be.instanceOf(HubPayError);
  return error as HubPayError;
};

describe('wagmi connector', () => {
  afterEach(() => localStorage.removeItem(LAST));

  it('uses its rdns as id, otherwise its own reverse-domain id, otherwise its name', () => {
    const fake = fakeEvmWallet();
    const ids = [
      { rdns: 'io.some.wallet' },
      { rdns: ['io.first', 'io.second'] },
      { id: 'io.metamask' },
      {},
      { rdns: [] },
    ].map((change) => optionOf(connector(fake, change)).id);
    expect(ids).to.deep.equal(['io.some.wallet', 'io.first', 'io.metamask', 'Some wallet', 'Some wallet']);
    expect(fake.requests).to.deep.equal([]);
  });

  it('shows its icon only when it is a data URI, and removes control characters from its name', () => {
    const fake = fakeEvmWallet();
    const icon = 'data:image/svg+xml,<svg/>';
    expect(optionOf(connector(fake, { icon }))).to.include({ icon, name: 'Some wallet', vmType: 'evm' });
    const other = optionOf(connector(fake, { icon: 'https://tracker.example/i.png', name: 'A\u202E\nB' }));
    expect(other).to.include({ icon: null, name: 'AB' });
  });

  it('connects once through wagmi and then works as any wallet', async () => {
    const fake = fakeEvmWallet();
    const entry = connector(fake);
    const wallet = await optionOf(entry).connect({ signal: never });
    expect(entry.calls).to.deep.equal(['connect']);
    expect(wallet).to.have.property('provider', fake.provider);
    expect(await wallet.addresses()).to.deep.equal([PAYER]);
    expect(fake.count('eth_requestAccounts')).to.equal(1);
    await wallet.disconnect();
    expect(entry.calls).to.deep.equal(['connect', 'disconnect']);
  });

  it('sends no prompt when it is already connected on this page', async () => {
    const fake = fakeEvmWallet({ connected: true });
    const entry = connector(fake);
    const wallet = await optionOf(entry).connect({ signal: never });
    expect([entry.calls, await wallet.addresses()]).to.deep.equal([[], [PAYER]]);
  });

  it('F-149 reconnects without a prompt when it was the last connected wallet', async () => {
    const fake = fakeEvmWallet();
    const entry = connector(fake);
    const options = walletOptionsOf([entry]);
    await options[0]!.connect({ signal: never });
    const again = await reconnectWallet(() => options, { signal: never });
    expect(again).to.have.property('provider', fake.provider);
    expect(entry.calls).to.deep.equal(['connect']);
  });

  it('F-31 F-32 throws the code of the failure when the connection fails', async () => {
    for (const [reaction, code] of [
      [walletError(4001, 'User rejected the request.'), 'wallet-rejected'],
      [walletError(-32002, 'pending'), 'wallet-busy'],
      [walletError(-32603, 'broken'), 'wallet-failed'],
    ] as const) {
      const fake = fakeEvmWallet();
      fake.once('eth_requestAccounts', reaction);
      expect((await refusal(connector(fake))).code).to.equal(code);
    }
  });

  it('F-54 throws `wallet-failed` and asks anew at the next call when the QR code has expired', async () => {
    const fake = fakeEvmWallet();
    fake.once('eth_requestAccounts', new Error('Proposal expired'));
    expect(await refusal(connector(fake))).to.include({ code: 'wallet-failed', details: 'Proposal expired' });
    const wallet = await optionOf(connector(fake)).connect({ signal: new AbortController().signal });
    expect(await wallet.addresses()).to.deep.equal([PAYER]);
  });

  it('throws `wallet-not-found` when it has no provider', async () => {
    const fake = fakeEvmWallet();
    for (const getProvider of [
      () => Promise.resolve(undefined),
      () => Promise.resolve({}),
      () => Promise.reject(new Error('Provider not found.')),
    ]) {
      expect((await refusal(connector(fake, { getProvider }))).code).to.equal('wallet-not-found');
    }
  });

  it('F-33 rejects with the reason of the signal when the signal is aborted during the connection', async () => {
    const stop = new AbortController();
    const connecting = optionOf(connector(fakeEvmWallet(), { connect: silence })).connect({ signal: stop.signal });
    stop.abort('another wallet');
    expect(await connecting.catch((reason: unknown) => reason)).to.equal('another wallet');
  });

  it('connects when it comes from a config made by wagmi', async () => {
    const fake = fakeEvmWallet({ rdns: 'org.example.real' });
    const config = createConfig({
      chains: [mainnet],
      connectors: [
        injected({
          shimDisconnect: false,
          target: { id: fake.info.rdns, name: fake.info.name, provider: fake.provider as never },
        }),
      ],
      client: () => {
        throw new Error('nothing is read here');
      },
      multiInjectedProviderDiscovery: false,
      storage: null,
    });
    const entries: readonly WalletEntry[] = config.connectors;
    const [option] = walletOptionsOf(entries);
    expect(option?.id).to.equal('org.example.real');
    const wallet = await option!.connect({ signal: never });
    expect(await wallet.addresses()).to.deep.equal([PAYER]);
  });
});
