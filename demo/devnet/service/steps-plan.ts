/** What the steps of a quote are made from. */
import type { Hex } from 'viem';
import type { Price } from './price.js';
import type { Route } from './route.js';

export interface StepsPlan {
  readonly route: Route;
  readonly price: Price;
  readonly requestId: Hex;
  readonly orderId: Hex;
  /** False: the payer makes a plain transfer, which names the order at its end. */
  readonly explicitDeposit: boolean;
  /** Seconds that a permit is valid; nothing where none was asked for. */
  readonly permitExpiry?: number;
}
