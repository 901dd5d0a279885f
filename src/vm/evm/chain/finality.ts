/** Reads whether a mined transaction can still disappear in a reorganization of the chain. */
import { BYTES32 } from '../../../shared/text/patterns.js';
import type { Finality } from '../../family/finality.js';
import { rpc } from '../../family/rpc.js';
import type { ChainAccess } from '../../family/sources.js';
import { quantity } from './quantities.js';

/**
 * Reads the finality of a transaction.
 * @param wanted the number of blocks from the transaction's block on, itself included, or `finalized`
 * @throws Error if the chain cannot be read
 */
export async function finalityOf(hash: string, wanted: number | 'finalized', access: ChainAccess): Promise<Finality> {
  const receipt = await rpc(access, 'eth_getTransactionReceipt', [hash]);
  if (receipt === null) return 'absent';
  const { transactionHash, blockHash, blockNumber, status } = Object(receipt) as Record<string, unknown>;
  if (String(transactionHash).toLowerCase() !== hash.toLowerCase())
    throw new Error('The node returned another receipt');
  if (blockNumber === null || !BYTES32.test(String(blockHash))) return 'absent';
  if (status === '0x0') return 'failed';
  if (status !== '0x1') throw new Error('The node returned a receipt without a status');
  const mined = quantity(blockNumber);
  if (wanted !== 'finalized') {
    const newest = quantity(await rpc(access, 'eth_blockNumber', []));
    return newest - mined + 1n >= BigInt(wanted) ? 'final' : 'waiting';
  }
  const block = await rpc(access, 'eth_getBlockByNumber', ['finalized', false]);
  return quantity((Object(block) as { number?: unknown }).number) >= mined ? 'final' : 'waiting';
}
