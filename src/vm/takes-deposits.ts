/** Tells whether a chain's record names where deposits go. Only the checks for the merchant need to know this. */
import type { ChainRecord } from '../types.js';
import { isVenue } from './families.js';
import { depositoryOf, solversOf } from './registry/registry.js';

/**
 * Whether the chain's record contains an address that takes deposits. At the venue, this can also be the address of a
 * solver. Without such an address, the guard refuses every deposit from the chain.
 */
export const takesDeposits = (chain: ChainRecord): boolean =>
  depositoryOf(chain) !== undefined || (isVenue(chain) && solversOf(chain).length > 0);
