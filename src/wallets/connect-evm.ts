/** Connects and forgets EVM wallets by @wagmi/core, which knows what wallets get wrong; a chunk of its own. */
import type { Config, Connector, CreateConnectorFn } from '@wagmi/core';
import { connect, createConfig, disconnect, injected } from '@wagmi/core';
import { HubPayError } from '../errors.js';
import { refusalOf, walletMessage } from './wallet-errors.js';
import { readAddresses } from './eip1193-wallet.js';
import type { EIP1193Provider, WalletInfo } from './wallet.js';

/**
 * Asks the wallet to connect; opens its prompt.
 * @throws HubPayError `wallet-rejected`, `wallet-busy`, `wallet-locked`; `wallet-not-found` for one that cannot be used
 */
export async function connectEvm(info: WalletInfo, provider: EIP1193Provider): Promise<void> {
  const { config, connector } = setUp(info, provider);
  const { accounts } = await connect(config, { connector }).catch((cause: unknown) => {
    throw new HubPayError(refusalOf(cause) ?? 'wallet-not-found', `${info.name || info.id} did not connect`, {
      details: walletMessage(cause),
      cause,
    });
  });
  if (readAddresses(accounts).length === 0)
    throw new HubPayError('wallet-locked', `${info.name || info.id} shares no account`);
}

/** Takes back the page's permission, where the wallet can. */
export async function disconnectEvm(info: WalletInfo, provider: EIP1193Provider): Promise<void> {
  const { config, connector } = setUp(info, provider);
  await disconnect(config, { connector });
}

/**
 * A config for one wallet and one call: state, events and storage are ours (evm-wallet.ts, discover.ts), and a config
 * shared by the page would be a second keeper of them. `reconnect` is not used: a wallet that never answers would hold
 * its module-wide guard for ever (wagmi #5233).
 */
function setUp(info: WalletInfo, provider: EIP1193Provider): { config: Config; connector: Connector } {
  // wagmi wants `on` and `removeListener`, which EIP-1193 wallets may lack, and would add them to the wallet's own
  // object.
  const quiet = { request: provider.request.bind(provider), on: () => undefined, removeListener: () => undefined };
  const target = injected({
    shimDisconnect: false,
    target: { id: info.id, name: info.name, provider: quiet as never },
  });
  // Its own getProvider finds nothing on a server, where a wallet can be given all the same.
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

/** wagmi wants a chain to read; this package reads chains by itself (vm/evm). */
const NO_CHAIN = {
  id: 1,
  name: '',
  nativeCurrency: { name: '', symbol: '', decimals: 18 },
  rpcUrls: { default: { http: [] } },
} as const;

function unused(): never {
  throw new Error('Nothing is read through wagmi');
}
