/** Connects and disconnects EVM wallets through @wagmi/core, which works around known bugs of wallets. */
import type { Config, Connector, CreateConnectorFn } from '@wagmi/core';
import { connect, createConfig, disconnect, injected } from '@wagmi/core';
import { HubPayError } from '../errors.js';
import { addressesOf } from './evm-wallet.js';
import { lacksMethod, refusalOf, saidBy, walletFailure } from './wallet-errors.js';
import { readAccounts } from './read-answer.js';
import type { EIP1193Provider, WalletInfo } from './wallet.js';

/**
 * Opens the wallet's connect prompt. Resolves with the accounts of the wallet's answer, the payer's choice first.
 * @throws HubPayError `wallet-rejected` if the payer declines; `wallet-busy`, `wallet-locked`, `wallet-failed`
 */
export async function connectEvm(info: WalletInfo, provider: EIP1193Provider): Promise<readonly string[]> {
  const { config, connector } = setUp(info, provider);
  const { accounts } = await connect(config, { connector }).catch((cause: unknown) => {
    throw walletFailure(cause, `${info.name || info.id} did not connect`);
  });
  return readAccounts(accounts);
}

/** Revokes the page's permission to see the accounts, if the wallet has a method to revoke it. */
export async function disconnectEvm(info: WalletInfo, provider: EIP1193Provider): Promise<void> {
  const { config, connector } = setUp(info, provider);
  await disconnect(config, { connector });
}

/**
 * Creates a wagmi config for one call to one wallet, because a permanent config would duplicate this package's state.
 * The package never calls wagmi's `reconnect`: a wallet that does not answer would block all its later calls (wagmi
 * #5233).
 */
function setUp(info: WalletInfo, provider: EIP1193Provider): { config: Config; connector: Connector } {
  // wagmi gets a stand-in for the provider, so that wagmi cannot change the wallet's object. The stand-in has the
  // methods `on` and `removeListener`, because wagmi requires them and some wallets lack them.
  const quiet = {
    request: (request: { method: string }): unknown => ask(info, provider, request),
    on: () => undefined,
    removeListener: () => undefined,
  };
  const target = injected({
    shimDisconnect: false,
    target: { id: info.id, name: info.name, provider: quiet as never },
  });
  // Replaces wagmi's method `getProvider`, which finds no wallet if there is no `window`.
  const withProvider: CreateConnectorFn = (parameters) => ({
    ...target(parameters),
    getProvider: () => Promise.resolve(quiet),
  });
  const config = createConfig({
    chains: [NO_CHAIN],
    connectors: [withProvider],
    transports: { [NO_CHAIN.id]: unused },
    multiInjectedProviderDiscovery: false,
    syncConnectedChain: false,
    storage: null,
  });
  return { config, connector: config.connectors[0] };
}

/**
 * Answers wagmi's request by asking the wallet, and converts accounts to the form that wagmi expects. Answers
 * `eth_chainId` itself, so that a wallet that does not report its chain can still connect.
 * @throws HubPayError `wallet-locked` if the answer is no empty list, but names no readable account; the wallet's error
 */
async function ask({ name, id }: WalletInfo, provider: EIP1193Provider, request: { method: string }): Promise<unknown> {
  if (request.method === 'eth_chainId') return NO_CHAIN.id;
  if (request.method !== 'eth_requestAccounts') return provider.request(request);
  const answer: unknown = await openSession(provider, request).catch((cause: unknown) =>
    sharedInstead(provider, cause),
  );
  const accounts = readAccounts(answer);
  if (accounts.length > 0 || (Array.isArray(answer) && answer.length === 0)) return accounts;
  throw new HubPayError('wallet-locked', `${name || id} named no account that can be read`);
}

/**
 * Asks the wallet for its accounts. A provider of WalletConnect refuses every request until it has a session, which its
 * own method `enable` opens.
 */
async function openSession(provider: EIP1193Provider, request: { method: string }): Promise<unknown> {
  const { enable } = provider as { enable?: () => Promise<unknown> };
  return 'session' in provider && typeof enable === 'function' ? enable.call(provider) : provider.request(request);
}

/**
 * Returns the accounts that the wallet shares although it did not connect. Wallets that open the page themselves, such
 * as a Safe, share their account from the start, and do not support the connect request. After any other error, the
 * payer may have declined in words of another language, perhaps because they want another account.
 * @throws the cause, unless the wallet does not support the connect request and shares an account
 */
async function sharedInstead(provider: EIP1193Provider, cause: unknown): Promise<readonly string[]> {
  if (refusalOf(cause) || saidBy(cause) || !lacksMethod(cause, 'eth_requestAccounts')) throw cause;
  const shared = await addressesOf(provider).catch((): string[] => []);
  if (shared.length === 0) throw cause;
  return shared;
}

/** A placeholder chain for the config. wagmi requires a chain, but this package reads chains without wagmi. */
const NO_CHAIN = {
  id: 1,
  name: '',
  nativeCurrency: { name: '', symbol: '', decimals: 18 },
  rpcUrls: { default: { http: [] } },
} as const;

function unused(): never {
  throw new Error('This package reads no chain through wagmi');
}
