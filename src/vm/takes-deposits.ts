/** Checks whether a chain's record contains an address for deposits. Only warnings for the merchant use this check. */
import type { ChainRecord } from '../types.js';
import { isVenue } from './families.js';
import { depositoryOf, solversOf } from './registry/registry.js';

/**
 * Whether the chain's record contains an address that takes deposits. At the venue, this can also be the address of a
 * solver. Without such an address, the guard accepts only payments from the chain that need no such address, such as a
 * direct transfer to the recipient.
 */
export const takesDeposits = (chain: ChainRecord): boolean =>
  depositoryOf(chain) !== undefined || (isVenue(chain) && solversOf(chain).length > 0);
