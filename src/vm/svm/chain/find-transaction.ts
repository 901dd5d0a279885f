/** Finds a transaction whose signature is unknown, in the payer's history. */
import type { ExpectedMessage, TransactionLookup, TransactionQuery } from '../../abilities.js';
import { depositoryOf } from '../../registry.js';
import { rpc } from '../../rpc.js';
import type { ChainAccess } from '../../sources.js';
import { isRecord } from '../../../shared/patterns.js';
import { readDeposit } from '../guard/deposit.js';
import { CONFIRMED } from './read-accounts.js';
import { transactionOf, type ChainTransaction } from './transactions.js';
import { isOver } from './wait-for-receipt.js';

/** The number of the account's newest transactions to search. */
const WINDOW = 25;

/**
 * The number of blocks for which a blockhash is valid. A wallet that sends the transaction itself can have replaced the
 * blockhash by a newer one, so the transaction counts as expired only after a second lifetime.
 */
const LIFETIME = 150n;

/**
 * Searches the payer's newest transactions once. Returns null if the transaction is not among them, all of them could
 * be
 * read, no older one was left out, and the chain can no longer execute it. `hidden` if the chain can still execute it.
 * @throws Error if the chain cannot be read
 */
export async function findTransaction(
  { expected, belongsToOther }: TransactionQuery<ExpectedMessage>,
  access: ChainAccess,
): Promise<TransactionLookup> {
  // The blocks are read before the history, so a transaction in the last valid block is seen.
  const isExpired = await isOver(expected, access, LIFETIME);
  const answer = await rpc(access, 'getSignaturesForAddress', [expected.from, { ...CONFIRMED, limit: WINDOW }]);
  if (!Array.isArray(answer)) throw new Error('The node returned no history');
  let isRead = answer.length < WINDOW;
  for (const entry of answer as unknown[]) {
    const hash = isRecord(entry) ? entry['signature'] : undefined;
    if (typeof hash !== 'string' || belongsToOther(hash)) continue;
    // The history can name a transaction before the node can return it. What cannot be read may be the payment.
    const transaction = await transactionOf(hash, access).catch(() => null);
    if (!transaction) isRead = false;
    else if (isExpected(transaction, expected, access)) {
      return { outcome: transaction.success ? 'confirmed' : 'reverted', hash };
    }
  }
  if (!isExpired) return { outcome: 'hidden' };
  return isRead ? null : { outcome: 'unseen' };
}

/** Whether the transaction deposits for the order, or has the payment's blockhash and deposits for no other order. */
function isExpected(
  { calls, accounts, blockhash }: ChainTransaction,
  expected: ExpectedMessage,
  { chain }: ChainAccess,
): boolean {
  const depository = depositoryOf(chain);
  const deposits = calls.flatMap(({ programId, data }) => (programId === depository ? (readDeposit(data) ?? []) : []));
  if (deposits.length > 0) return deposits.some(({ orderId }) => orderId === expected.orderId);
  return blockhash === expected.blockhash && accounts.includes(expected.from);
}
