/** Describes the perps venue for the service: the venue's accounts, balances and transfers. */

import { zeroAddress } from 'viem';
import { venueDeposits, venueSolver } from '../base/accounts.js';
import type { Faults } from '../orders/faults.js';
import type { Venue } from '../venue/ledger.js';
import { VENUE_CHAIN } from '../venue/typed-data.js';
import { isEvmAddress } from './evm-service-chain.js';
import { NO_CONTRACTS, type ServiceChain } from './service-chain.js';
import { venueSteps } from './steps-venue.js';

export function createVenueServiceChain(venue: Venue, faults: Faults): ServiceChain {
  const [deposits, solver] = [venueDeposits, venueSolver].map((address) => address.toLowerCase()) as [string, string];
  return {
    id: VENUE_CHAIN,
    name: 'Venue',
    vmType: 'hypevm',
    nodeUrl: '',
    wsRpcUrl: '',
    depository: deposits,
    solverAddresses: [solver],
    contracts: NO_CONTRACTS,
    isAddress: isEvmAddress,
    isUnspendable: (address) => [zeroAddress, deposits, solver].includes(address.toLowerCase()),
    balanceOf: async (_, owner) => venue.balanceOf(owner),
    stepsOf: async (plan) => venueSteps(plan, faults),
    deliveryCost: async () => 0n,
    async readTransaction(hash) {
      const found = venue.history.find((transfer) => transfer.hash === hash);
      if (!found) return undefined;
      const { from, to, amount, time, place } = found;
      return {
        fee: '0',
        data: { to, data: '0x', from, value: String(amount) },
        hash,
        type: 'onchain',
        chainId: VENUE_CHAIN,
        timestamp: Math.floor(time / 1_000),
        block: place,
        status: 'success',
      };
    },
  };
}
