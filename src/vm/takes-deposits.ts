/**
 * Checks which ways to pay a chain's record allows: deposits need an address that takes them, and plain transfers need
 * the address of a solver. Only warnings for the merchant use these checks.
 */
import { DEFAULT_FAMILY } from '../shared/chain.js';
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

/** Whether the guard passes plain transfers from the chain to a solver, which need `explicitDeposit: false`. */
export const takesTransfers = (chain: ChainRecord): boolean =>
  chain.vmType === DEFAULT_FAMILY && solversOf(chain).length > 0;
