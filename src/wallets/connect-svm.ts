/** Connects and disconnects wallets of the Wallet Standard. */
import { HubPayError } from '../errors.js';
import { standardMessage, standardRefusal } from './standard-errors.js';
import { walletFailure } from './wallet-errors.js';
import { addressesIn, methodOf } from './svm-wallet.js';
import type { WalletStandardWallet } from './wallet.js';

/**
 * Connects the wallet. If `silent` is true, the wallet must not prompt the payer. Resolves with the addresses in the
 * wallet's answer or, if the answer contains none, in `wallet.accounts`. Accounts that can pay come first. The list can
 * be empty, because some wallets share their accounts a little later.
 * @throws HubPayError `wallet-rejected` if the payer declines; `wallet-busy`, `wallet-locked`, `wallet-failed`
 */
export async function connectSvm(wallet: WalletStandardWallet, { silent = false } = {}): Promise<readonly string[]> {
  let answer: unknown;
  try {
    answer = await methodOf(wallet, 'standard:connect', 'connect')?.(...(silent ? [{ silent }] : []));
  } catch (cause) {
    const what = `${wallet.name} did not connect`;
    const refusal = standardRefusal(cause, false);
    throw refusal
      ? new HubPayError(refusal, what, { details: standardMessage(cause), cause })
      : walletFailure(cause, what);
  }
  const chosen = addressesIn((Object(answer) as { accounts?: unknown }).accounts);
  return chosen.length > 0 ? chosen : addressesIn(wallet.accounts);
}

/** Ends the wallet's connection to this page, if the wallet has a method for it. */
export async function disconnectSvm(wallet: WalletStandardWallet): Promise<void> {
  await methodOf(wallet, 'standard:disconnect', 'disconnect')?.();
}
