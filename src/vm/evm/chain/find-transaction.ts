/** Finds a transaction without a known hash, by its content and its nonce. */
import type { TransactionQuery, ChainAccess, TransactionLookup } from '../../adapter.js';
import { transactionWithNonce } from './transaction-by-nonce.js';
import { quantity, rpc } from './rpc.js';
import type { ChainTransaction } from './transactions.js';
import { containsCall, isExpected, receiptOf, transactionsOf } from './transactions.js';

/** Number of nonces to search, because the wallet can have sent other transactions since the nonce was read. */
const NONCE_WINDOW = 4n;

/**
 * Searches the chain once.
 * @throws if the chain cannot be read
 */
export async function findTransaction(
  { nonce, expected, size, belongsToOther }: TransactionQuery,
  access: ChainAccess,
): Promise<TransactionLookup> {
  if (nonce === null) return null;
  const first = BigInt(nonce);
  const from = expected.from.toLowerCase();
  const isOurs = (other: ChainTransaction): boolean =>
    (isExpected(other, expected) || (size !== undefined && containsCall(other, expected, size))) &&
    !belongsToOther(other.hash);
  const count = async (tag: 'latest' | 'pending'): Promise<bigint> =>
    quantity(await rpc(access, 'eth_getTransactionCount', [from, tag]));
  const [mined, all] = await Promise.all([count('latest'), count('pending')]);

  for (let used = first; used < mined && used < first + NONCE_WINDOW; used += 1n) {
    const other = await transactionWithNonce(from, used, access);
    if (other && isOurs(other)) return outcomeOf(other.hash, access);
  }
  const open = mined > first ? mined : first;
  if (all > open) {
    const waiting = await pendingTransactions(from, open, access);
    const ours = waiting.find(isOurs);
    if (ours) return { outcome: 'pending', hash: ours.hash };
    if (BigInt(waiting.length) < all - open) return { outcome: 'hidden' };
  }
  if (mined > first + NONCE_WINDOW) return { outcome: 'unseen' };
  // Another transaction with the nonce proves nothing, because the wallet can use another nonce.
  return mined > first && size === undefined ? { outcome: 'other' } : null;
}

async function outcomeOf(hash: string, access: ChainAccess): Promise<TransactionLookup> {
  const receipt = await receiptOf(hash, access);
  if (!receipt) return { outcome: 'pending', hash };
  return { outcome: receipt.success ? 'confirmed' : 'reverted', hash };
}

/** The account's pending transactions with this nonce or a later nonce, as far as the node shows them. */
async function pendingTransactions(from: string, first: bigint, access: ChainAccess): Promise<ChainTransaction[]> {
  const block = await rpc(access, 'eth_getBlockByNumber', ['pending', true]).catch(() => null);
  access.signal.throwIfAborted();
  // Some nodes return the latest block instead of the pending block.
  return transactionsOf(block, from).filter(({ nonce }) => nonce >= first);
}
