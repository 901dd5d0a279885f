/**
 * Finds the payer's wallets of the Wallet Standard that can pay from SVM chains, and also offers those of the property
 * `wallets` that can.
 */
import { getWallets } from '@wallet-standard/app';
import type { ReadableAtom } from 'nanostores';
import { atom, onMount } from 'nanostores';
import { connectSvm, disconnectSvm } from './connect-svm.js';
import { paysFromSvm, svmWallet } from './svm-wallet.js';
import { infoOf, optionOf, reconnect } from './wallet-option.js';
import type { WalletDiscovery, WalletEntry, WalletOption, WalletStandardWallet } from './wallet.js';

/**
 * Returns the wallets that are registered on the page, in the order of their registration, but only the first of
 * several with the same name. The payer must select a wallet, because a false wallet can announce itself under the name
 * of another one.
 */
export const discoverWallets = (): ReadableAtom<readonly WalletOption[]> => $announced;

/** Returns an option for each entry of the property `wallets` that can pay from SVM chains. */
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

/** Returns one option for each wallet name, which is also the wallet's id, because these wallets have no `rdns`. */
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
