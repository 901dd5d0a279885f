/**
 * Defines a journal entry and its stages. The journal holds every payment from just before its first prompt, so that
 * the payment survives a reload. storage.ts writes the entries.
 */
import type { ErrorInfo, Money, Payment, PaymentResult, Permit, RefundResult, StepRef } from '../../types.js';
import type { CallsState, ExpectedTransaction } from '../../vm/adapter.js';
import type { SessionOptions } from '../model/options.js';
import { intentKey } from './keys.js';

/**
 * `prepared`: at most an approval or a signature was prompted, and nothing can have been sent. `prompted`: the paying
 * step was prompted without an answer, or its outcome is unknown. `awaiting-deposit`: a deposit address was shown.
 * `sent`: the hash is known, the payment was signed, the wallet accepted the batch, or the service has seen it.
 * `abandoned`: the payer started over or left the address, or the chain shows that nothing was paid; still tracked.
 * `failed`: the service's `failure` has lasted, and a refund may follow. `cancelled`: certainly nothing was sent.
 * `settled`: delivered or refunded.
 */
export type Stage =
  'prepared' | 'prompted' | 'awaiting-deposit' | 'sent' | 'abandoned' | 'failed' | 'cancelled' | 'settled';

export type JournalEntry = {
  v: 1;
  /** Random, made before the first prompt; a payment looked up by its id uses its request id. */
  id: string;
  stage: Stage;
  payment: Payment;
  /** The guard's digest of what the payer confirmed; '' if this device did not make the payment. */
  digest: string;
  /** The last wallet request: a transaction, a signature over `permit`, or a batch with `calls`. Null: none. */
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
  /** The merchant's options as `intentKey` names them. */
  intent?: string;
  /** The stage when `reset()` was called: the order may be paid again until the stage changes. */
  reset?: Stage;
  createdAt: number;
  updatedAt: number;
};

/**
 * A batch of calls. `size`: length of the paying call's data in bytes. `id`: the wallet's name for the batch.
 * `isAccepted`: the wallet accepted it. `pendingInWallet`: and may still execute it. `walletStatus`: the wallet's last
 * status. `since`: the start of that status, Unix time in milliseconds.
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
  /** False if the storage is page memory or has refused an entry: then the entries exist only in this page. */
  readonly durable: boolean;
  /** Newest first. */
  read(): JournalEntry[];
  find(id: string): JournalEntry | undefined;
  /** Adds or replaces the entry and sets `updatedAt`. Never throws. */
  write(entry: JournalEntry): void;
  /** Lets the order be paid again. Keeps `updatedAt`, the time when the payment ended. */
  allowAgain(entry: JournalEntry): void;
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** How long entries are still watched although they should not have paid, in milliseconds. */
const WATCH_MS: Partial<Record<Stage, number>> = {
  failed: DAY_MS,
  abandoned: 7 * DAY_MS,
  'awaiting-deposit': 7 * DAY_MS,
};

/** The payer's money may have been sent: track the payment, and do not pay this journal key again. */
export const isUnfinished = ({ stage }: JournalEntry): boolean => stage === 'prompted' || stage === 'sent';

/** The paying step was prompted and returned no hash. */
export const lacksHash = ({ stage, payment }: JournalEntry): boolean =>
  (stage === 'prompted' || stage === 'abandoned') && payment.payingHash === undefined && !payment.deposit;

/** The wallet accepted the batch and has named no transaction. */
export const isBatchPending = ({ stage, payment }: JournalEntry): boolean =>
  stage === 'sent' && payment.batched === true && payment.payingHash === undefined;

/** A deposit address was shown, and no deposit has arrived. */
export const isAwaitingDeposit = ({ stage, payment }: JournalEntry): boolean =>
  payment.deposit !== undefined && (stage === 'awaiting-deposit' || stage === 'abandoned');

/**
 * Must be tracked: payments that may have been sent until they end, others for a while in case a refund or a deposit
 * follows.
 */
export const isWatched = (entry: JournalEntry, now: number): boolean =>
  isUnfinished(entry) || now - entry.updatedAt < (WATCH_MS[entry.stage] ?? 0);

/** A failure without a known refund: it blocks the order until `reset()`, or until it is no longer tracked. */
export const isUnresolvedFailure = (entry: JournalEntry, now: number): boolean =>
  entry.stage === 'failed' && entry.reset !== 'failed' && isWatched(entry, now);

/** Ids of the settled payments. Ids and not times: the clocks of two pages may differ. */
export const endedEntryIds = (entries: readonly JournalEntry[]): ReadonlySet<string> =>
  new Set(entries.filter(({ stage }) => stage === 'settled').map(({ id }) => id));

/**
 * A payment that may have been sent, an unresolved failure, or a settled one that is not in the given set. The payer
 * must see it before another payment. It may come from another tab, or be one that the payer abandoned.
 */
export const blocksNewPayment = (entry: JournalEntry, known: ReadonlySet<string>, now: number): boolean =>
  isUnfinished(entry) || isUnresolvedFailure(entry, now) || (entry.stage === 'settled' && !known.has(entry.id));

/**
 * The success of this order with the current options, unless `reset()` was called on it. Without a reference, each
 * payment is independent.
 */
export const paidEntry = (entries: readonly JournalEntry[], options: SessionOptions): JournalEntry | undefined =>
  options.reference === undefined
    ? undefined
    : entries.find(
        ({ outcome, reset, stage, intent }) => outcome?.receipt && reset !== stage && intent === intentKey(options),
      );

/** In these stages a payment may have been sent. Without such an entry, nothing was sent. */
const UNREADABLE_SIGNS = ['prompted', 'awaiting-deposit', 'sent', 'abandoned', 'failed'];

export const moneyWhenUnreadable = (entries: readonly JournalEntry[]): Money =>
  entries.some(({ stage }) => UNREADABLE_SIGNS.includes(stage)) ? 'unknown' : 'not-sent';
