/** Stores which wallet of each chain family the payer connected last on this site. */
import { DEFAULT_FAMILY } from '../shared/chain.js';
import type { WalletFamily } from './wallet.js';

/**
 * Returns the storage key for the id of a chain family's last connected wallet. The key of EVM wallets has no family
 * name, because it existed before the other families.
 */
const keyOf = (family: WalletFamily): string =>
  family === DEFAULT_FAMILY ? 'hub-pay/wallet' : `hub-pay/wallet/${family}`;

/** The id of the chain family's last connected wallet, or null if none is stored. */
export function readLast(family: WalletFamily): string | null {
  try {
    return localStorage.getItem(keyOf(family));
  } catch {
    return null;
  }
}

/** Stores the id of the chain family's last connected wallet, or removes the stored id if `id` is null. */
export function writeLast(family: WalletFamily, id: string | null): void {
  try {
    if (id === null) localStorage.removeItem(keyOf(family));
    else localStorage.setItem(keyOf(family), id);
  } catch {
    return;
  }
}
