/**
 * Defines a journal entry and its stages. The journal stores every payment just before its first prompt, so that the
 * payment survives a reload. storage.ts writes the entries.
 */
import type { ErrorInfo, Money, Payment, PaymentResult, Permit, RefundResult, StepRef } from '../../types.js';
import type { CallsState, ExpectedTransaction } from '../../vm/adapter.js';
import type { SessionOptions } from '../model/options.js';
import { intentKey } from './keys.js';

/**
 * `prepared`: at most an approval or a signature was prompted, and no payment can have been sent.
 * `prompted`: the wallet was prompted for the paying step and has not answered, or the outcome is unknown.
 * `awaiting-deposit`: a deposit address was shown.
 * `sent`: the hash is known, the payment was signed, the wallet accepted the batch, or the service has seen the
 * payment.
 * `abandoned`: the payer started over or left the deposit address, or the chain shows that nothing was paid. The
 * payment is still tracked.
 * `failed`: the failure was reported to the page, and a refund may follow.
 * `cancelled`: certainly nothing was sent.
 * `settled`: delivered or refunded.
 */
export type Stage =
  'prepared' | 'prompted' | 'awaiting-deposit' | 'sent' | 'abandoned' | 'failed' | 'cancelled' | 'settled';

export type JournalEntry = {
  v: 1;
  /**
   * Random id, created before the first prompt. If the payment was resumed by its request id, this is the request id.
   */
  id: string;
  stage: Stage;
  payment: Payment;
  /** The guard's digest of what the payer confirmed; '' if this device did not make the payment. */
  digest: string;
  /**
   * The last wallet request: a transaction, a signature over `permit`, or a batch with `calls`. Null if there was none.
   */
  prompt: {
    step: StepRef;
    chainId: number;
    nonce: string | null;
    expected: ExpectedTransaction | null;
    permit?: Permit;
    calls?: CallBatch;
  } | null;
  /** The last known status of the service. */
  status: string;
  /** Types of the events that were emitted for this payment: no tab emits them again. */
  emitted: string[];
  outcome?: { receipt?: PaymentResult; refund?: RefundResult; problem?: ErrorInfo };
  /** Key of the merchant's fixed intent, from `intentKey`. */
  intent?: string;
  /** The stage when `reset()` was called. The order may be paid again until `stage` changes. */
  reset?: Stage;
  createdAt: number;
  updatedAt: number;
};

/**
 * A batch of calls.
 * `size`: length of the paying call's data in bytes.
 * `id`: the batch id that the page sent. If the wallet returned another id, this is the wallet's id.
 * `isAccepted`: the wallet accepted the batch.
 * `pendingInWallet`: the wallet accepted the batch and may still execute it.
 * `walletStatus`: the last status from the wallet.
 * `since`: the start of `walletStatus`, Unix time in milliseconds.
 */
export type CallBatch = {
  size: number;
  id: string;
  isAccepted?: true;
  pendingInWallet?: boolean;
  walletStatus?: CallsState['name'] | 'nothing';
  since?: number;
};

export interface Journal {
  /** False if the entries exist only in page memory: the page has no storage, or the storage refused an entry. */
  readonly durable: boolean;
  /** Returns the entries, newest first. */
  read(): JournalEntry[];
  find(id: string): JournalEntry | undefined;
  /** Adds or replaces the entry and sets `updatedAt`. Never throws. */
  write(entry: JournalEntry): void;
  /** Lets the order be paid again. Keeps `updatedAt`, the time when the payment ended. */
  allowAgain(entry: JournalEntry): void;
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** How long entries in these stages are tracked after the last change, in milliseconds. */
const WATCH_MS: Partial<Record<Stage, number>> = {
  failed: DAY_MS,
  abandoned: 7 * DAY_MS,
  'awaiting-deposit': 7 * DAY_MS,
};

/**
 * True if the payer's money may have been sent. The payment must be tracked, and no other payment of this journal key
 * may begin.
 */
export const isUnfinished = ({ stage }: JournalEntry): boolean => stage === 'prompted' || stage === 'sent';

/** True if the wallet was prompted for the paying step and returned no hash. */
export const lacksHash = ({ stage, payment }: JournalEntry): boolean =>
  (stage === 'prompted' || stage === 'abandoned') && payment.payingHash === undefined && !payment.deposit;

/** True if the wallet accepted the batch and its transaction is not known. */
export const isBatchPending = ({ stage, payment }: JournalEntry): boolean =>
  stage === 'sent' && payment.batched === true && payment.payingHash === undefined;

/** True if a deposit address was shown and no deposit has arrived. */
export const isAwaitingDeposit = ({ stage, payment }: JournalEntry): boolean =>
  payment.deposit !== undefined && (stage === 'awaiting-deposit' || stage === 'abandoned');

/**
 * True if the payment must be tracked. A payment that may have been sent is tracked until it ends. Others are tracked
 * for a limited time, because a refund or a deposit may follow.
 */
export const isWatched = (entry: JournalEntry, now: number): boolean =>
  isUnfinished(entry) || now - entry.updatedAt < (WATCH_MS[entry.stage] ?? 0);

/**
 * True for a failure without a known refund. It blocks a new payment of the order until `reset()`, or until its
 * tracking period ends.
 */
export const isUnresolvedFailure = (entry: JournalEntry, now: number): boolean =>
  entry.stage === 'failed' && entry.reset !== 'failed' && isWatched(entry, now);

/** Ids of the settled payments. The session compares ids and not times, because the clocks of two pages may differ. */
export const endedEntryIds = (entries: readonly JournalEntry[]): ReadonlySet<string> =>
  new Set(entries.filter(({ stage }) => stage === 'settled').map(({ id }) => id));

/**
 * True if the payer must see this payment before a new payment: it may have been sent, is an unresolved failure, or is
 * settled and not in `known`. For example, another tab made the payment, or the payer left it.
 */
export const blocksNewPayment = (entry: JournalEntry, known: ReadonlySet<string>, now: number): boolean =>
  isUnfinished(entry) || isUnresolvedFailure(entry, now) || (entry.stage === 'settled' && !known.has(entry.id));

/**
 * The successful payment of this order with the current options. Undefined if `reset()` was called for this payment.
 * Undefined without `reference`, because each payment is then independent.
 */
export const paidEntry = (entries: readonly JournalEntry[], options: SessionOptions): JournalEntry | undefined =>
  options.reference === undefined
    ? undefined
    : entries.find(
        ({ outcome, reset, stage, intent }) => outcome?.receipt && reset !== stage && intent === intentKey(options),
      );

/** In these stages a payment may have been sent. Without an entry in one of these stages, nothing was sent. */
const UNREADABLE_SIGNS = ['prompted', 'awaiting-deposit', 'sent', 'abandoned', 'failed'];

export const moneyWhenUnreadable = (entries: readonly JournalEntry[]): Money =>
  entries.some(({ stage }) => UNREADABLE_SIGNS.includes(stage)) ? 'unknown' : 'not-sent';
