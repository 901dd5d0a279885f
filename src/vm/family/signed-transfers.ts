/**
 * Defines the ability to pay by a signed transfer. A venue executes the transfer, and the payer sends no transaction.
 */
import type { Wallet } from '../../wallets/wallet.js';
import type { SignatureRequest } from './abilities.js';
import type { ChainAccess } from './sources.js';

/** A signature, and the body that the page posts with it. For a transfer, the body contains the signature too. */
export type SignedPost = { signature: string; body: Readonly<Record<string, unknown>> };

/** What identifies a signed transfer at the venue, without its signature. */
export type Transfer = {
  /** The address of the account that pays. */
  owner: string;
  /** The currency that the transfer moves. */
  currency: string;
  /** The moved amount in the smallest unit. */
  amount: string;
  /** The balance before the wallet's prompt in the smallest unit, or null if it could not be read. */
  held: string | null;
};

/**
 * State of a signed transfer, as the payer's balance shows it. Trading and open positions change the balance too, so no
 * state alone proves whether the venue executed the transfer.
 * `moved`: the balance is lower than before, by the amount or more.
 * `unmoved`: the balance is exactly as before.
 * `unclear`: the balance has any other value. It can even be higher, because the payer can have earned more than the
 * transfer took.
 */
export type TransferState = 'moved' | 'unmoved' | 'unclear';

/**
 * Pays with two signatures. The service gets the first one, which moves no money. The venue gets the second one, which
 * moves the money.
 */
export interface SignedTransfers {
  /**
   * Asks the wallet at most once for the signature. First reads the wallet's active chain, because the message must
   * contain its id.
   * @throws HubPayError if the wallet does not report its chain or returned no signature; `account-changed` or
   *   `wallet-rejected` if the account's key did not sign; `service-down` if the code that checks the signature could
   *   not be loaded
   */
  sign(request: SignatureRequest, wallet: Wallet): Promise<SignedPost>;
  /**
   * Compares the payer's balance with the balance before the prompt. Returns null if one of the two is unknown, or if
   * `transfer` contains a malformed amount.
   * @throws only after an abort
   */
  transferState(transfer: Transfer, access: ChainAccess): Promise<TransferState | null>;
}
