/** Reads the amounts that a mined transaction brought to an address, or took from its sender. */
import { BYTES32 } from '../../../shared/text/patterns.js';
import type { ChainAccess } from '../../family/sources.js';
import { nativeAddress } from '../../registry/registry.js';
import { TRANSFER_TOPIC } from '../abi/constants.js';
import { rpc } from '../../family/rpc.js';
import { addressWord, quantity } from './quantities.js';
import { receiptOf, transactionOf, type ChainReceipt } from './transactions.js';

/** The positions of the sender and the receiver in the topics of a transfer's log. */
export const SENDER = 1;
export const RECEIVER = 2;

/** A transfer of tokens in a receipt, with its sender in `from`. */
type Transfer = { token: string; from: string; amount: bigint };

/**
 * Returns the transfers in a receipt that took tokens from `owner` (`SENDER`) or brought tokens to `owner`
 * (`RECEIVER`).
 */
export function transfersOf(
  { logs }: ChainReceipt,
  owner: string,
  side: typeof SENDER | typeof RECEIVER,
): readonly Transfer[] {
  const topic = `0x${addressWord(owner)}`;
  return logs
    .filter(({ topics, data }) => {
      const isTransfer = topics.length === 3 && topics[0] === TRANSFER_TOPIC && topics[side] === topic;
      // The amount is the log's data, which must be exactly one 32-byte word.
      return isTransfer && BYTES32.test(data);
    })
    .map(({ address, topics, data }) => {
      return { token: address, from: `0x${(topics[SENDER] ?? '').slice(-40)}`, amount: BigInt(data) };
    });
}

/** Adds up the transfers that `transfersOf` returns, by the token's address. */
export function tokenSums(
  receipt: ChainReceipt,
  owner: string,
  side: typeof SENDER | typeof RECEIVER,
): Record<string, bigint> {
  const sums: Record<string, bigint> = {};
  for (const { token, amount } of transfersOf(receipt, owner, side)) sums[token] = (sums[token] ?? 0n) + amount;
  return sums;
}

/**
 * Returns the received amount in the smallest unit. Returns null if the amount is unknown or zero, or if the
 * transaction is older than `maxAge`. Does not detect native currency that a contract forwards. Throws only after an
 * abort.
 * @param maxAge the maximum age of the transaction, in seconds
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
 * Returns the seconds from the receipt's block to the newest block. Uses the chain's own times, because the device's
 * clock can be wrong. Returns zero if a block cannot be read.
 */
async function ageOf({ blockHash }: ChainReceipt, access: ChainAccess): Promise<bigint> {
  const timeOf = async (method: string, block: string): Promise<bigint> =>
    quantity((Object(await rpc(access, method, [block, false])) as { timestamp?: unknown }).timestamp);
  const times = [timeOf('eth_getBlockByNumber', 'latest'), timeOf('eth_getBlockByHash', blockHash)];
  const [newest, mined] = await Promise.all(times).catch(() => []);
  return newest !== undefined && mined !== undefined ? newest - mined : 0n;
}

/**
 * Returns the amount that the transaction took from its sender, in the smallest unit. Returns null if the transaction
 * is not mined or has reverted, if another account sent it, or if it shows no amount. Also returns null if the account
 * calls itself, because such a batch can contain other payments.
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
