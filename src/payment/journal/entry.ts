/**
 * Defines the journal, which stores each payment before its first wallet prompt or before its deposit address is shown,
 * so that the payment survives a reload of the page.
 */
import type { ErrorInfo, Payment, PaymentResult, Permit, RefundResult, StepRef } from '../../types.js';
import type { BatchState, Expected } from '../../vm/family/abilities.js';
import type { Transfer } from '../../vm/family/signed-transfers.js';

/**
 * How far a payment has come:
 * - `prepared`: the wallet was not asked to send the payment, or cannot send the batch. It may have prompted for an
 *   approval or a signature.
 * - `prompted`: nobody knows whether the payment was sent, for example while the wallet prompts the payer.
 * - `awaiting-deposit`: the page awaits a deposit to the deposit address that it has shown or is about to show.
 * - `sent`: the wallet has sent, signed or accepted the payment, or the chain or the service has shown it. Also set if
 *   the service does not confirm the stored end of the payment.
 * - `abandoned`: the payer gave it up or left the deposit address, or at least two sources show that nothing was paid.
 * - `failed`: `hub-failure` was emitted, but a refund or a delivery can still follow.
 * - `cancelled`: the wallet refused, or a step failed before the payment was sent.
 * - `settled`: the service or a chain has shown that the payment was delivered or refunded.
 */
export type Stage = (typeof STAGES)[number];

export const STAGES = [
  'prepared',
  'prompted',
  'awaiting-deposit',
  'sent',
  'abandoned',
  'failed',
  'cancelled',
  'settled',
] as const;

/** True in the stages `prepared` and `cancelled`, in which the payment counts as not sent. */
export const isUnsent = ({ stage }: { stage?: unknown }): boolean => stage === 'prepared' || stage === 'cancelled';

/** One payment of the journal. */
export type JournalEntry = {
  v: 1;
  /** A random id, or the request id if the payment was resumed by it. */
  id: string;
  stage: Stage;
  payment: Payment;
  /**
   * The guard's digest of the confirmed quote or, for a payment to a deposit address, the digest of the text that
   * `depositTerms` returned. Empty if the page has fetched the payment by its request id.
   */
  digest: string;
  /**
   * The last request to the wallet to sign or to send. Null before the first such request, and after the wallet was
   * unable to send a batch. The request for a permit has `permit`, that for a transfer at the venue has `transfer`, and
   * that for a batch has `calls`.
   */
  prompt: {
    step: StepRef;
    chainId: number;
    nonce: string | null;
    expected: Expected | null;
    /** The id of the wallet that received the request. */
    wallet?: string;
    permit?: Permit;
    transfer?: Transfer;
    calls?: CallBatch;
    /**
     * True if the wallet was asked only to sign, and the page does not send what the wallet returned, for example a
     * changed transaction. The wallet can still send a transaction that it has signed, until the chain no longer
     * accepts it. `expected` then describes this transaction, as far as the page could read it.
     */
    refused?: true;
    /**
     * True if the page has read the SVM transaction that the wallet signed, and sends it itself. Otherwise, the wallet
     * can have taken a newer blockhash or one that never expires, so nobody knows when the transaction expires.
     */
    checked?: true;
  } | null;
  /**
   * The payment's last known status at the service. It begins with `waiting`, and becomes `waiting` again if the
   * service contradicts an earlier result or end. After a delivery that only the chain has shown, it is `success`.
   */
  status: string;
  /**
   * The names of the events that `emitOnce` has emitted or is about to emit for this payment, so that no tab emits them
   * again.
   */
  emitted: string[];
  /**
   * The payment's result so far, which only page memory keeps as a whole. The storage keeps only the error code of an
   * unpaid payment, so a reload loses all other results.
   */
  outcome?: { receipt?: PaymentResult; refund?: RefundResult; problem?: ErrorInfo };
  /**
   * The hashes that identify the merchant's order, from `orderHashes`; absent if the payment was resumed by its request
   * id.
   */
  order?: readonly string[];
  /**
   * True if the service reported the refund, but no chain has proved it. In the stage `settled`, the screen shows this
   * refund again before another payment of the order, until `reset()` is called. The payer must check the wallet.
   */
  unconfirmed?: boolean;
  /**
   * True if the payment belongs to another order, as the service's record or another stored entry shows. Only page
   * memory contains this field.
   */
  isOther?: boolean;
  /**
   * True if this page itself has written the stage last, and has read no other stage since then. Only page memory
   * contains this field.
   */
  isOwnStage?: true;
  /**
   * True if this page has stored that the payment was perhaps sent, but another tab or script has then changed the
   * stage to `prepared`, `cancelled` or `abandoned`. The wallet's prompt can still be open. The storage does not
   * contain this field.
   */
  isDenied?: true;
  /**
   * The stage in which `reset()` was called after the end of the payment, or `abandoned` if the payer gave up a
   * confirmed payment. While it equals `stage`, a failed payment does not block another payment of the order. A settled
   * one is then not shown again as the payment of this order.
   */
  reset?: Stage;
  /**
   * When the payment began, as Unix time in milliseconds. For a payment that was resumed by its request id, when the
   * service created the request or, if the service's record does not contain this time, when it was resumed.
   */
  createdAt: number;
  /** When `write` last wrote the entry, as Unix time in milliseconds. */
  updatedAt: number;
};

/**
 * A batch of calls:
 * - `size`: how many bytes the calldata of the paying call has.
 * - `id`: the id of the batch, which the page sends to the wallet; if the wallet answers with another id, that one
 *   replaces it.
 * - `isAccepted`: true if the wallet accepted the batch.
 * - `pendingInWallet`: true if the wallet accepted the batch and, as far as the page knows, can still execute it.
 * - `walletStatus`: the last status that the wallet reported, or `nothing` after the page got no usable status.
 * - `since`: when `walletStatus` began, as Unix time in milliseconds.
 * - `heardAt`: about when the wallet last reported a status to any tab, as Unix time in milliseconds.
 * - `released`: true if the payer gave the payment up while the wallet held the batch. The tracker then ignores the
 *   wallet's status `pending`.
 */
export type CallBatch = {
  size: number;
  id: string;
  isAccepted?: true;
  pendingInWallet?: boolean;
  walletStatus?: BatchState['name'] | 'nothing';
  since?: number;
  heardAt?: number;
  released?: true;
};

export interface Journal {
  /**
   * False if the page has no storage, or if page memory contains entries of this journal that could not be stored. A
   * reload loses such entries.
   */
  readonly durable: boolean;
  /** Returns the entries of the order, newest first. */
  read(): JournalEntry[];
  find(id: string): JournalEntry | undefined;
  /** Adds or replaces the entry, and sets `updatedAt`. Never throws. */
  write(entry: JournalEntry): void;
  /**
   * Allows another payment of the same order while the entry stays in its stage. Does not change `updatedAt`, which
   * shows when the payment ended.
   */
  allowAgain(entry: JournalEntry): void;
  /**
   * Keeps what the page has learned about a stored payment in page memory, such as its terms, its deposit address and
   * its result. Writes nothing to the storage.
   */
  remember(entry: JournalEntry): void;
  /**
   * True if the storage has a value under this key that this version of the code cannot read, and that may belong to
   * this order.
   */
  hasUnreadable(): boolean;
  /**
   * Removes the unreadable values that may belong to this order from the storage. Call this only after the payer has
   * seen the problem on the screen and has pressed the button to start over.
   */
  dropUnreadable(): void;
}
