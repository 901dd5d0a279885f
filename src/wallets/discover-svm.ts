/**
 * Finds wallets of the Wallet Standard that can pay from SVM chains: those registered on the page, and those in the
 * property `wallets`.
 */
import { getWallets } from '@wallet-standard/app';
import type { ReadableAtom } from 'nanostores';
import { atom, onMount } from 'nanostores';
import { connectSvm, disconnectSvm } from './connect-svm.js';
import { paysFromSvm, svmWallet } from './svm-wallet.js';
import { infoOf, MOST_WALLETS, MOST_TWINS, optionOf, reconnect } from './wallet-option.js';
import type { WalletDiscovery, WalletEntry, WalletInfo, WalletOption, WalletStandardWallet } from './wallet.js';

/**
 * Returns the list of the wallets that are registered on the page and can pay from SVM chains, in the order of their
 * registration. Wallets with the same name are marked, because only the payer knows which one is theirs.
 */
export const discoverWallets = (): ReadableAtom<readonly WalletOption[]> => $announced;

/** Returns options for the entries of the property `wallets` that can pay from SVM chains. */
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

/**
 * Returns the options for at most `MOST_WALLETS` wallets. The name is also the wallet's id, because these wallets have
 * no `rdns`. A false wallet can register under the name of another. So the list keeps up to `MOST_TWINS` wallets with
 * the same name and marks them, and an id that is taken gets a number.
 */
function optionsOf(values: readonly unknown[]): WalletOption[] {
  const wallets = [...new Set(values.filter(paysFromSvm))].slice(0, MOST_WALLETS);
  const all = wallets.map((wallet) => ({ wallet, info: infoOf(wallet.name, wallet.name, wallet.icon, 'svm') }));
  const twinsOf = (name: string): typeof all => all.filter(({ info }) => info.name === name);
  const taken = new Set<string>();
  return all
    .filter((each) => twinsOf(each.info.name).indexOf(each) < MOST_TWINS)
    .map(({ wallet, info }) => {
      let { id } = info;
      for (let number = 2; taken.has(id); number += 1) id = `${info.id} (${number})`;
      taken.add(id);
      const option = standardOption(wallet, { ...info, id });
      return twinsOf(info.name).length > 1 ? { ...option, isTwin: true } : option;
    });
}

const standardOption = (wallet: WalletStandardWallet, info: WalletInfo): WalletOption => ({
  ...optionOf(info, {
    handle: () => Promise.resolve(wallet),
    wrap: (_, disconnect) => svmWallet(info, wallet, disconnect),
    connect: () => connectSvm(wallet),
    disconnect: disconnectSvm,
    shared: () => connectSvm(wallet, { silent: true }).catch(() => []),
  }),
  own: wallet,
});
