/** Gives each page of a world its own view of a wallet of the Wallet Standard. */
import type { WalletStandardWallet } from '../../../src/wallets/wallet.js';

/** Passes a request of a page to the wallet. `method` is the name of the wallet's method. */
type Asks = (method: string, request: () => unknown) => Promise<unknown>;
type Method = (...inputs: unknown[]) => unknown;

/** Returns the wallet as one page sees it. The page's requests go through `asks`, and its listeners do not. */
export function ofPage(wallet: WalletStandardWallet, asks: Asks): WalletStandardWallet {
  const own = (name: string, member: unknown): unknown =>
    typeof member === 'function' && name !== 'on'
      ? (...inputs: unknown[]) => asks(name, () => (member as Method)(...inputs))
      : member;
  const features = Object.entries(wallet.features).map(([id, feature]): [string, object] => [
    id,
    Object.fromEntries(Object.entries(feature as object).map(([name, member]) => [name, own(name, member)])),
  ]);
  return {
    ...wallet,
    features: Object.fromEntries(features),
    get accounts() {
      return wallet.accounts;
    },
  };
}
