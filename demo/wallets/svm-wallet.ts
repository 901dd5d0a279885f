/**
 * The demo wallet for the SVM chain. The wallet registers itself by the Wallet Standard, and uses the same window as
 * the EVM wallet.
 */
import type { Wallet, WalletAccount } from '@wallet-standard/base';
import { registerWallet } from '@wallet-standard/wallet';
import { ProviderError } from './provider-error.js';
import type { RequestQueue } from './request-queue.js';
import { fromBase64, svmKeys, toBase64 } from './svm-requests.js';
import { updateState, walletState } from './wallet-state.js';

/**
 * The chain names of the wallet. The Wallet Standard has no name for a local chain, so the wallet uses the name of the
 * main network.
 */
const CHAINS = ['solana:mainnet'] as const;
const FEATURES = ['solana:signTransaction', 'solana:signAndSendTransaction', 'solana:signMessage'] as const;

type Signing = { account: WalletAccount; transaction: Uint8Array; chain?: string; options?: object };
type Events = { accounts: readonly WalletAccount[] };

/** Registers the wallet. Returns a function that reports a changed account to the page. */
export function registerSvmWallet(requests: RequestQueue, icon: Wallet['icon']): () => void {
  const accounts = svmKeys.map(({ publicKey }): WalletAccount =>
    Object.freeze({
      address: publicKey.toBase58(),
      publicKey: publicKey.toBytes(),
      chains: CHAINS,
      features: FEATURES,
    }),
  );
  const listeners = new Set<(properties: Events) => void>();
  let emitted = shared();

  /** Returns the accounts that the page can see. The list is empty until the wallet is connected. */
  function shared(): readonly WalletAccount[] {
    const { svmConnected, svmAccount } = walletState();
    if (!svmConnected) return [];
    return svmAccount === 'both' ? accounts : accounts.filter((_, index) => String(index) === svmAccount);
  }

  function refresh(): void {
    const now = shared();
    if (now.map(({ address }) => address).join() === emitted.map(({ address }) => address).join()) return;
    emitted = now;
    for (const listener of listeners) listener({ accounts: now });
  }

  async function sign(method: string, { account, transaction, chain, options = {} }: Signing): Promise<Uint8Array> {
    requireShared(account);
    if (chain !== undefined && chain !== CHAINS[0]) throw new ProviderError(-32603, `The wallet has no chain ${chain}`);
    return fromBase64(String(await requests.request(method, [account.address, toBase64(transaction), options])));
  }

  function requireShared({ address }: WalletAccount): void {
    if (shared().some((each) => each.address === address)) return;
    throw new ProviderError(4100, 'The requested account has not been authorized by the user.');
  }

  const wallet: Wallet = {
    version: '1.0.0',
    name: 'Demo wallet',
    icon,
    chains: CHAINS,
    get accounts() {
      return shared();
    },
    features: {
      'standard:connect': {
        version: '1.0.0',
        async connect({ silent = false } = {}) {
          if (!walletState().svmConnected && !silent) await requests.request('standard:connect', []);
          refresh();
          return { accounts: shared() };
        },
      },
      'standard:disconnect': {
        version: '1.0.0',
        async disconnect() {
          updateState({ svmConnected: false });
          refresh();
        },
      },
      'standard:events': {
        version: '1.0.0',
        on(_: 'change', listener: (properties: Events) => void) {
          listeners.add(listener);
          return () => void listeners.delete(listener);
        },
      },
      'solana:signTransaction': {
        version: '1.0.0',
        supportedTransactionVersions: ['legacy', 0],
        signTransaction: (...inputs: Signing[]) =>
          inOrder(inputs, async (input) => ({ signedTransaction: await sign('solana:signTransaction', input) })),
      },
      'solana:signAndSendTransaction': {
        version: '1.0.0',
        supportedTransactionVersions: ['legacy', 0],
        signAndSendTransaction: (...inputs: Signing[]) =>
          inOrder(inputs, async (input) => ({ signature: await sign('solana:signAndSendTransaction', input) })),
      },
      'solana:signMessage': {
        version: '1.0.0',
        signMessage: (...inputs: { account: WalletAccount; message: Uint8Array }[]) =>
          inOrder(inputs, async ({ account, message }) => {
            requireShared(account);
            const signature = await requests.request('solana:signMessage', [account.address, toBase64(message)]);
            return { signedMessage: message, signature: fromBase64(String(signature)) };
          }),
      },
    },
  };
  registerWallet(wallet);
  return refresh;
}

/** Shows one request after the other. */
async function inOrder<Input, Output>(inputs: Input[], run: (input: Input) => Promise<Output>): Promise<Output[]> {
  const outputs: Output[] = [];
  for (const input of inputs) outputs.push(await run(input));
  return outputs;
}
