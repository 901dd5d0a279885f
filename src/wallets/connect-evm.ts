/** Connects and disconnects EVM wallets through @wagmi/core, because wagmi works around known bugs of wallets. */
import type { Config, Connector, CreateConnectorFn } from '@wagmi/core';
import { connect, createConfig, disconnect, injected } from '@wagmi/core';
import { HubPayError } from '../errors.js';
import { refusalOf, walletMessage } from './wallet-errors.js';
import { readAddresses } from './evm-wallet.js';
import type { EIP1193Provider, WalletInfo } from './wallet.js';

/**
 * Opens the wallet's connect prompt, and resolves with the accounts of the wallet's answer, the payer's choice first.
 * @throws HubPayError `wallet-rejected` if the payer rejects or the wallet fails; also `wallet-busy` and
 *   `wallet-locked`
 */
export async function connectEvm(info: WalletInfo, provider: EIP1193Provider): Promise<readonly string[]> {
  const { config, connector } = setUp(info, provider);
  const { accounts } = await connect(config, { connector }).catch((cause: unknown) => {
    throw new HubPayError(refusalOf(cause) ?? 'wallet-rejected', `${info.name || info.id} did not connect`, {
      details: walletMessage(cause),
      cause,
    });
  });
  return readAddresses(accounts);
}

/** Revokes the page's permission to see the accounts, if the wallet has a method to revoke it. */
export async function disconnectEvm(info: WalletInfo, provider: EIP1193Provider): Promise<void> {
  const { config, connector } = setUp(info, provider);
  await disconnect(config, { connector });
}

/**
 * Creates a wagmi config for one call to one wallet, because a permanent config would duplicate this package's state.
 * The package does not call wagmi's `reconnect`, because a wallet that does not answer blocks all later calls of
 * `reconnect` (wagmi #5233).
 */
function setUp(info: WalletInfo, provider: EIP1193Provider): { config: Config; connector: Connector } {
  // wagmi gets an object of its own, so that it cannot change the wallet's object. This object has the methods `on` and
  // `removeListener`, which wagmi requires but some wallets do not have.
  const quiet = { request: provider.request.bind(provider), on: () => undefined, removeListener: () => undefined };
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

/** A chain that no code reads, because wagmi's config requires one, while this package reads chains without wagmi. */
const NO_CHAIN = {
  id: 1,
  name: '',
  nativeCurrency: { name: '', symbol: '', decimals: 18 },
  rpcUrls: { default: { http: [] } },
} as const;

function unused(): never {
  throw new Error('This package reads no chain through wagmi');
}
