/** The types of the result of `parseIntent`, and of this function, which the code that it loads calls again. */
import type { ChainRecord, Destination, PaymentIntent, TokenAmount } from '../../types.js';
import type { SessionOptions } from '../model/options.js';
import type { AssetRef, PayerField } from '../model/state.js';

/** The intent of the merchant's options, and what the payer must still choose. */
export type ParsedIntent = {
  /** The frozen intent, without the fields that the payer chooses later. */
  intent: PaymentIntent;
  /**
   * The currency in which the intent's amount is given: with `EXACT_INPUT` the origin currency, and otherwise the
   * destination currency. `receives.amount` is null if the payer types the amount, and `receives` is null while the
   * payer must still choose a token.
   */
  receives: TokenAmount | null;
  open: readonly PayerField[];
  /** The wallet family whose accounts can receive on the destination chain; empty if no wallet can. */
  payee: string;
  /** The asset that the merchant fixed, or null if the payer chooses the asset. */
  asset: AssetRef | null;
  /** The tokens that the payer can receive; absent if the merchant has set the received token. */
  destinations?: readonly Destination[];
};

/** The type of the function `parseIntent`, which its late code calls again. */
export type ParseIntent = (
  options: SessionOptions,
  chains: readonly ChainRecord[],
  listed: readonly ChainRecord[],
  payable: (chainId: number) => ChainRecord | undefined,
) => Promise<ParsedIntent>;
