/**
 * Finds the payer's EVM wallets in this browser (EIP-6963, or else `window.ethereum`). Also offers the EVM wallets of
 * the property `wallets`.
 */
import { requestProviders } from 'mipd';
import type { ReadableAtom } from 'nanostores';
import { atom, onMount } from 'nanostores';
import { connectEvm, disconnectEvm } from './connect-evm.js';
import { addressesOf, evmWallet } from './evm-wallet.js';
import { connectConnector, connectorId, connectorProvider, isConnector, isProvider } from './wagmi-connector.js';
import type { Clock } from '../shared/time/clock.js';
import { browserWalletId, isBrowserWallet } from '../shared/browser-wallet.js';
import { isWalletCode } from '../shared/wallet-code.js';
import { infoOf, MOST_WALLETS, MOST_TWINS, optionOf, reconnect, type WalletSource } from './wallet-option.js';
import { nameOf, watchWindowEthereum } from './window-ethereum.js';
import type {
  EIP1193Provider,
  WagmiConnector,
  WalletDiscovery,
  WalletEntry,
  WalletInfo,
  WalletOption,
} from './wallet.js';

/**
 * Returns the list of the wallets that announced themselves, in the order of their announcements. If no wallet
 * announces itself, the list contains the wallets of `window.ethereum`. A false wallet can announce itself under the
 * `rdns` of another wallet. The list therefore keeps both and marks them, because only the payer knows which one is
 * theirs.
 */
export const discoverWallets = (): ReadableAtom<readonly WalletOption[]> => $announced;

/**
 * Returns options for the entries of the property `wallets` that are EVM wallets. A provider without EIP-6963 info gets
 * an id such as `page-1`.
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

export { remoteOption } from './remote-wallet.js';

/** Reconnects the last connected EVM wallet with the function `reconnect`. */
export const reconnectWallet: WalletDiscovery['reconnectWallet'] = (options, o) =>
  reconnect('evm', $announced, options, o);

/** Creates a list of the announced wallets. The list starts to look for wallets at its first subscription. */
export function createAnnounced(clock?: Clock): ReadableAtom<readonly WalletOption[]> {
  const $list = atom<readonly WalletOption[]>([]);
  onMount($list, () => {
    const stop = requestProviders((detail) => {
      const option = announcedOption(detail);
      if (option) $list.set(withAnnounced($list.get(), option));
    });
    const stopLooking = watchWindowEthereum(
      () => $list.get().every(isLastResort),
      (providers) => {
        $list.set(providers.map(lastResort));
      },
      clock,
    );
    return () => {
      stop?.();
      stopLooking();
    };
  });
  return $list;
}

const $announced = createAnnounced();

/**
 * Returns the list with one more wallet, in place of any wallets of `window.ethereum`. Returns the list unchanged if it
 * already contains the wallet, is full, or has `MOST_TWINS` wallets with the same id.
 */
function withAnnounced(list: readonly WalletOption[], option: WalletOption): readonly WalletOption[] {
  const known = list.filter((each) => !isLastResort(each));
  if (known.length >= MOST_WALLETS || known.some(({ own }) => own === option.own)) return list;
  const twins = known.filter(({ id }) => id.replace(/ \(\d+\)$/, '') === option.id);
  if (twins.length === 0) return [...known, option];
  if (twins.length >= MOST_TWINS) return list;
  const marked = known.map((each) => (twins.includes(each) ? { ...each, isTwin: true as const } : each));
  const { name, icon, vmType, own } = option;
  const info = { id: `${option.id} (${twins.length + 1})`, name, icon, vmType };
  return [...marked, { ...injected(info, own as EIP1193Provider), isTwin: true }];
}

const isLastResort = ({ id }: WalletOption): boolean => isBrowserWallet(id);

const lastResort = (provider: EIP1193Provider, index: number): WalletOption =>
  injected(infoOf(browserWalletId(index), nameOf(provider), null, 'evm'), provider);

/**
 * Returns an option for a provider with its EIP-6963 info, or null if one of them is malformed. Any script of the page
 * can announce such a wallet.
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

/** Passes the codes that the provider emits to `onCode` until the connect request has ended. */
async function whileShowingCodes<T>(
  provider: EIP1193Provider,
  onCode: (code: string) => void,
  connect: () => Promise<T>,
): Promise<T> {
  const show = (code: unknown): void => {
    if (isWalletCode(code)) onCode(code);
  };
  // Libraries that connect to wallets on phones, such as WalletConnect, emit this event.
  provider.on?.('display_uri', show);
  try {
    return await connect();
  } finally {
    provider.removeListener?.('display_uri', show);
  }
}

const injected = (info: WalletInfo, provider: EIP1193Provider): WalletOption => ({
  ...evmOption(info, {
    handle: () => Promise.resolve(provider),
    connect: () => connectEvm(info, provider),
    disconnect: () => disconnectEvm(info, provider),
  }),
  own: provider,
});

const evmOption = (
  info: WalletInfo,
  source: Pick<WalletSource<EIP1193Provider>, 'handle' | 'connect' | 'disconnect'>,
): WalletOption =>
  optionOf(info, {
    ...source,
    connect: (provider, onCode, signal) =>
      whileShowingCodes(provider, onCode, () => source.connect(provider, onCode, signal)),
    wrap: (provider, disconnect) => evmWallet(info, provider, disconnect),
    shared: (provider) => addressesOf(provider).catch(() => []),
  });
