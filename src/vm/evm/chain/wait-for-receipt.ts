/**
 * Waits for the outcome of a submitted transaction: mined, reverted, or replaced. It polls only the chain until the
 * outcome is final.
 */
import { backoff } from '../../../shared/backoff.js';
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
 * Milliseconds before a transaction that this RPC never returned counts as replaced. The wallet may have used a later
 * nonce than the nonce that was read before the prompt. The payment may then still be mined after the transaction that
 * used the earlier nonce.
 */
const REPLACEMENT_GRACE_MS = 600_000;

/**
 * Resolves after two observations in a row, at least a second apart, show the same outcome in the same block. If a
 * reorganization removes a receipt, the function waits again. The wait has no time limit. The promise rejects only with
 * the signal's reason.
 *
 * @param request the wallet request; if it is an approval, the allowance on the chain also confirms the approval
 */
export async function waitForReceipt(
  submission: Submission,
  expected: ExpectedTransaction,
  access: ChainAccess,
  request?: WalletRequest,
): Promise<Receipt> {
  const { clock } = access;
  const observe = createObserver(submission, expected, access, () => clock.now());
  const observeOnce = async (): Promise<Observation | null> => {
    const seen = await observe();
    if (seen || !request || !(await isApproved(request, access))) return seen;
    return { outcome: 'confirmed', hash: submission.hash.toLowerCase(), blockHash: 'allowance' };
  };
  let before: Observation | null = null;
  const pace = backoff(FIRST_POLL_MS, SLOWEST_POLL_MS, 1.5);
  for (;;) {
    access.signal.throwIfAborted();
    try {
      const seen = await observeOnce();
      if (seen && isSame(seen, before)) return { outcome: seen.outcome, hash: seen.hash };
      if (seen) pace.reset();
      else pace.grow();
      before = seen;
    } catch {
      // The chain could not be read, so the previous observation stays valid.
      pace.grow(2, SLOWEST_RETRY_MS);
    }
    await pause(pace.delay, clock, access.signal);
  }
}

type Observation = Receipt & { blockHash: string };

const isSame = (seen: Observation, before: Observation | null): boolean =>
  seen.hash === before?.hash && seen.blockHash === before.blockHash && seen.outcome === before.outcome;

/** Returns a function that observes the chain once. That function keeps its findings between calls. */
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
  /** The nonce of the payment's transaction, as read from the chain. The nonce read before the prompt may be wrong. */
  let known: bigint | null = null;
  let holder: ChainTransaction | null = null;
  let replacedSince: number | null = null;

  /** The expected transaction, or a transaction of the account that contains the expected call. */
  const isRequested = (transaction: ChainTransaction): boolean =>
    isExpected(transaction, expected) ||
    (size !== undefined && transaction.from === from && containsCall(transaction, expected, size));
  const isOurs = (transaction: ChainTransaction): boolean =>
    isRequested(transaction) || (hasTarget(transaction, expected) && guessed !== null && transaction.nonce >= guessed);

  const observe = async (transaction: string, outcome: Receipt['outcome']): Promise<Observation | null> => {
    const receipt = await receiptOf(transaction, access);
    if (!receipt) return null;
    const isOver = outcome === 'cancelled' || outcome === 'replaced';
    const { blockHash, success } = receipt;
    return { outcome: success || isOver ? outcome : 'reverted', hash: transaction, blockHash };
  };

  const nonceHolder = async (nonce: bigint): Promise<ChainTransaction> => {
    const isStillThere = holder && (await receiptOf(holder.hash, access));
    if (!holder || !isStillThere) holder = await transactionWithNonce(from, nonce, access);
    return holder;
  };

  return async () => {
    const own = await transactionOf(hash, access);
    if (own && isOurs(own)) {
      known = own.nonce;
      replacedSince = null;
      return observe(hash, 'confirmed');
    }
    const nonce = known ?? guessed;
    if (nonce === null || quantity(await rpc(access, 'eth_getTransactionCount', [from, 'latest'])) <= nonce) {
      replacedSince = null;
      return null;
    }
    const other = await nonceHolder(nonce);
    if (other.hash === hash && isOurs(other)) return observe(hash, 'confirmed');
    if (isRequested(other)) return observe(other.hash, 'repriced');
    // If the RPC returns a transaction or a receipt for the wallet's hash, this transaction may be the payment in an
    // unknown form.
    if (own || other.hash === hash || (await receiptOf(hash, access))) {
      replacedSince = null;
      return null;
    }
    replacedSince ??= now();
    if (known === null && now() - replacedSince < REPLACEMENT_GRACE_MS) return null;
    // Calls of a batch or of a smart account may not use the account's own nonce. Then a used nonce proves nothing.
    if (known === null && (size !== undefined || (await hasCode(from, access)))) return null;
    return observe(other.hash, isCancellation(other) ? 'cancelled' : 'replaced');
  };
}
