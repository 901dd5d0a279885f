/** Checks that a wallet uses the account of a request (G06). */
import { sameAddress } from '../../shared/chain.js';
import { rejectOnAbort } from '../../shared/time/clock.js';
import { HubPayError } from '../../errors.js';
import type { WalletRequest } from '../../types.js';
import type { Wallet } from '../../wallets/wallet.js';

/**
 * Resolves if the wallet's active account is the account of the request.
 * @throws HubPayError `wallet-locked` if the wallet shares no account, `account-changed` if another account is active;
 *   after an abort, the signal's reason
 */
export async function assertAccount({ from }: WalletRequest, wallet: Wallet, signal: AbortSignal): Promise<void> {
  const [active] = await rejectOnAbort(wallet.addresses(), signal);
  if (active === undefined) throw new HubPayError('wallet-locked', `${wallet.name} shares no account`);
  if (sameAddress(active, from)) return;
  throw new HubPayError('account-changed', `${wallet.name} is on another account`, {
    values: { old: from, new: active },
  });
}
