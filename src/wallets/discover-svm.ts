/**
 * Finds wallets of the Wallet Standard that can pay from SVM chains: those registered on the page, and those in the
 * property `wallets`.
 */
import { getWallets } from '@wallet-standard/app';
import type { ReadableAtom } from 'nanostores';
import { atom, onMount } from 'nanostores';
import { connectSvm, disconnectSvm } from './connect-svm.js';
import { paysFromSvm, svmWallet } from './svm-wallet.js';
import { infoOf, optionOf, reconnect } from './wallet-option.js';
import type { WalletDiscovery, WalletEntry, WalletOption, WalletStandardWallet } from './wallet.js';

/**
 * Returns the list of the wallets that are registered on the page and can pay from SVM chains, in the order of their
 * registration. Of several wallets with the same name, the list contains only the first.
 */
export const discoverWallets = (): ReadableAtom<readonly WalletOption[]> => $announced;

/** Returns options for the entries of the property `wallets` that can pay from SVM chains, one for each name. */
export const walletOptionsOf = (entries: readonly WalletEntry[]): WalletOption[] => optionsOf(entries);

/** Reconnects the last connected SVM wallet with the function `reconnect`. */
export const reconnectWallet: WalletDiscovery['reconnectWallet'] = (options, o) =>
  reconnect('svm', $announced, options, o);

const $announced = atom<readonly WalletOption[]>([]);

onMount($announced, () => {
  const registry = getWallets();
  const list = (): void => {
    $announced.set(optionsOf(registry.get()));
  };
  list();
  const stops = [registry.on('register', list), registry.on('unregister', list)];
  return () => {
    for (const stop of stops) stop();
  };
});

/** Returns one option for each wallet name. The name is also the wallet's id, because these wallets have no `rdns`. */
function optionsOf(values: readonly unknown[]): WalletOption[] {
  const options = values.filter(paysFromSvm).map(standardOption);
  return options.filter(({ id }, at) => options.findIndex((each) => each.id === id) === at);
}

function standardOption(wallet: WalletStandardWallet): WalletOption {
  const info = infoOf(wallet.name, wallet.name, wallet.icon, 'svm');
  return optionOf(info, {
    handle: () => Promise.resolve(wallet),
    wrap: (_, disconnect) => svmWallet(info, wallet, disconnect),
    connect: connectSvm,
    disconnect: disconnectSvm,
    shared: () => connectSvm(wallet, { silent: true }).catch(() => []),
  });
}
