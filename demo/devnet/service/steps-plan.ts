/** The data from which the steps of a quote are built. */
import type { Hex } from 'viem';
import type { QuotePrice } from './quote-price.js';
import type { Route } from './route.js';

export interface StepsPlan {
  readonly route: Route;
  readonly price: QuotePrice;
  readonly requestId: Hex;
  readonly orderId: Hex;
  /** False if the payer makes a plain transfer. The calldata of this transfer ends with the order id. */
  readonly explicitDeposit: boolean;
  /** Validity of a permit in seconds. Undefined if the quote requests no permit. */
  readonly permitExpiry?: number;
}
