/** Waits for the final outcome of a submitted transaction: mined, reverted, or replaced. */
import { backoff } from '../../../shared/backoff.js';
import { pause } from '../../../shared/clock.js';
import type { WalletRequest } from '../../../types.js';
import type { ChainAccess, ExpectedTransaction, Receipt, SecondSource, Submission } from '../../adapter.js';
import { transactionWithNonce } from './transaction-by-nonce.js';
import { quantity, rpc } from './rpc.js';
import { isApproved } from './smart-account.js';
import type { ChainTransaction } from './transactions.js';
import { hasTarget, containsCall, isCancellation, isExpected, receiptOf, transactionOf } from './transactions.js';

const FIRST_POLL_MS = 1_000;
const SLOWEST_POLL_MS = 4_000;
const SLOWEST_RETRY_MS = 15_000;

/** While the node shows nothing, the wallet is asked too, once in this many milliseconds. */
const WALLET_POLL_MS = 30_000;

/**
 * Resolves when two polls in a row show the same outcome in the same block. Rejects only after an abort, with the
 * signal's reason.
 * @param request the wallet request; if it is an approval, the allowance on the chain also confirms the approval
 * @param second the wallet's view of the chain, and the decision about an outcome that only one source shows
 */
export async function waitForReceipt(
  submission: Submission,
  expected: ExpectedTransaction,
  access: ChainAccess,
  request?: WalletRequest,
  second?: SecondSource,
): Promise<Receipt> {
  const { clock } = access;
  const createReader = (): ((access: ChainAccess) => Promise<Observation | null>) => {
    const observe = createObserver(submission, expected);
    return async (through) => {
      const seen = await observe(through);
      if (seen || !request || !(await isApproved(request, through))) return seen;
      return { outcome: 'confirmed', hash: submission.hash.toLowerCase(), blockHash: 'allowance' };
    };
  };
  const [readNode, readWallet] = [createReader(), createReader()];
  const askNode = (): Promise<Observation | null> => readNode(access);
  const askWallet = async (): Promise<Observation | null> => {
    const through = await second?.access();
    return through ? readWallet(through) : null;
  };
  let before: Observation | null = null;
  let since = clock.now();
  let asked = -Infinity;

  /** True for a payment. True for another outcome if two sources show it. */
  const isProved = async (seen: Observation, askOther: () => Promise<Observation | null>): Promise<boolean> => {
    if (!second?.confirms || isPayment(seen)) return true;
    const other = await askOther().catch(() => null);
    if (other?.hash === seen.hash && other.outcome === seen.outcome) return true;
    access.signal.throwIfAborted();
    const { outcome, hash } = seen;
    return second.confirms({ outcome, hash }, { lasts: clock.now() - since, isDisputed: other !== null });
  };

  const pace = backoff(FIRST_POLL_MS, SLOWEST_POLL_MS, 1.5);
  for (;;) {
    access.signal.throwIfAborted();
    try {
      let askOther = askWallet;
      let seen = await askNode().catch(() => undefined);
      // The wallet's node shows a pending transaction with its nonce. After a replacement, no node shows it any more.
      if (!seen && (seen === undefined || clock.now() - asked >= WALLET_POLL_MS)) {
        asked = clock.now();
        askOther = askNode;
        seen = (await askWallet()) ?? seen;
      }
      // If the chain could not be read, the previous observation stays valid.
      if (seen === undefined) throw new Error('The chain could not be read');
      const isStable = seen && isSame(seen, before);
      if (!isStable) since = clock.now();
      before = seen;
      if (!seen) pace.grow();
      else if (!isStable) pace.reset();
      else if (await isProved(seen, askOther)) return { outcome: seen.outcome, hash: seen.hash };
      else pace.grow(2, SLOWEST_RETRY_MS);
    } catch {
      pace.grow(2, SLOWEST_RETRY_MS);
    }
    await pause(pace.delay, clock, access.signal);
  }
}

type Observation = Receipt & { blockHash: string };

const isPayment = ({ outcome }: Receipt): boolean => outcome === 'confirmed' || outcome === 'repriced';

const isSame = (seen: Observation, before: Observation | null): boolean =>
  seen.hash === before?.hash && seen.blockHash === before.blockHash && seen.outcome === before.outcome;

/** Returns a function that reads the chain once. It remembers what it found, so it needs the same source each time. */
function createObserver(
  submission: Submission,
  expected: ExpectedTransaction,
): (access: ChainAccess) => Promise<Observation | null> {
  const hash = submission.hash.toLowerCase();
  const from = expected.from.toLowerCase();
  const guessed = submission.nonce === undefined ? null : BigInt(submission.nonce);
  const { size } = submission;
  /** The payment's nonce from the chain. It can differ from the nonce that was read before the prompt. */
  let known: bigint | null = null;
  let holder: ChainTransaction | null = null;

  /** True for the expected transaction, and for a transaction of the account that contains the expected call. */
  const isRequested = (transaction: ChainTransaction): boolean =>
    isExpected(transaction, expected) ||
    (size !== undefined && transaction.from === from && containsCall(transaction, expected, size));
  const isOurs = (transaction: ChainTransaction): boolean =>
    isRequested(transaction) || (hasTarget(transaction, expected) && guessed !== null && transaction.nonce >= guessed);

  return async (access) => {
    const observe = async (transaction: string, outcome: Receipt['outcome']): Promise<Observation | null> => {
      const receipt = await receiptOf(transaction, access);
      if (!receipt) return null;
      const isOver = outcome === 'cancelled' || outcome === 'replaced';
      const { blockHash, success } = receipt;
      return { outcome: success || isOver ? outcome : 'reverted', hash: transaction, blockHash };
    };
    const own = await transactionOf(hash, access);
    if (own && isOurs(own)) {
      known = own.nonce;
      return observe(hash, 'confirmed');
    }
    const nonce = known ?? guessed;
    if (nonce === null || quantity(await rpc(access, 'eth_getTransactionCount', [from, 'latest'])) <= nonce)
      return null;
    const isStillThere = holder && (await receiptOf(holder.hash, access));
    if (!holder || !isStillThere) holder = await transactionWithNonce(from, nonce, access);
    const other = holder;
    if (!other) return null;
    if (other.hash === hash && isOurs(other)) return observe(hash, 'confirmed');
    if (isRequested(other)) return observe(other.hash, 'repriced');
    // The node knows a transaction with the wallet's hash. It can be the payment with other content.
    if (own || other.hash === hash || (await receiptOf(hash, access))) return null;
    // The nonce from before the prompt proves nothing, because the wallet can use another nonce.
    if (known === null) return null;
    return observe(other.hash, isCancellation(other) ? 'cancelled' : 'replaced');
  };
}
