/** Checks that a wallet uses the account of a request (G06). */
import { sameAddress } from '../../shared/chain.js';
import { rejectOnAbort } from '../../shared/time/clock.js';
import { HubPayError } from '../../errors.js';
import type { WalletRequest } from '../../types.js';
import type { Wallet } from '../../wallets/wallet.js';

/**
 * Resolves if the wallet shares the account of the request. This account need not be the first in the wallet's list,
 * because the payer has seen its address, and each wallet has its own order.
 * @throws HubPayError `wallet-locked` if the wallet shares no account; `account-changed` if it shares only other
 *   accounts; the error of `Wallet.addresses`; after an abort, the signal's reason
 */
export async function assertAccount({ from }: WalletRequest, wallet: Wallet, signal: AbortSignal): Promise<void> {
  const addresses = await rejectOnAbort(wallet.addresses(), signal);
  const [first] = addresses;
  if (first === undefined) throw new HubPayError('wallet-locked', `${wallet.name} shares no account`);
  if (addresses.some((address) => sameAddress(address, from))) return;
  throw new HubPayError('account-changed', `${wallet.name} no longer shares the account`, {
    values: { old: from, new: first },
  });
}
