/** Loads the code that ends a payment within one chain without the service. */
import type * as SettleSameChain from './settle-same-chain.js';

/** Null if the code could not be loaded. The service then ends the payment. */
export const loadSettleSameChain = (): Promise<typeof SettleSameChain | null> =>
  import('./settle-same-chain.js').catch(() => null);
