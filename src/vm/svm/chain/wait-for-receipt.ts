/** Waits for the final outcome of a sent transaction: confirmed, reverted or expired. */
import { isRecord } from '../../../shared/text/patterns.js';
import type { WalletRequest } from '../../../types.js';
import type { ExpectedMessage, Submission } from '../../family/abilities.js';
import { pollUntilProved } from '../../family/poll-until-proved.js';
import { rpc } from '../../family/rpc.js';
import type { ChainAccess, Receipt, SecondSource } from '../../family/sources.js';
import { isPayment } from './is-payment.js';
import { naturalOf, valueOf } from './read-accounts.js';
import { transactionOf } from './transactions.js';

/**
 * Resolves when two polls in a row show the same outcome in the same slot. If the outcome is not a payment and
 * `second.confirms` is set, `second` must also confirm it. Goes on while the node does not answer. Rejects only after
 * an abort, with the signal's reason.
 */
export async function waitForReceipt(
  { hash }: Submission,
  expected: ExpectedMessage,
  access: ChainAccess,
  _request?: WalletRequest,
  second?: SecondSource,
): Promise<Receipt> {
  const { outcome } = await pollUntilProved(access, {
    observe: () => observe(hash, expected, access),
    isSame: (seen, before) => seen.outcome === before.outcome && seen.slot === before.slot,
    async isProved(seen, since) {
      if (seen.outcome === 'confirmed' || !second?.confirms) return true;
      const state = { lasts: access.clock.now() - since, isDisputed: false };
      return second.confirms({ outcome: seen.outcome, hash }, state);
    },
  });
  return { outcome, hash };
}

/**
 * Whether the chain can no longer execute the transaction; false if the chain cannot be read. Throws only after an
 * abort.
 */
export async function isExpired(expected: ExpectedMessage, access: ChainAccess): Promise<boolean> {
  try {
    return await isOver(expected, access);
  } catch {
    access.signal.throwIfAborted();
    return false;
  }
}

/**
 * Whether a block after the last one that can contain the transaction is final. A fork of the chain can replace a
 * block that is not final.
 * @param more the number of additional blocks in which the transaction can be valid; default: 0
 */
export const isOver = async (
  { lastValidBlockHeight }: ExpectedMessage,
  access: ChainAccess,
  more = 0n,
): Promise<boolean> =>
  naturalOf(await rpc(access, 'getBlockHeight', [{ commitment: 'finalized' }])) > BigInt(lastValidBlockHeight) + more;

/** One reading of the transaction's outcome. `slot` is zero if the chain has not executed the transaction. */
type Observation = { outcome: 'confirmed' | 'reverted' | 'expired'; slot: bigint };

/**
 * Reads the outcome once. Returns null while there is none. A transaction that is not the payment is no outcome. Reads
 * the block height first, so that the status includes a transaction in the last valid block.
 */
async function observe(hash: string, expected: ExpectedMessage, access: ChainAccess): Promise<Observation | null> {
  const none: Observation | null = (await isOver(expected, access)) ? { outcome: 'expired', slot: 0n } : null;
  const answer = await rpc(access, 'getSignatureStatuses', [[hash], { searchTransactionHistory: true }]);
  const list = valueOf(answer);
  if (!Array.isArray(list) || list.length !== 1) throw new Error('The node returned no status');
  const [status] = list as [unknown];
  if (status === null) return none;
  if (!isRecord(status)) throw new Error('The node returned no status');
  const { err, confirmationStatus, slot } = status;
  if (confirmationStatus !== 'confirmed' && confirmationStatus !== 'finalized') return null;
  // A wallet that sends can name any transaction, even one of a stranger.
  const transaction = await transactionOf(hash, access);
  if (!transaction) return null;
  if (!isPayment(transaction, expected, access)) return none;
  return { outcome: err === null ? 'confirmed' : 'reverted', slot: naturalOf(slot) };
}
