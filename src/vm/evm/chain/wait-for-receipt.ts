/**
 * Finds out what became of a transaction that a wallet said it sent: mined, reverted, or its place taken by another. It
 * asks the chain, never the wallet, and asks until it knows.
 */
import { pause } from '../../../shared/clock.js';
import type { WalletRequest } from '../../../types.js';
import type { ChainAccess, ExpectedTransaction, Receipt, Submission } from '../../adapter.js';
import { transactionWithNonce } from './transaction-by-nonce.js';
import { quantity, rpc } from './rpc.js';
import { hasCode, isApproved } from './smart-account.js';
import type { ChainTransaction } from './transactions.js';
import { hasTarget, containsCall, isCancellation, isExpected, receiptOf, transactionOf } from './transactions.js';

const FIRST_POLL_MS = 1_000;
const SLOWEST_POLL_MS = 4_000;
const SLOWEST_RETRY_MS = 15_000;

/**
 * How long the evidence must stand before a transaction is called replaced that this chain's RPC never knew: the nonce
 * read before the prompt need not be the one that the wallet took, and then ours may still be mined after the other.
 */
const REPLACEMENT_GRACE_MS = 600_000;

/**
 * Resolves once two looks in a row, at least a second apart, saw the same end in the same block: a receipt that a
 * reorganisation takes back is waited for again. Never gives up; rejects only with the signal's reason.
 *
 * @param request what was asked for, where it may be an approval: that is also confirmed by the allowance on the chain
 */
export async function waitForReceipt(
  submission: Submission,
  expected: ExpectedTransaction,
  access: ChainAccess,
  request?: WalletRequest,
): Promise<Receipt> {
  const { clock } = access;
  const observe = createObserver(submission, expected, access, () => clock.now());
  const look = async (): Promise<Observation | null> => {
    const seen = await observe();
    if (seen || !request || !(await isApproved(request, access))) return seen;
    return { outcome: 'confirmed', hash: submission.hash.toLowerCase(), blockHash: 'allowance' };
  };
  let before: Observation | null = null;
  let wait = FIRST_POLL_MS;
  for (;;) {
    access.signal.throwIfAborted();
    try {
      const seen = await look();
      if (seen && isSame(seen, before)) return { outcome: seen.outcome, hash: seen.hash };
      wait = seen ? FIRST_POLL_MS : Math.min(wait * 1.5, SLOWEST_POLL_MS);
      before = seen;
    } catch {
      // The chain could not be read: nothing was learned.
      wait = Math.min(wait * 2, SLOWEST_RETRY_MS);
    }
    await pause(wait, clock, access.signal);
  }
}

type Observation = Receipt & { blockHash: string };

const isSame = (seen: Observation, before: Observation | null): boolean =>
  seen.hash === before?.hash && seen.blockHash === before.blockHash && seen.outcome === before.outcome;

/** One look at the chain; what it learned stays with it. */
function createObserver(
  submission: Submission,
  expected: ExpectedTransaction,
  access: ChainAccess,
  now: () => number,
): () => Promise<Observation | null> {
  const hash = submission.hash.toLowerCase();
  const from = expected.from.toLowerCase();
  const guessed = submission.nonce === undefined ? null : BigInt(submission.nonce);
  const { size } = submission;
  /** The nonce of our own transaction as the chain told it; the one read before the prompt is a guess. */
  let known: bigint | null = null;
  let occupant: ChainTransaction | null = null;
  let doubtedSince: number | null = null;

  /** It, or one of the account's own that holds it among others. */
  const isAsked = (transaction: ChainTransaction): boolean =>
    isExpected(transaction, expected) ||
    (size !== undefined && transaction.from === from && containsCall(transaction, expected, size));
  const isOurs = (transaction: ChainTransaction): boolean =>
    isAsked(transaction) || (hasTarget(transaction, expected) && guessed !== null && transaction.nonce >= guessed);

  const observe = async (transaction: string, outcome: Receipt['outcome']): Promise<Observation | null> => {
    const receipt = await receiptOf(transaction, access);
    if (!receipt) return null;
    const isOver = outcome === 'cancelled' || outcome === 'replaced';
    const { blockHash, success } = receipt;
    return { outcome: success || isOver ? outcome : 'reverted', hash: transaction, blockHash };
  };

  const nonceHolder = async (nonce: bigint): Promise<ChainTransaction> => {
    const isStillThere = occupant && (await receiptOf(occupant.hash, access));
    if (!occupant || !isStillThere) occupant = await transactionWithNonce(from, nonce, access);
    return occupant;
  };

  return async () => {
    const own = await transactionOf(hash, access);
    if (own && isOurs(own)) {
      known = own.nonce;
      doubtedSince = null;
      return observe(hash, 'confirmed');
    }
    const nonce = known ?? guessed;
    if (nonce === null || quantity(await rpc(access, 'eth_getTransactionCount', [from, 'latest'])) <= nonce) {
      doubtedSince = null;
      return null;
    }
    const other = await nonceHolder(nonce);
    if (other.hash === hash && isOurs(other)) return observe(hash, 'confirmed');
    if (isAsked(other)) return observe(other.hash, 'repriced');
    // While the chain knows what the wallet told, by whatever answer, that may be ours in a form not known here.
    if (own || other.hash === hash || (await receiptOf(hash, access))) {
      doubtedSince = null;
      return null;
    }
    doubtedSince ??= now();
    if (known === null && now() - doubtedSince < REPLACEMENT_GRACE_MS) return null;
    // Calls that go together, and what such an account was asked for, may be in no transaction of its own: then no
    // place says what became of it.
    if (known === null && (size !== undefined || (await hasCode(from, access)))) return null;
    return observe(other.hash, isCancellation(other) ? 'cancelled' : 'replaced');
  };
}
