/** Defines the ability to pay by a signed transfer, which a venue executes while the payer sends no transaction. */
import type { Wallet } from '../../wallets/wallet.js';
import type { SignatureRequest } from './abilities.js';
import type { ChainAccess } from './sources.js';

/** A signature, and the body that the page posts with it, and that contains the signature too in a transfer. */
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
 * `unclear`: the balance has any other value, for example a higher one, because the payer can have earned more than the
 * transfer took.
 */
export type TransferState = 'moved' | 'unmoved' | 'unclear';

/**
 * Pays with two signatures: the service gets the first one, which moves no money, and the venue gets the second one,
 * which moves the money.
 */
export interface SignedTransfers {
  /**
   * Reads the wallet's active chain, whose id the message must contain, and then asks the wallet for the signature
   * exactly once.
   * @throws HubPayError if the wallet returned no signature; `account-changed` or `wallet-rejected` if another key
   *   signed; `service-down` if the code that checks the signature could not be loaded
   */
  sign(request: SignatureRequest, wallet: Wallet): Promise<SignedPost>;
  /**
   * Compares the payer's balance with the balance before the prompt, or returns null if one of the two is unknown.
   * @throws only after an abort
   */
  transferState(transfer: Transfer, access: ChainAccess): Promise<TransferState | null>;
}
