/** Reads the amount that a mined transaction brought to an address or took from its sender. */
import { BYTES32 } from '../../../shared/patterns.js';
import type { ChainAccess } from '../../adapter.js';
import { nativeAddress } from '../../registry.js';
import { TRANSFER_TOPIC } from '../abi/constants.js';
import { addressWord, quantity, rpc } from './rpc.js';
import { receiptOf, transactionOf, type ChainReceipt } from './transactions.js';

/** The topics of a transfer that name its sender and its receiver. */
const SENDER = 1;
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
 * Returns the amount in the smallest unit. Null if it is unknown or zero, or if the transaction is older than `maxAge`.
 * Does not detect native currency that a contract forwards.
 * @param maxAge in seconds
 */
export async function receivedAmount(
  hash: string,
  to: string,
  currency: string,
  access: ChainAccess,
  maxAge?: bigint,
): Promise<bigint | null> {
  const id = hash.toLowerCase();
  const owner = to.toLowerCase();
  try {
    const receipt = await receiptOf(id, access);
    if (!receipt?.success) return null;
    if (maxAge !== undefined && (await ageOf(receipt, access)) > maxAge) return null;
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

/**
 * The seconds from the receipt's block to the newest block. Two times of one chain are compared, because the device's
 * clock can be wrong. Zero if a block cannot be read.
 */
async function ageOf({ blockHash }: ChainReceipt, access: ChainAccess): Promise<bigint> {
  const timeOf = async (method: string, block: string): Promise<bigint> =>
    quantity((Object(await rpc(access, method, [block, false])) as { timestamp?: unknown }).timestamp);
  const times = [timeOf('eth_getBlockByNumber', 'latest'), timeOf('eth_getBlockByHash', blockHash)];
  const [newest, mined] = await Promise.all(times).catch(() => []);
  return newest !== undefined && mined !== undefined ? newest - mined : 0n;
}

/**
 * Null if the transaction is not mined or has reverted, if another account sent it, or if it shows no amount. A
 * transaction that an account sends to itself is a batch, which can contain other payments too.
 * @throws if the chain cannot be read
 */
export async function paidAmount(
  hash: string,
  from: string,
  currency: string,
  access: ChainAccess,
): Promise<bigint | null> {
  const id = hash.toLowerCase();
  const owner = from.toLowerCase();
  const token = currency.toLowerCase();
  const [receipt, transaction] = await Promise.all([receiptOf(id, access), transactionOf(id, access)]);
  if (!receipt?.success || transaction?.from !== owner || transaction.to === owner) return null;
  if (token === nativeAddress(access.chain)) return transaction.value || null;
  const [sent = 0n, back = 0n] = ([SENDER, RECEIVER] as const).map((side) => tokenSums(receipt, owner, side)[token]);
  return sent > back ? sent - back : null;
}
