/** Defines the ability to pay by a signed transfer, which a venue executes without a transaction of the payer. */
import type { Wallet } from '../wallets/wallet.js';
import type { SignatureRequest } from './abilities.js';
import type { ChainAccess } from './sources.js';

/** A signature and the body that is posted with it. The body of a transfer also contains the signature. */
export type SignedPost = { signature: string; body: Readonly<Record<string, unknown>> };

/** What identifies a signed transfer at the venue, without its signature. */
export type Transfer = {
  /** The payer's account. */
  owner: string;
  /** The currency that the transfer moves. */
  currency: string;
  /** The moved amount in the smallest unit. */
  amount: string;
  /** The balance before the wallet was asked, in the smallest unit. The value is null if it could not be read. */
  held: string | null;
};

/**
 * State of a signed transfer, as the payer's balance shows it. Trading and open positions change the balance too, so no
 * state proves alone what became of the transfer.
 * `moved`: the balance is lower than before, by the amount or more.
 * `unmoved`: the balance is exactly as before.
 * `unclear`: anything else. A higher balance too, because the payer can have earned more than the transfer took.
 */
export type TransferState = 'moved' | 'unmoved' | 'unclear';

/** Pays with two signatures: the service gets the first, which moves no money, and the venue gets the second. */
export interface SignedTransfers {
  /**
   * Asks the wallet for the signature exactly once. Reads the wallet's active chain before, because the message must
   * name it.
   * @throws HubPayError if the wallet returned no signature; `account-changed` or `wallet-rejected` if the key of the
   *   request's account did not sign; `service-down` if the code that checks this could not be loaded
   */
  sign(request: SignatureRequest, wallet: Wallet): Promise<SignedPost>;
  /**
   * Compares the payer's balance with the balance before the prompt. Returns null if either is unknown.
   * @throws only after an abort
   */
  transferState(transfer: Transfer, access: ChainAccess): Promise<TransferState | null>;
}
