/** The wallets of real libraries, in the form of the element's property `wallets`. */
import { createCoinbaseWalletSDK } from '@coinbase/wallet-sdk';
import { initializeProvider } from '@metamask/providers';
import { SafeAppProvider } from '@safe-global/safe-apps-provider';
import SafeAppsSDK from '@safe-global/safe-apps-sdk';
import { UnsafeBurnerWalletAdapter } from '@solana/wallet-adapter-unsafe-burner';
import { SolanaWalletAdapterWallet } from '@solana/wallet-standard-wallet-adapter-base';
import { injected, safe, walletConnect } from '@wagmi/connectors';
import { createConfig } from '@wagmi/core';
import { defineChain, http } from 'viem';
import { Duplex } from 'readable-stream';
import { answer, chainHex, devnet, payer } from './devnet.js';

type Wallets = readonly unknown[];
type Message = { id: number; method: string; params?: unknown };
const icon = 'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg"/>';
const info = (name: string): object => ({ uuid: crypto.randomUUID(), name, icon, rdns: `test.${name.toLowerCase()}` });

const chain = defineChain({
  id: devnet.chainId,
  name: 'Local',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: { default: { http: [devnet.rpcUrl] } },
});
const transports = { [chain.id]: http() };

export const libraries: Readonly<Record<string, () => Promise<Wallets>>> = {
  async safe() {
    const sdk = new SafeAppsSDK();
    const provider = new SafeAppProvider(await sdk.safe.getInfo(), sdk);
    return [{ info: info('Safe'), provider }];
  },

  async 'wagmi-safe'() {
    return createConfig({ chains: [chain], transports, connectors: [safe({ unstable_getInfoTimeout: 5_000 })] })
      .connectors;
  },

  async 'wagmi-injected'() {
    const listeners = { on: () => undefined, removeListener: () => undefined };
    const provider = { request: ({ method, params }: { method: string; params?: unknown }) => answer(method, params) };
    Object.assign(globalThis, { ethereum: { ...provider, ...listeners } });
    const own = { chains: [chain], transports, multiInjectedProviderDiscovery: false } as const;
    return createConfig({ ...own, connectors: [injected()] }).connectors;
  },

  /** The element shows the code, which the phone of the test scans. */
  async 'wagmi-walletconnect'() {
    const { relayUrl } = devnet;
    const own = { projectId: 'shop', relayUrl, showQrModal: false, telemetryEnabled: false };
    return createConfig({ chains: [chain], transports, connectors: [walletConnect(own)] }).connectors;
  },

  /** The wallet's window is `keys.html`. */
  async coinbase() {
    const keysUrl = new URL(`/keys.html${location.hash}`, location.href).href;
    const preference = { options: 'smartWalletOnly', keysUrl } as const;
    const sdk = createCoinbaseWalletSDK({ appName: 'Acme Coffee', appChainIds: [chain.id], preference });
    return [{ info: info('Coinbase'), provider: sdk.getProvider() }];
  },

  /** The adapter has the key that the test has given money. */
  async 'wallet-adapter'() {
    const adapter = new UnsafeBurnerWalletAdapter();
    await adapter.connect();
    Object.assign(globalThis, { burner: adapter.publicKey!.toBase58() });
    return [new SolanaWalletAdapterWallet(adapter, 'solana:mainnet', devnet.svmUrl)];
  },

  /** The stream leads to the answers below, as that of the extension leads to its worker. */
  async metamask() {
    const first = {
      accounts: [],
      chainId: chainHex,
      isUnlocked: true,
      networkVersion: String(chain.id),
      isConnected: true,
    };
    const connectionStream = new Duplex({
      objectMode: true,
      read: () => undefined,
      write({ id, method, params }: Message, _encoding, done) {
        done();
        const tell = (members: object): void => void connectionStream.push({ jsonrpc: '2.0', ...members });
        const answered = method === 'metamask_getProviderState' ? Promise.resolve(first) : answer(method, params);
        answered.then(
          (result) => {
            tell({ id, result });
            if (method === 'eth_requestAccounts') tell({ method: 'metamask_accountsChanged', params: [payer] });
          },
          ({ code, message }: { code: number; message: string }) => tell({ id, error: { code, message } }),
        );
      },
    });
    initializeProvider({
      connectionStream: connectionStream as never,
      providerInfo: info('MetaMask') as never,
      shouldSendMetadata: false,
    });
    return [];
  },
};
