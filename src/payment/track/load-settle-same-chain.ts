/** Loads the code that ends a payment without the service, if origin and destination are the same chain. */
import type * as SettleSameChain from './settle-same-chain.js';

/**
 * Resolves with null if the code could not be loaded. Without this code, the payment ends only when the service reports
 * its end.
 */
export const loadSettleSameChain = (): Promise<typeof SettleSameChain | null> =>
  import('./settle-same-chain.js').catch(() => null);
