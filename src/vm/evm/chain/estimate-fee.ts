/** Estimates the maximum network cost of a payment's transactions from the chain's own data. */
import type { WalletRequest } from '../../../types.js';
import type { ChainAccess } from '../../adapter.js';
import { hex, quantity, rpc } from './rpc.js';

/**
 * Gas limit for a request whose gas cannot be estimated, such as a deposit before its approval. A deposit uses 25 000
 * to 100 000 gas.
 */
const GAS_BOUND = 200_000n;

/** The maximum network fee in the smallest unit of the native currency. Null if the chain cannot be read. */
export async function estimateFee(requests: readonly WalletRequest[], access: ChainAccess): Promise<bigint | null> {
  try {
    const [price, ...gas] = await Promise.all([
      rpc(access, 'eth_gasPrice', []).then(quantity),
      ...requests.map((request) => estimate(request, access)),
    ]);
    // Adds a quarter, because the base fee can rise by an eighth with each block.
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
