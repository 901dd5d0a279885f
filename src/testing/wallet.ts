/**
 * Creates the test wallet: an EIP-1193 provider that only elements in test mode see, and that approves every payment of
 * test mode at once.
 */
import type { EIP1193Provider, EvmWallet, WalletDiscovery, WalletOption } from '../wallets/wallet.js';
import { answerChain, type TestChains } from './chain.js';
import { quantity } from './hex.js';
import type { Sent } from './ledger.js';

/** The account of the test wallet, whose key nobody has. */
export const TEST_ACCOUNT = `0x${'7e57'.repeat(9)}ac07`;

const INFO = { id: 'dev.hub-pay.test', name: 'Test wallet', icon: null, vmType: 'evm' } as const;

/** What the wallet needs. `chainId` is its first active chain. */
export type TestWalletOptions = TestChains & { chainId: number };

/** Creates the wallet's provider. */
export function testProvider({ chainId: first, ...world }: TestWalletOptions): EIP1193Provider {
  const { ledger, now } = world;
  let active = first;
  const answer = (method: string, params: readonly unknown[]): unknown => {
    switch (method) {
      case 'eth_accounts':
      case 'eth_requestAccounts':
        return [TEST_ACCOUNT];
      case 'wallet_switchEthereumChain':
        active = Number((params[0] as { chainId: string }).chainId);
        return null;
      case 'eth_chainId':
        return quantity(active);
      case 'eth_sendTransaction': {
        const hash = ledger.pay(active, params[0] as Sent, now());
        if (hash === null) throw refused(-32000, 'No order of test mode has this transaction');
        return hash;
      }
      default:
        if (!method.startsWith('eth_')) throw refused(4200, `The test wallet does not support ${method}`);
        return answerChain(active, method, params, world);
    }
  };
  return {
    request: ({ method, params }) => Promise.resolve().then(() => answer(method, (params ?? []) as readonly unknown[])),
  };
}

/** Creates the wallet discovery of test mode, which finds the test wallet and no wallet of the browser. */
export function testDiscovery(
  provider: EIP1193Provider,
): Readonly<Record<'evm' | 'svm', () => Promise<WalletDiscovery>>> {
  const wallet: EvmWallet = {
    ...INFO,
    provider,
    addresses: () => Promise.resolve([TEST_ACCOUNT]),
    // The account never changes, and the payment code asks for the chain itself.
    subscribe: () => () => undefined,
    disconnect: () => Promise.resolve(),
  };
  const connected = (): Promise<EvmWallet> => Promise.resolve(wallet);
  const option: WalletOption = { ...INFO, connect: connected, answered: connected, reconnect: connected };
  return { evm: () => Promise.resolve(finding(option, provider)), svm: () => Promise.resolve(finding(null, provider)) };
}

const finding = (option: WalletOption | null, provider: EIP1193Provider): WalletDiscovery => {
  const options = option ? [option] : [];
  return {
    discoverWallets: () => ({
      subscribe(listener) {
        listener(options);
        return () => undefined;
      },
    }),
    // The session offers the page's wallets. In test mode, the test wallet is the only one.
    walletOptionsOf: (entries) => (entries.includes(provider) ? options : []),
    reconnectWallet: async () => (await option?.reconnect()) ?? null,
  };
};

const refused = (code: number, message: string): Error => Object.assign(new Error(message), { code });
