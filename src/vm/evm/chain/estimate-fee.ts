/**
 * Estimates the maximum network fee of a payment's transactions, with the gas and its price from the chain, not from
 * the service.
 */
import type { WalletRequest } from '../../../types.js';
import type { ChainAccess } from '../../family/sources.js';
import { rpc } from '../../family/rpc.js';
import { hex, quantity } from './quantities.js';

/**
 * The gas that a request is assumed to need if the node cannot estimate it, for example for a deposit before its
 * approval is mined. A usual deposit uses 25 000 to 100 000 gas.
 */
const GAS_BOUND = 200_000n;

/** Returns the maximum network fee in the smallest unit of the native currency, or null if the chain cannot be read. */
export async function estimateFee(requests: readonly WalletRequest[], access: ChainAccess): Promise<bigint | null> {
  try {
    const [price, ...gas] = await Promise.all([
      rpc(access, 'eth_gasPrice', []).then(quantity),
      ...requests.map((request) => estimate(request, access)),
    ]);
    // Adds a quarter to the fee, because the chain's base fee can rise by one eighth with each block.
    return (gas.reduce((sum, each) => sum + each, 0n) * price * 5n) / 4n;
  } catch {
    access.signal.throwIfAborted();
    return null;
  }
}

async function estimate(request: WalletRequest, access: ChainAccess): Promise<bigint> {
  if (request.kind !== 'transaction') return 0n;
  const { from, to, data, value } = request;
  const answer = await rpc(access, 'eth_estimateGas', [{ from, to, data, value: hex(value) }]).catch(() => null);
  return answer === null ? GAS_BOUND : quantity(answer);
}
