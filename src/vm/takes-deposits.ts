/** Tells whether a chain's record names where deposits go, which only the checks for the merchant need to know. */
import type { ChainRecord } from '../types.js';
import { isVenue } from './families.js';
import { depositoryOf, solversOf } from './registry/registry.js';

/**
 * Returns whether the chain's record contains an address that takes deposits, which at the venue can also be a
 * solver's. Without such an address, the guard refuses every deposit from the chain.
 */
export const takesDeposits = (chain: ChainRecord): boolean =>
  depositoryOf(chain) !== undefined || (isVenue(chain) && solversOf(chain).length > 0);
