/** Reads the amount that a mined transaction brought to an address, from its logs or its value. */
import { BYTES32 } from '../../../shared/patterns.js';
import type { ChainAccess } from '../../adapter.js';
import { nativeAddress } from '../../registry.js';
import { TRANSFER_TOPIC } from '../abi/constants.js';
import { addressWord } from './rpc.js';
import { receiptOf, transactionOf, type ChainReceipt } from './transactions.js';

/** The topics of a transfer that name its sender and its receiver. */
export const SENDER = 1;
export const RECEIVER = 2;

/** What the logs of a receipt took from `owner`, or brought to it: the sum of each token, by the token's address. */
export function tokenSums(
  { logs }: ChainReceipt,
  owner: string,
  side: typeof SENDER | typeof RECEIVER,
): Record<string, bigint> {
  const topic = `0x${addressWord(owner)}`;
  const sums: Record<string, bigint> = {};
  for (const { address, topics, data } of logs) {
    const isTransfer = topics.length === 3 && topics[0] === TRANSFER_TOPIC && topics[side] === topic;
    // A token that logs anything else does not say what moved.
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
    const sum = tokenSums(receipt, owner, RECEIVER)[currency.toLowerCase()];
    return sum || null;
  } catch {
    access.signal.throwIfAborted();
    return null;
  }
}
