/**
 * Defines the journal, which stores each payment before the first wallet prompt, so that the payment survives a reload
 * of the page.
 */
import type { ErrorInfo, Payment, PaymentResult, Permit, RefundResult, StepRef } from '../../types.js';
import type { BatchState, Expected } from '../../vm/family/abilities.js';
import type { Transfer } from '../../vm/family/signed-transfers.js';

/**
 * How far a payment has come:
 * - `prepared`: no payment was sent, although the wallet may have prompted for an approval or a signature.
 * - `prompted`: the wallet was prompted to pay, and nobody knows whether it sent the payment.
 * - `awaiting-deposit`: the payer sees a deposit address.
 * - `sent`: the wallet has sent, signed or accepted the payment, or the chain or the service has shown it.
 * - `abandoned`: the payer gave it up or left the deposit address, or two sources show that nothing was paid.
 * - `failed`: the page received `hub-failure`, after which a refund or a delivery can still follow.
 * - `cancelled`: the wallet refused, or a step failed before the payment was sent.
 * - `settled`: the payment was delivered or refunded.
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

/** One payment of the journal. */
export type JournalEntry = {
  v: 1;
  /** A random id, or the request id if the payment was resumed by it. */
  id: string;
  stage: Stage;
  payment: Payment;
  /**
   * The guard's digest of the confirmed quote or, for a payment to a deposit address, the digest of the text that
   * `depositTerms` returned. Empty if this device did not make the payment.
   */
  digest: string;
  /**
   * The last request to the wallet. Null before the first one, and after the wallet has refused a batch. A permit has
   * `permit`, a transfer at the venue has `transfer`, and a batch has `calls`.
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
     * True if the wallet signed another transaction than the page asked for. The page never sends it, but the wallet
     * can, until the chain no longer accepts it. `expected` then describes the signed transaction.
     */
    refused?: true;
  } | null;
  /** The payment's last known status at the service. */
  status: string;
  /** The names of the events that `emitOnce` has emitted for this payment, and that no tab emits again. */
  emitted: string[];
  /**
   * The payment's final result, which only page memory keeps as a whole. The storage keeps only the error code of an
   * unpaid payment, so a reload loses every other result.
   */
  outcome?: { receipt?: PaymentResult; refund?: RefundResult; problem?: ErrorInfo };
  /**
   * The hashes that identify the merchant's order, from `orderHashes`; absent if the payment was resumed by its request
   * id.
   */
  order?: readonly string[];
  /**
   * True if the service reported the refund, but no chain has proved it. Before another payment of the order, the
   * screen shows this refund again, because the payer must check the wallet.
   */
  unconfirmed?: boolean;
  /**
   * True if the service's record shows that this payment belongs to another order. Only page memory contains this
   * field.
   */
  isOther?: boolean;
  /** True if the stage is the one that this page itself has written last. Only page memory contains this field. */
  isOwnStage?: true;
  /**
   * True if this page has asked the wallet to pay, but then another tab or script has stored that nothing was sent or
   * that the payment was given up. The wallet's prompt can still be open. The storage does not contain this field.
   */
  isDenied?: true;
  /**
   * If `reset` equals `stage`, this payment does not prevent another payment of the order. A call of `reset()` sets
   * this field, and so does a payer who gives up a confirmed payment.
   */
  reset?: Stage;
  /** When the payment was made, as Unix time in milliseconds. */
  createdAt: number;
  /** When the entry was last written, as Unix time in milliseconds. */
  updatedAt: number;
};

/**
 * A batch of calls:
 * - `size`: how many bytes the calldata of the paying call has.
 * - `id`: the id of the batch, which the page sends to the wallet; if the wallet answers with another id, that one
 *   replaces it.
 * - `isAccepted`: true if the wallet accepted the batch.
 * - `pendingInWallet`: true if the wallet accepted the batch and can still execute it.
 * - `walletStatus`: the last status that the wallet reported, or `nothing` after it gave no answer.
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
  /** False if page memory contains entries that the storage does not, so that a reload loses them. */
  readonly durable: boolean;
  /** Returns the entries, newest first. */
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
   * Keeps the amounts, the addresses and the final result of a stored payment in page memory, and writes nothing to the
   * storage.
   */
  remember(entry: JournalEntry): void;
  /**
   * True if the storage has a value under this key that this version of the code cannot read, and that may belong to
   * this order.
   */
  hasUnreadable(): boolean;
  /**
   * Removes the unreadable values of this order from the storage. Call this only after the payer has seen the problem
   * on the screen and has pressed the button to start over.
   */
  dropUnreadable(): void;
}
