/** Waits for the final outcome of a submitted transaction, such as confirmed, reverted or replaced. */
import type { WalletRequest } from '../../../types.js';
import type { ExpectedTransaction, Submission } from '../../family/abilities.js';
import type { ChainAccess, Receipt, SecondSource } from '../../family/sources.js';
import { pollUntilProved } from '../../family/poll-until-proved.js';
import { transactionWithNonce } from './transaction-by-nonce.js';
import { rpc } from '../../family/rpc.js';
import { quantity } from './quantities.js';
import { isApproved } from './smart-account.js';
import { findAnyCall, findCall, movedTokens } from './inner-call.js';
import type { ChainTransaction } from './transactions.js';
import { hasTarget, isCancellation, isExpected, receiptOf, transactionOf } from './transactions.js';

/**
 * The shortest pause between two reads of the chain through the wallet, in milliseconds, while the node answers but
 * shows no result.
 */
const WALLET_POLL_MS = 30_000;

/**
 * Resolves when two polls in a row show the same result in the same block. If the result is not a payment and
 * `second.confirms` is set, a second source must also confirm it. Rejects only after an abort, with the signal's
 * reason.
 * @param request the wallet request; if it is an approval, the allowance on the chain also confirms the approval
 * @param second reads the chain through the wallet, and decides about a result that only one source shows
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
    const observe = createObserver(submission, expected, request !== undefined);
    return async (through) => {
      const seen = await observe(through);
      if (seen || !request || !(await isApproved(request, through))) return seen;
      return { outcome: 'confirmed', hash: submission.hash.toLowerCase(), blockHash: 'allowance' };
    };
  };
  const [readNode, readWallet] = [createReader(), createReader()];
  const askNode = (): Promise<Observation | null> => readNode(access);
  /** Resolves with undefined if the page cannot read through the wallet now. */
  const askWallet = async (): Promise<Observation | null | undefined> => {
    const through = await second?.access();
    return through ? readWallet(through) : undefined;
  };
  let asked = -Infinity;
  /** Asks the source that did not give the last observation. */
  let askOther: () => Promise<Observation | null | undefined> = askWallet;

  const observe = async (): Promise<Observation | null> => {
    askOther = askWallet;
    let seen = await askNode().catch(() => undefined);
    // Reads through the wallet, whose node can show the pending transaction and its nonce. After a replacement, most
    // nodes no longer show the replaced transaction.
    if (!seen && (seen === undefined || clock.now() - asked >= WALLET_POLL_MS)) {
      asked = clock.now();
      askOther = askNode;
      const shown = await askWallet().catch(() => undefined);
      if (shown !== undefined) seen = shown;
    }
    // If neither the node nor the wallet can read the chain, this error keeps the previous observation valid. If one of
    // them shows nothing, the previous observation no longer counts.
    if (seen === undefined) throw new Error('The chain could not be read');
    return seen;
  };

  /**
   * Whether the result is certain. A payment always is, and so is any result if `second.confirms` is absent. Otherwise,
   * two sources must show the result, or `second` must confirm it.
   */
  const isProved = async (seen: Observation, since: number): Promise<boolean> => {
    if (!second?.confirms || isPayment(seen)) return true;
    const other = await askOther().catch(() => null);
    if (other?.hash === seen.hash && other.outcome === seen.outcome) return true;
    access.signal.throwIfAborted();
    const { outcome, hash } = seen;
    return second.confirms({ outcome, hash }, { lasts: clock.now() - since, isDisputed: !!other });
  };
  const { outcome, hash } = await pollUntilProved(access, { observe, isSame, isProved });
  return { outcome, hash };
}

type Observation = Receipt & { blockHash: string };

const isPayment = ({ outcome }: Receipt): boolean => outcome === 'confirmed' || outcome === 'repriced';

const isSame = (seen: Observation, before: Observation): boolean =>
  seen.hash === before.hash && seen.blockHash === before.blockHash && seen.outcome === before.outcome;

/** The selectors of `handleOps` of the entry points 0.6 and 0.7 (ERC-4337). */
const BUNDLES = ['0x1fad948c', '0x765e827f'];

/** Whether the transaction is the expected one, apart from its sender. */
const isForwarded = (transaction: ChainTransaction, expected: ExpectedTransaction): boolean =>
  isExpected({ ...transaction, from: expected.from.toLowerCase() }, expected);

/**
 * Returns a function that reads the chain once. The function remembers earlier results, so the node and the wallet each
 * need their own.
 * @param isApproval true if the transaction is an approval and does not pay
 */
function createObserver(
  submission: Submission,
  expected: ExpectedTransaction,
  isApproval: boolean,
): (access: ChainAccess) => Promise<Observation | null> {
  const hash = submission.hash.toLowerCase();
  const from = expected.from.toLowerCase();
  const guessed = submission.nonce === undefined ? null : BigInt(submission.nonce);
  const { size } = submission;
  /**
   * The payment's nonce, read from its transaction on the chain. It can differ from the nonce that the page read before
   * the prompt.
   */
  let known: bigint | null = null;
  let holder: ChainTransaction | null = null;

  /**
   * Whether the transaction is the expected one, or another of the same account that contains the expected call among
   * other calls.
   */
  const isRequested = (transaction: ChainTransaction): boolean =>
    isExpected(transaction, expected) ||
    (size !== undefined && transaction.from === from && findCall(transaction, expected, size) !== null);
  /**
   * Also true for an approval with other calldata, because the payer can change its amount in the wallet. If the payer
   * makes another call to the contract that is paid, only the service knows whether it has paid.
   */
  const isOurs = (transaction: ChainTransaction): boolean =>
    isRequested(transaction) ||
    (isApproval && hasTarget(transaction, expected) && guessed !== null && transaction.nonce >= guessed);

  /**
   * Returns the requested call if another account sends it for the payer, or else null. The caller passes only the
   * transaction with the hash that the wallet returned.
   */
  const relayedCall = (transaction: ChainTransaction): string | null => {
    if (transaction.from === from) return null;
    return isForwarded(transaction, expected) ? transaction.data : findAnyCall(transaction, expected);
  };

  /**
   * Reads the result of a relayed call. It has paid if its tokens moved, and it has failed if the whole transaction
   * reverted, unless this is a bundle (ERC-4337).
   */
  const observeRelayed = async (
    transaction: ChainTransaction,
    call: string,
    access: ChainAccess,
  ): Promise<Observation | null> => {
    const receipt = await receiptOf(hash, access);
    if (!receipt) return null;
    const { blockHash, success } = receipt;
    // If the tokens of the call have not left the payer's account, only the service knows whether this has paid.
    if (success)
      return movedTokens(receipt, transaction, expected, call) ? { outcome: 'confirmed', hash, blockHash } : null;
    // A bundler can send the same operation again in another bundle.
    return BUNDLES.some((selector) => transaction.data.startsWith(selector))
      ? null
      : { outcome: 'reverted', hash, blockHash };
  };

  /**
   * Reads the result of a batch that took the place of the payment and contains it. If the tokens of the call have not
   * left the payer's account, only the service knows whether this has paid.
   */
  const observeBatch = async (
    transaction: ChainTransaction,
    call: string,
    access: ChainAccess,
  ): Promise<Observation | null> => {
    const receipt = await receiptOf(transaction.hash, access);
    return receipt?.success && movedTokens(receipt, transaction, expected, call)
      ? { outcome: 'repriced', hash: transaction.hash, blockHash: receipt.blockHash }
      : null;
  };

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
    const call = own ? relayedCall(own) : null;
    if (own && call !== null) return observeRelayed(own, call, access);
    const nonce = known ?? guessed;
    if (nonce === null || quantity(await rpc(access, 'eth_getTransactionCount', [from, 'latest'])) <= nonce)
      return null;
    const isStillThere = holder && (await receiptOf(holder.hash, access));
    if (!holder || !isStillThere) holder = await transactionWithNonce(from, nonce, access);
    const other = holder;
    if (!other) return null;
    if (other.hash === hash && isOurs(other)) return observe(hash, 'confirmed');
    if (isRequested(other)) return observe(other.hash, 'repriced');
    // There is no result yet. The node knows a transaction with the hash that the wallet returned, and this transaction
    // can be the payment with other content.
    if (own || other.hash === hash || (await receiptOf(hash, access))) return null;
    // There is no result yet. The page knows only the nonce that it read before the prompt, but the wallet can have
    // used another one.
    if (known === null) return null;
    // A wallet can replace the payment with a batch of the same account that contains it (EIP-7702).
    const inner = findAnyCall(other, expected);
    if (inner !== null) return observeBatch(other, inner, access);
    return observe(other.hash, isCancellation(other) ? 'cancelled' : 'replaced');
  };
}
