/**
 * Estimates the maximum network fee of a payment's transactions, with the gas and its price from the chain, not from
 * the service.
 */
import { encodeFunctionData } from 'viem/utils';
import { BYTES32 } from '../../../shared/text/patterns.js';
import type { WalletRequest } from '../../../types.js';
import type { TransactionRequest } from '../../family/abilities.js';
import type { ChainAccess } from '../../family/sources.js';
import { rpc } from '../../family/rpc.js';
import { abiFunction, uint256 } from '../abi/abi-function.js';
import { hex, quantity } from './quantities.js';

/**
 * The gas that a request is assumed to need if the node cannot estimate it, for example for a deposit before its
 * approval is mined. A usual deposit uses 25 000 to 100 000 gas.
 */
const GAS_BOUND = 100_000n;

/**
 * The contract that computes the fee for publishing a transaction on the parent chain. Chains of the OP stack have it
 * at this address, and `eth_estimateGas` does not include this fee.
 */
const DATA_FEE_ORACLE = '0x420000000000000000000000000000000000000f';
const dataFee = abiFunction('getL1FeeUpperBound', uint256);

/** The number of bytes that a transaction has in addition to its calldata: numbers, addresses and lengths. */
const ENVELOPE_BYTES = 130;

/**
 * Estimates the maximum network fee in the smallest unit of the native currency. Returns null if the chain cannot be
 * read, and throws only after an abort.
 */
export async function estimateFee(requests: readonly WalletRequest[], access: ChainAccess): Promise<bigint | null> {
  const transactions = requests.filter((request) => request.kind === 'transaction');
  try {
    const [price, data, ...gas] = await Promise.all([
      rpc(access, 'eth_gasPrice', []).then(quantity),
      estimateDataFee(transactions, access),
      ...transactions.map((request) => estimateGas(request, access)),
    ]);
    const execution = gas.reduce((sum, each) => sum + each, 0n) * price;
    // Adds a quarter to the fee, because the chain's base fee can rise by one eighth with each block.
    return ((execution + data) * 5n) / 4n;
  } catch {
    access.signal.throwIfAborted();
    return null;
  }
}

async function estimateGas({ from, to, data, value }: TransactionRequest, access: ChainAccess): Promise<bigint> {
  const answer = await rpc(access, 'eth_estimateGas', [{ from, to, data, value: hex(value) }]).catch(() => null);
  return answer === null ? GAS_BOUND : quantity(answer);
}

/**
 * Returns the fee for the bytes of all transactions. Returns zero if the chain has no such fee, or if the fee cannot be
 * read.
 */
async function estimateDataFee(transactions: readonly TransactionRequest[], access: ChainAccess): Promise<bigint> {
  if (transactions.length === 0) return 0n;
  const bytes = transactions.reduce((sum, { data }) => sum + ENVELOPE_BYTES + (data.length - 2) / 2, 0);
  const call = encodeFunctionData({ abi: [dataFee], args: [BigInt(bytes)] });
  const answer = await rpc(access, 'eth_call', [{ to: DATA_FEE_ORACLE, data: call }, 'latest']).catch(() => null);
  return typeof answer === 'string' && BYTES32.test(answer) ? BigInt(answer) : 0n;
}
