/** Waits for the final outcome of a submitted transaction: mined, reverted, or replaced. */
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
 * Time in milliseconds after which a transaction counts as replaced, if this RPC never returned the transaction. An
 * earlier decision would be unsafe, because the wallet can use a later nonce than expected.
 */
const REPLACEMENT_GRACE_MS = 600_000;

/**
 * Resolves when two polls in a row show the same outcome in the same block. Rejects only after an abort, with the
 * signal's reason.
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

/** Returns a function that reads the chain once and remembers what it found. */
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
  /** The payment's nonce from the chain. It can differ from the nonce that was read before the prompt. */
  let known: bigint | null = null;
  let holder: ChainTransaction | null = null;
  let replacedSince: number | null = null;

  /** True for the expected transaction, and for a transaction of the account that contains the expected call. */
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
    // The node knows a transaction with the wallet's hash. It can be the payment with other content.
    if (own || other.hash === hash || (await receiptOf(hash, access))) {
      replacedSince = null;
      return null;
    }
    replacedSince ??= now();
    if (known === null && now() - replacedSince < REPLACEMENT_GRACE_MS) return null;
    // Batches and smart accounts do not always use the account's own nonce, so a used nonce proves nothing.
    if (known === null && (size !== undefined || (await hasCode(from, access)))) return null;
    return observe(other.hash, isCancellation(other) ? 'cancelled' : 'replaced');
  };
}
