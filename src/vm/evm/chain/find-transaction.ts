/** Finds a transaction whose hash the page does not know, by its content and its nonce. */
import type { ExpectedTransaction, TransactionQuery, TransactionLookup } from '../../family/abilities.js';
import type { ChainAccess } from '../../family/sources.js';
import { transactionWithNonce } from './transaction-by-nonce.js';
import { rpc } from '../../family/rpc.js';
import { quantity } from './quantities.js';
import type { ChainTransaction } from './transactions.js';
import { findCall } from './inner-call.js';
import { isExpected, receiptOf, transactionsOf } from './transactions.js';

/**
 * The number of nonces to search, starting with the one that the page read before the prompt. The wallet can have sent
 * other transactions before the payment.
 */
const NONCE_WINDOW = 4n;

/**
 * Searches the chain once. Returns null if the nonce is unknown, or if the chain proves nothing about the transaction.
 * @throws if the chain cannot be read
 */
export async function findTransaction(
  { nonce, expected, size, belongsToOther }: TransactionQuery<ExpectedTransaction>,
  access: ChainAccess,
): Promise<TransactionLookup> {
  if (nonce === null) return null;
  const first = BigInt(nonce);
  const from = expected.from.toLowerCase();
  const isOurs = (other: ChainTransaction): boolean =>
    (isExpected(other, expected) || (size !== undefined && findCall(other, expected, size) !== null)) &&
    !belongsToOther(other.hash);
  const count = async (tag: 'latest' | 'pending'): Promise<bigint> =>
    quantity(await rpc(access, 'eth_getTransactionCount', [from, tag]));
  const [mined, all] = await Promise.all([count('latest'), count('pending')]);

  let reverted: TransactionLookup = null;
  for (let used = first; used < mined && used < first + NONCE_WINDOW; used += 1n) {
    const other = await transactionWithNonce(from, used, access);
    const seen = other && isOurs(other) ? await outcomeOf(other.hash, access) : null;
    // A wallet can send the same call again after a revert, so continue the search.
    if (seen?.outcome === 'reverted') reverted ??= seen;
    else if (seen) return seen;
  }
  const open = mined > first ? mined : first;
  if (all > open) {
    const waiting = await pendingTransactions(from, open, access);
    const ours = waiting.find(isOurs);
    if (ours) return { outcome: 'pending', hash: ours.hash };
    if (BigInt(waiting.length) < all - open) return { outcome: 'hidden' };
  }
  // A later transaction, which the search has not read, can be the same call again.
  if (mined > first + NONCE_WINDOW) return { outcome: 'unseen' };
  if (reverted) return reverted;
  // The nonce was used, but not by the payment. If `size` is set, the result is null instead of `other`, because the
  // wallet can put the call into a transaction with another nonce.
  return mined > first && size === undefined ? { outcome: 'other' } : null;
}

async function outcomeOf(hash: string, access: ChainAccess): Promise<NonNullable<TransactionLookup>> {
  const receipt = await receiptOf(hash, access);
  if (!receipt) return { outcome: 'pending', hash };
  return { outcome: receipt.success ? 'confirmed' : 'reverted', hash };
}

/** Returns the account's pending transactions with the nonce `first` or a later one, as far as the node shows them. */
async function pendingTransactions(from: string, first: bigint, access: ChainAccess): Promise<ChainTransaction[]> {
  const block = await rpc(access, 'eth_getBlockByNumber', ['pending', true]).catch(() => null);
  access.signal.throwIfAborted();
  // Removes transactions with lower nonces. They are already mined, and appear if a node returns the latest block
  // instead of the pending one.
  return transactionsOf(block, from).filter(({ nonce }) => nonce >= first);
}
