/** Connects and disconnects EVM wallets with @wagmi/core, because wagmi works around known wallet bugs. */
import type { Config, Connector, CreateConnectorFn } from '@wagmi/core';
import { connect, createConfig, disconnect, injected } from '@wagmi/core';
import { HubPayError } from '../errors.js';
import { refusalOf, walletMessage } from './wallet-errors.js';
import { readAddresses } from './eip1193-wallet.js';
import type { EIP1193Provider, WalletInfo } from './wallet.js';

/**
 * Opens the wallet's connect prompt.
 * @throws HubPayError `wallet-rejected`, also if the wallet fails; `wallet-busy`, `wallet-locked`
 */
export async function connectEvm(info: WalletInfo, provider: EIP1193Provider): Promise<void> {
  const { config, connector } = setUp(info, provider);
  const { accounts } = await connect(config, { connector }).catch((cause: unknown) => {
    throw new HubPayError(refusalOf(cause) ?? 'wallet-rejected', `${info.name || info.id} did not connect`, {
      details: walletMessage(cause),
      cause,
    });
  });
  if (readAddresses(accounts).length === 0)
    throw new HubPayError('wallet-locked', `${info.name || info.id} shares no account`);
}

/** Revokes the page's permission if the wallet supports that. */
export async function disconnectEvm(info: WalletInfo, provider: EIP1193Provider): Promise<void> {
  const { config, connector } = setUp(info, provider);
  await disconnect(config, { connector });
}

/**
 * Creates a wagmi config for one wallet and one call. A shared config would duplicate this package's state. wagmi's
 * `reconnect` is not used, because one silent wallet blocks all later calls (wagmi #5233).
 */
function setUp(info: WalletInfo, provider: EIP1193Provider): { config: Config; connector: Connector } {
  // wagmi requires `on` and `removeListener`, which some wallets lack. This copy prevents wagmi from changing the
  // wallet's own object.
  const quiet = { request: provider.request.bind(provider), on: () => undefined, removeListener: () => undefined };
  const target = injected({
    shimDisconnect: false,
    target: { id: info.id, name: info.name, provider: quiet as never },
  });
  // wagmi's own `getProvider` finds no wallet on a server. This method returns the caller's wallet.
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

/** wagmi requires a chain, but this package reads chains without wagmi. */
const NO_CHAIN = {
  id: 1,
  name: '',
  nativeCurrency: { name: '', symbol: '', decimals: 18 },
  rpcUrls: { default: { http: [] } },
} as const;

function unused(): never {
  throw new Error('Nothing is read through wagmi');
}
