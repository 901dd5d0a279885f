/** Chooses how a wallet pays with an account: which form of transaction it gets, and who sends the transaction. */
import { HubPayError } from '../../../errors.js';
import type { SvmWallet } from '../../../wallets/wallet.js';
import type { InstructionsRequest } from '../../family/abilities.js';
import type { Version } from '../data/message.js';

/**
 * How a wallet pays. `version` is the form of the transaction; `sends` is true if the wallet sends it after signing.
 */
export type Way = { version: Version; sends: boolean };

/**
 * Returns how the wallet pays. Prefers transactions of version 0, because they can use lookup tables. Then prefers a
 * method that only signs, because the page then knows what was sent.
 * @throws HubPayError `wallet-unable` if the wallet cannot sign this payment with this account
 */
export function wayOf({ from, feePayer }: Pick<InstructionsRequest, 'from' | 'feePayer'>, wallet: SvmWallet): Way {
  const { signs, sends } = wallet.versions(from);
  // A wallet cannot send a transaction if another account must still sign this transaction.
  const all = [
    ...signs.map((version): Way => ({ version, sends: false })),
    ...(feePayer === from ? sends.map((version): Way => ({ version, sends: true })) : []),
  ];
  const way = all.find(({ version }) => version === 0) ?? all[0];
  if (way) return way;
  throw new HubPayError('wallet-unable', `${wallet.name} cannot sign this transaction with the account ${from}.`);
}

/**
 * Returns the wallet without its method that only signs, so that it sends the transactions that it signs. Returns null
 * if it cannot send the payment.
 */
export function senderOf(
  { from, feePayer }: Pick<InstructionsRequest, 'from' | 'feePayer'>,
  wallet: SvmWallet,
): SvmWallet | null {
  if (feePayer !== from || wallet.versions(from).sends.length === 0) return null;
  return { ...wallet, versions: (address) => ({ signs: [], sends: wallet.versions(address).sends }) };
}
