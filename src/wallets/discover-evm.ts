/** Finds the payer's browser wallets (EIP-6963), and also offers the wallets of the property `wallets`. */
import { requestProviders } from 'mipd';
import type { ReadableAtom } from 'nanostores';
import { atom, onMount } from 'nanostores';
import { connectEvm, disconnectEvm } from './connect-evm.js';
import { addressesOf, evmWallet } from './evm-wallet.js';
import { connectConnector, connectorId, connectorProvider, isConnector, isProvider } from './wagmi-connector.js';
import { infoOf, optionOf, reconnect, type WalletSource } from './wallet-option.js';
import type {
  EIP1193Provider,
  WagmiConnector,
  WalletDiscovery,
  WalletEntry,
  WalletInfo,
  WalletOption,
} from './wallet.js';

/**
 * Returns the wallets that announced themselves, in the order of their announcements, but only the first of several
 * with the same `rdns`. The payer must select a wallet, because a false wallet can announce itself under the name of
 * another one. The code does not read `window.ethereum`, because wallets overwrite this property.
 */
export const discoverWallets = (): ReadableAtom<readonly WalletOption[]> => $announced;

/**
 * Returns options for the entries of the property `wallets`, where a provider without EIP-6963 info gets an id such as
 * `page-1`.
 */
export function walletOptionsOf(entries: readonly WalletEntry[]): WalletOption[] {
  let bare = 0;
  return entries.flatMap((entry) => {
    if (isConnector(entry)) return connectorOption(entry);
    if (!isProvider(entry)) return announcedOption(entry) ?? [];
    bare += 1;
    return injected({ id: `page-${bare}`, name: '', icon: null, vmType: 'evm' }, entry);
  });
}

/** Reconnects the last connected EVM wallet with the function `reconnect`. */
export const reconnectWallet: WalletDiscovery['reconnectWallet'] = (options, o) =>
  reconnect('evm', $announced, options, o);

const $announced = atom<readonly WalletOption[]>([]);

onMount($announced, () =>
  requestProviders((detail) => {
    const option = announcedOption(detail);
    const known = $announced.get();
    if (option && !known.some(({ id }) => id === option.id)) $announced.set([...known, option]);
  }),
);

/**
 * Returns an option for an announced wallet, or null if the announcement is malformed, because any script of the page
 * can send one.
 */
function announcedOption(detail: unknown): WalletOption | null {
  const { info, provider } = Object(detail) as { info?: unknown; provider?: unknown };
  const { rdns, name, icon } = Object(info) as { rdns?: unknown; name?: unknown; icon?: unknown };
  if (!isProvider(provider) || typeof name !== 'string') return null;
  const id = typeof rdns === 'string' && rdns !== '' ? rdns : name;
  return injected(infoOf(id, name, icon, 'evm'), provider);
}

function connectorOption(connector: WagmiConnector): WalletOption {
  return evmOption(infoOf(connectorId(connector), connector.name, connector.icon, 'evm'), {
    handle: () => connectorProvider(connector),
    connect: (provider) => connectConnector(connector, provider),
    disconnect: () => connector.disconnect(),
  });
}

const injected = (info: WalletInfo, provider: EIP1193Provider): WalletOption =>
  evmOption(info, {
    handle: () => Promise.resolve(provider),
    connect: () => connectEvm(info, provider),
    disconnect: () => disconnectEvm(info, provider),
  });

const evmOption = (
  info: WalletInfo,
  source: Pick<WalletSource<EIP1193Provider>, 'handle' | 'connect' | 'disconnect'>,
): WalletOption =>
  optionOf(info, {
    ...source,
    wrap: (provider, disconnect) => evmWallet(info, provider, disconnect),
    shared: (provider) => addressesOf(provider).catch(() => []),
  });
