/** Reads the amount that a mined transaction brought to an address, from its logs or its value. */
import { BYTES32 } from '../../../shared/patterns.js';
import type { ChainAccess } from '../../adapter.js';
import { nativeAddress } from '../../registry.js';
import { TRANSFER_TOPIC } from '../abi/constants.js';
import { receiptOf, transactionOf, type ChainReceipt } from './transactions.js';

/** What the logs of a receipt brought to `owner`: the sum of each token, by the token's address in lower case. */
export function receivedTokens({ logs }: ChainReceipt, owner: string): Record<string, bigint> {
  const topic = `0x${owner.slice(2).padStart(64, '0')}`;
  const sums: Record<string, bigint> = {};
  for (const { address, topics, data } of logs) {
    const isTransfer = topics.length === 3 && topics[0] === TRANSFER_TOPIC && topics[2] === topic;
    // A token that logs anything else does not say what arrived.
    if (isTransfer && BYTES32.test(data)) sums[address] = (sums[address] ?? 0n) + BigInt(data);
  }
  return sums;
}

/**
 * Returns the amount in the smallest unit. Null if it is unknown or zero. Does not detect native currency that a
 * contract forwards.
 */
export async function receivedAmount(
  hash: string,
  to: string,
  currency: string,
  access: ChainAccess,
): Promise<bigint | null> {
  const id = hash.toLowerCase();
  const owner = to.toLowerCase();
  try {
    const receipt = await receiptOf(id, access);
    if (!receipt?.success) return null;
    if (currency.toLowerCase() === nativeAddress(access.chain)) {
      const transaction = await transactionOf(id, access);
      return transaction?.to === owner && transaction.value > 0n ? transaction.value : null;
    }
    const sum = receivedTokens(receipt, owner)[currency.toLowerCase()];
    return sum || null;
  } catch {
    access.signal.throwIfAborted();
    return null;
  }
}
