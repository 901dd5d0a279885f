/** Stores which wallets and which wallet's app the payer used last on this site, so that they can come first. */
import { DEFAULT_FAMILY } from '../shared/chain.js';
import type { WalletFamily } from './wallet.js';

/**
 * Returns the storage key for the id of a chain family's last connected wallet. The key of EVM wallets has no family
 * name, because it existed before the other families.
 */
const keyOf = (family: WalletFamily): string =>
  family === DEFAULT_FAMILY ? 'hub-pay/wallet' : `hub-pay/wallet/${family}`;

const APP = 'hub-pay/app';

/** The id of the chain family's last connected wallet, or null if none is stored. */
export const readLast = (family: WalletFamily): string | null => read(keyOf(family));

/** Stores the id of the chain family's last connected wallet, or removes the stored id if `id` is null. */
export const writeLast = (family: WalletFamily, id: string | null): void => {
  write(keyOf(family), id);
};

/** The id of the wallet's app that the payer opened last from this site, or null if none is known. */
export const readLastApp = (): string | null => read(APP);

/** Stores the id of the wallet's app that the payer opened last. */
export const writeLastApp = (id: string): void => {
  write(APP, id);
};

/** Returns the list with the items first for which `isLast` returns true. The order otherwise stays the same. */
export const lastFirst = <T>(all: readonly T[], isLast: (each: T) => boolean): T[] => [
  ...all.filter((each) => isLast(each)),
  ...all.filter((each) => !isLast(each)),
];

function read(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Does nothing if the page may not store anything. */
function write(key: string, id: string | null): void {
  try {
    if (id === null) localStorage.removeItem(key);
    else localStorage.setItem(key, id);
  } catch {
    return;
  }
}
