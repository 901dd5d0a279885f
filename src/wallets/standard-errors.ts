/**
 * Maps the errors of Wallet Standard wallets to refusals. Many of these wallets throw errors without a code, so this
 * file also uses the error's text.
 */
import { codeOf, provenRefusal, refusalOf, walletMessage, type WalletRefusal } from './wallet-errors.js';

/**
 * Matches the text of an error that means that the user refused. A node that rejects a transaction does not use these
 * words.
 */
const BY_PAYER =
  /\buser (?:has )?(?:rejected|denied|declined|cancell?ed)|(?:rejected|denied|declined|cancell?ed) by (?:the )?user/i;
const REFUSED = /reject|denied|declin|cancel/i;

/**
 * Returns the refusal that the error means. Returns null for any other error, because the wallet may have signed or
 * sent the transaction.
 * @param maySend true if the wallet itself sends the transaction, so that the error can come from a node
 */
export function standardRefusal(error: unknown, maySend: boolean): WalletRefusal | null {
  const text = standardMessage(error);
  const refusal = maySend ? provenRefusal(error, text) : refusalOf(error);
  if (refusal) return refusal;
  const isRefused = maySend ? codeOf(error) === undefined && BY_PAYER.test(text) : REFUSED.test(text);
  return isRefused ? 'wallet-rejected' : null;
}

/** Returns the error's text for the `details` of a `HubPayError`, without transactions and signatures. */
export const standardMessage = (error: unknown): string => walletMessage(error).replace(/[A-Za-z0-9+/=]{65,}/g, '…');
