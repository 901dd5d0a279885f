/** Creates the error for a signature of another account than the account of the request. */
import { HubPayError } from '../../errors.js';
import { sameAddress } from '../../shared/chain.js';
import type { Wallet } from '../../wallets/wallet.js';
import type { SignatureRequest } from './abilities.js';

/**
 * Returns `account-changed` if an account that the wallet shares signed, or else `wallet-failed` with the reason
 * `cannot-sign`. Call this function only if the account of the request did not sign, and if the page has not posted
 * the signature.
 * @param signer the account whose key signed; null if it is unknown
 */
export async function wrongSigner(
  { from }: SignatureRequest,
  signer: string | null,
  wallet: Wallet,
): Promise<HubPayError> {
  const owned = await wallet.addresses().catch((): string[] => []);
  if (signer !== null && owned.some((address) => sameAddress(address, signer)))
    return new HubPayError('account-changed', `${wallet.name} signed with another account`, {
      values: { old: from, new: signer },
    });
  return new HubPayError('wallet-failed', `${wallet.name} did not sign with the key of the account`, {
    reason: 'cannot-sign',
    values: { account: from },
  });
}
