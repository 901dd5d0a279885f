/**
 * Defines the types of the function `parseIntent` and of its result. Code that `parseIntent` loads needs them, because
 * it calls `parseIntent` again.
 */
import type { ChainRecord, Destination, PaymentIntent, TokenAmount } from '../../types.js';
import type { SessionOptions } from '../model/options.js';
import type { AssetRef, PayerField } from '../model/state.js';

/** The intent of the merchant's options, and what the payer must still choose. */
export type ParsedIntent = {
  /** The intent, without the fields that the payer chooses later. */
  intent: PaymentIntent;
  /**
   * The currency in which the intent's amount is given: with `EXACT_INPUT` the origin currency, and otherwise the
   * destination currency. If the payer chooses the token to receive, null until both tokens are chosen.
   * `receives.amount` is null if the payer types the amount.
   */
  receives: TokenAmount | null;
  open: readonly PayerField[];
  /**
   * The wallet family that pays from chains of the destination's family, so that its accounts can also receive there.
   * Empty if no wallet pays from such chains, and, if the payer chooses the token to receive, until both tokens are
   * chosen.
   */
  payee: string;
  /** The asset that the merchant fixed, or null if the payer chooses the asset. */
  asset: AssetRef | null;
  /** The tokens that the payer can receive; absent if the merchant has set the received token. */
  destinations?: readonly Destination[];
};

/** The type of the function `parseIntent`. */
export type ParseIntent = (
  options: SessionOptions,
  chains: readonly ChainRecord[],
  listed: readonly ChainRecord[],
  payable: (chainId: number) => ChainRecord | undefined,
) => Promise<ParsedIntent>;
