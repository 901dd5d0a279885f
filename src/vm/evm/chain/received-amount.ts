/** Reads the amount that a mined transaction brought to an address, from its logs or its value. */
import { BYTES32 } from '../../../shared/patterns.js';
import type { ChainAccess } from '../../adapter.js';
import { nativeAddress } from '../../registry.js';
import { TRANSFER_TOPIC } from '../abi/constants.js';
import { receiptOf, transactionOf } from './transactions.js';

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
    const topic = `0x${owner.slice(2).padStart(64, '0')}`;
    const sum = receipt.logs
      .filter(
        ({ address, topics, data }) =>
          address === currency.toLowerCase() &&
          topics[0] === TRANSFER_TOPIC &&
          topics[2] === topic &&
          // A token that logs anything else does not say what arrived.
          BYTES32.test(data),
      )
      .reduce((total, { data }) => total + BigInt(data), 0n);
    return sum > 0n ? sum : null;
  } catch {
    access.signal.throwIfAborted();
    return null;
  }
}
