/** Connects and disconnects wallets of the Wallet Standard. */
import { HubPayError } from '../errors.js';
import { standardMessage, standardRefusal } from './standard-errors.js';
import { addressesIn, methodOf } from './svm-wallet.js';
import type { WalletStandardWallet } from './wallet.js';

/**
 * Connects the wallet, which prompts the payer unless `silent` is true. Resolves with the accounts of the wallet's
 * answer, the payer's choice first, or with none, because some wallets share their accounts a little later.
 * @throws HubPayError `wallet-rejected`, also if the wallet fails; `wallet-busy`, `wallet-locked`
 */
export async function connectSvm(wallet: WalletStandardWallet, { silent = false } = {}): Promise<readonly string[]> {
  let answer: unknown;
  try {
    answer = await methodOf(wallet, 'standard:connect', 'connect')?.(...(silent ? [{ silent }] : []));
  } catch (cause) {
    throw new HubPayError(standardRefusal(cause, false) ?? 'wallet-rejected', `${wallet.name} did not connect`, {
      details: standardMessage(cause),
      cause,
    });
  }
  const chosen = addressesIn((Object(answer) as { accounts?: unknown }).accounts);
  return chosen.length > 0 ? chosen : addressesIn(wallet.accounts);
}

/** Revokes the page's permission to see the accounts, if the wallet has a method to revoke it. */
export async function disconnectSvm(wallet: WalletStandardWallet): Promise<void> {
  await methodOf(wallet, 'standard:disconnect', 'disconnect')?.();
}
