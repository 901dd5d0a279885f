/** The solver's functions for the venue: they watch transfers to the deposit account, and pay out. */

import type { Deposit } from '../orders/order-state.js';
import type { SolverChain } from './solver.js';
import { venueDeposits, venueSolver } from '../base/accounts.js';
import type { Venue, VenueTransfer } from '../venue/ledger.js';
import { PERPS_USDC, VENUE_CHAIN } from '../venue/typed-data.js';

const SWEEP_MS = 500;

export function createVenueSolverChain(venue: Venue): SolverChain {
  const payFrom = (from: string) => async (_currency: string, to: string, amount: bigint) =>
    venue.transfer({ from, to, amount }).hash;
  return {
    id: VENUE_CHAIN,
    watchDeposits(onDeposit) {
      const stop = venue.onTransfer((transfer) => depositsOf(transfer).forEach(onDeposit));
      // Reports every deposit again, because the solver may have ignored the deposit before.
      const sweep = setInterval(() => venue.history.flatMap(depositsOf).forEach(onDeposit), SWEEP_MS).unref();
      return () => {
        stop();
        clearInterval(sweep);
      };
    },
    depositsIn: async (hash) => venue.history.filter((transfer) => transfer.hash === hash).flatMap(depositsOf),
    liquidity: async () => venue.balanceOf(venueSolver),
    fill: payFrom(venueSolver),
    refund: payFrom(venueDeposits),
  };
}

/**
 * Returns the deposit that a transfer makes. A transfer without an order id is not a deposit, because nobody knows
 * which order it pays.
 */
function depositsOf({ hash, to, amount, orderId, place }: VenueTransfer): Deposit[] {
  if (to !== venueDeposits.toLowerCase() || !orderId) return [];
  return [{ orderId, chainId: VENUE_CHAIN, currency: PERPS_USDC, amount, hash, block: BigInt(place) }];
}
