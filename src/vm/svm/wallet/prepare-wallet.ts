/**
 * Checks that the wallet shares the payer's account (G05, G06). It switches no chain, because wallets of SVM chains
 * have no active chain.
 */
import { HubPayError } from '../../../errors.js';
import type { ChainRecord, WalletRequest } from '../../../types.js';
import type { Wallet } from '../../../wallets/wallet.js';
import { assertAccount } from '../../family/assert-account.js';

/**
 * Resolves if the wallet shares the payer's account with this page.
 * @throws HubPayError `wrong-network` if the request is for another chain; `wallet-locked`, `account-changed`; the
 *   error of `Wallet.addresses`; after an abort, the signal's reason
 */
export async function prepareWallet(
  request: WalletRequest,
  wallet: Wallet,
  { chain, signal }: { chain: ChainRecord; signal: AbortSignal },
): Promise<void> {
  if (request.chainId !== chain.id) throw new HubPayError('wrong-network', 'The request is for another chain.');
  await assertAccount(request, wallet, signal);
}
