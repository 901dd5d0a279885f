/** Reads what a mined transaction brought to an address, in every currency. */
import type { ChainAccess, Transfers } from '../../adapter.js';
import { nativeAddress } from '../../registry.js';
import { TRANSFER_TOPIC } from '../abi/constants.js';
import { quantity, rpc } from './rpc.js';
import { receiptOf, transactionOf } from './transactions.js';

/**
 * Null if the transaction is not mined, or has reverted. Does not detect native currency that a contract forwards.
 * @throws if the chain cannot be read
 */
export async function transfersTo(hash: string, to: string, access: ChainAccess): Promise<Transfers | null> {
  const id = hash.toLowerCase();
  const owner = to.toLowerCase();
  const receipt = await receiptOf(id, access);
  if (!receipt?.success) return null;
  const [transaction, block] = await Promise.all([
    transactionOf(id, access),
    rpc(access, 'eth_getBlockByHash', [receipt.blockHash, false]),
  ]);
  const topic = `0x${owner.slice(2).padStart(64, '0')}`;
  const amounts: Record<string, bigint> = {};
  const native = nativeAddress(access.chain);
  if (native && transaction?.to === owner && transaction.value > 0n) amounts[native] = transaction.value;
  for (const { address, topics, data } of receipt.logs) {
    const isTransfer = topics[0] === TRANSFER_TOPIC && topics.length === 3 && topics[2] === topic;
    if (isTransfer && /^0x[0-9a-f]{64}$/.test(data)) amounts[address] = (amounts[address] ?? 0n) + BigInt(data);
  }
  return { at: quantity((Object(block) as { timestamp?: unknown }).timestamp), amounts };
}
