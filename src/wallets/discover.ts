/** Finds the payer's browser wallets (EIP-6963). Offers these wallets and the wallets that the page passes. */
import { requestProviders } from 'mipd';
import type { ReadableAtom } from 'nanostores';
import { atom, onMount } from 'nanostores';
import type { Clock } from '../shared/clock.js';
import { rejectOnAbort, pause, platformClock } from '../shared/clock.js';
import { connectEvm, disconnectEvm } from './connect-evm.js';
import { addressesOf, evmWallet } from './eip1193-wallet.js';
import { connectConnector, connectorId, connectorProvider, isConnector, isProvider } from './wagmi-connector.js';
import type { EIP1193Provider, WagmiConnector, Wallet, WalletEntry, WalletInfo, WalletOption } from './wallet.js';

/**
 * The wallets that announced themselves, in order of announcement, one wallet for each rdns. Their identity cannot be
 * verified, so the payer must select a wallet. `window.ethereum` is not read, because wallets overwrite that property.
 */
export const discoverWallets = (): ReadableAtom<readonly WalletOption[]> => $announced;

/** Options for the wallets that the merchant's page passes. A bare provider gets the id `page-1`, `page-2`, … */
export function walletOptionsOf(entries: readonly WalletEntry[]): WalletOption[] {
  let bare = 0;
  return entries.flatMap((entry) => {
    if (isConnector(entry)) return connectorOption(entry);
    if (!isProvider(entry)) return announcedOption(entry) ?? [];
    bare += 1;
    return optionOf(...injected({ id: `page-${bare}`, name: '', icon: null, vmType: 'evm' }, entry));
  });
}

/**
 * Reconnects the last connected wallet without a prompt. Returns null if there is none, if it is locked, or if it does
 * not answer within three seconds.
 * @param options returns the wallets that can be connected now; called again at each announcement.
 */
export async function reconnectWallet(
  options: () => readonly WalletOption[],
  o: { signal: AbortSignal; clock?: Clock },
): Promise<Wallet | null> {
  const last = readLast();
  if (last === null || o.signal.aborted) return null;
  const end = new AbortController();
  const signal = AbortSignal.any([o.signal, end.signal]);
  const late = pause(RECONNECT_MS, o.clock ?? platformClock, signal).then(() => null);
  try {
    return await Promise.race([appearance(last, options, signal).then((option) => option.reconnect()), late]);
  } catch {
    return null;
  } finally {
    end.abort();
  }
}

const RECONNECT_MS = 3_000;
const MAX_ICON_LENGTH = 64 * 1024;
const LAST_WALLET = 'hub-pay/wallet';

const $announced = atom<readonly WalletOption[]>([]);

onMount($announced, () =>
  requestProviders((detail) => {
    const option = announcedOption(detail);
    const known = $announced.get();
    if (option && !known.some(({ id }) => id === option.id)) $announced.set([...known, option]);
  }),
);

/** Null if the announcement is malformed. Any script of the page can send an announcement. */
function announcedOption(detail: unknown): WalletOption | null {
  const { info, provider } = Object(detail) as { info?: unknown; provider?: unknown };
  const { rdns, name, icon } = Object(info) as { rdns?: unknown; name?: unknown; icon?: unknown };
  if (!isProvider(provider) || typeof name !== 'string') return null;
  const id = typeof rdns === 'string' && rdns !== '' ? rdns : name;
  return optionOf(...injected(infoOf(id, name, icon), provider));
}

function connectorOption(connector: WagmiConnector): WalletOption {
  return optionOf(infoOf(connectorId(connector), connector.name, connector.icon), {
    provider: () => connectorProvider(connector),
    connect: (provider) => connectConnector(connector, provider),
    disconnect: () => connector.disconnect(),
  });
}

function infoOf(id: string, name: string, icon: unknown): WalletInfo {
  const isPicture = typeof icon === 'string' && icon.startsWith('data:image/') && icon.length <= MAX_ICON_LENGTH;
  return { id, name: plain(name), icon: isPicture ? icon : null, vmType: 'evm' };
}

type WalletSource = {
  provider(): Promise<EIP1193Provider>;
  connect(provider: EIP1193Provider): Promise<void>;
  disconnect(provider: EIP1193Provider): Promise<void>;
};

const injected = (info: WalletInfo, provider: EIP1193Provider): [WalletInfo, WalletSource] => [
  info,
  {
    provider: () => Promise.resolve(provider),
    connect: () => connectEvm(info, provider),
    disconnect: () => disconnectEvm(info, provider),
  },
];

function optionOf(info: WalletInfo, source: WalletSource): WalletOption {
  const walletOf = (provider: EIP1193Provider): Wallet =>
    evmWallet(info, provider, async () => {
      writeLast(null);
      await source.disconnect(provider);
    });
  return {
    ...info,
    async connect({ signal }) {
      const provider = await rejectOnAbort(source.provider(), signal);
      // A wallet request cannot be canceled. So ignore the wallet's answer after an abort.
      await rejectOnAbort(source.connect(provider), signal);
      writeLast(info.id);
      return walletOf(provider);
    },
    async answered({ signal }) {
      const wallet = walletOf(await rejectOnAbort(source.provider(), signal));
      let stop = (): void => undefined;
      const shown = new Promise<void>((resolve) => {
        stop = wallet.subscribe((event) => {
          if (event.type === 'accounts-changed' && event.addresses.length > 0) resolve();
        });
      });
      await rejectOnAbort(shown, signal).finally(() => stop());
      writeLast(info.id);
      return wallet;
    },
    async reconnect() {
      const provider = await source.provider();
      return (await addressesOf(provider)).length > 0 ? walletOf(provider) : null;
    },
  };
}

/** Waits until the wallet is among the options, because some wallets announce themselves later. */
function appearance(id: string, options: () => readonly WalletOption[], signal: AbortSignal): Promise<WalletOption> {
  let stop = (): void => undefined;
  const found = new Promise<WalletOption>((resolve) => {
    stop = $announced.subscribe(() => {
      const option = options().find((each) => each.id === id);
      if (option) resolve(option);
    });
  });
  return rejectOnAbort(found, signal).finally(() => stop());
}

/** Reduces a name to one line without control and format characters, which could reverse or hide other text. */
const plain = (name: string): string =>
  name
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cf}]/gu, '')
    .trim()
    .slice(0, 64);

function readLast(): string | null {
  try {
    return localStorage.getItem(LAST_WALLET);
  } catch {
    return null;
  }
}

/** Stores the id of the last connected wallet. Null removes the id. */
function writeLast(id: string | null): void {
  try {
    if (id === null) localStorage.removeItem(LAST_WALLET);
    else localStorage.setItem(LAST_WALLET, id);
  } catch {
    return;
  }
}
