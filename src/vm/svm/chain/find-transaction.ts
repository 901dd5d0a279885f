/** Searches the payer's history for a transaction whose signature is unknown. */
import type { ExpectedMessage, TransactionLookup, TransactionQuery } from '../../family/abilities.js';
import { rpc } from '../../family/rpc.js';
import type { ChainAccess } from '../../family/sources.js';
import { isRecord } from '../../../shared/text/patterns.js';
import { isExpected, isPerhaps } from './is-payment.js';
import { CONFIRMED } from './read-accounts.js';
import { transactionOf } from './transactions.js';
import { isOver } from './wait-for-receipt.js';

/** The number of the account's newest transactions that one search reads. */
const WINDOW = 25;

/**
 * The number of blocks for which a blockhash is valid. A wallet that sends the transaction itself can use a newer
 * blockhash. The transaction therefore counts as expired only after a second lifetime.
 */
const LIFETIME = 150n;

/**
 * Searches the payer's newest transactions once. If the search does not find the transaction, the result is one of
 * these:
 * `hidden`: the chain can perhaps still execute the transaction.
 * `unseen`: the chain can no longer execute the transaction, but the search has not read all transactions, or one of
 * them may be the payment.
 * Null: the chain can no longer execute the transaction, and the search has read all transactions.
 * @throws Error if the chain cannot be read
 */
export async function findTransaction(
  { expected, belongsToOther }: TransactionQuery<ExpectedMessage>,
  access: ChainAccess,
): Promise<TransactionLookup> {
  // Reads the block height first, so that the history includes a transaction in the last valid block.
  const isExpired = await isOver(expected, access, LIFETIME);
  const answer = await rpc(access, 'getSignaturesForAddress', [expected.from, { ...CONFIRMED, limit: WINDOW }]);
  if (!Array.isArray(answer)) throw new Error('The node returned no history');
  let isRead = answer.length < WINDOW;
  let isWhole = true;
  let reverted: TransactionLookup = null;
  for (const entry of answer as unknown[]) {
    const hash = isRecord(entry) ? entry['signature'] : undefined;
    if (typeof hash !== 'string' || belongsToOther(hash)) continue;
    // The history can list a transaction before the node can return it. A transaction that the node does not return may
    // be the payment.
    const transaction = await transactionOf(hash, access).catch(() => null);
    if (!transaction) isWhole = false;
    if (transaction && isExpected(transaction, expected, access)) {
      if (transaction.success) return { outcome: 'confirmed', hash };
      // The wallet can have sent the payment twice, so an older transaction can have paid.
      reverted ??= { outcome: 'reverted', hash };
    }
    if (!transaction || isPerhaps(transaction, expected, access)) isRead = false;
  }
  if (reverted) return isWhole ? reverted : { outcome: 'unseen' };
  if (!isExpired) return { outcome: 'hidden' };
  return isRead ? null : { outcome: 'unseen' };
}
