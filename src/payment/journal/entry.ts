/**
 * Defines the journal of payments. The journal stores a payment before the first wallet prompt, so that the payment
 * survives a page reload.
 */
import type { ErrorInfo, Payment, PaymentResult, Permit, RefundResult, StepRef } from '../../types.js';
import type { CallsState, ExpectedTransaction } from '../../vm/adapter.js';

/**
 * `prepared`: no payment was sent. The wallet may have prompted for an approval or a signature.
 * `prompted`: the wallet was prompted to pay, and the outcome is not known.
 * `awaiting-deposit`: the payer sees a deposit address.
 * `sent`: the wallet has sent or signed the payment, or the service has seen it.
 * `abandoned`: the payer left the payment, or the chain shows that nothing was paid. The payment is still tracked.
 * `failed`: the page received `hub-failure`. A refund can follow.
 * `cancelled`: certainly nothing was sent.
 * `settled`: the payment was delivered or refunded.
 */
export type Stage =
  'prepared' | 'prompted' | 'awaiting-deposit' | 'sent' | 'abandoned' | 'failed' | 'cancelled' | 'settled';

/** One payment of the journal. */
export type JournalEntry = {
  v: 1;
  /** A random id. If the payment was resumed by its request id, `id` is the request id. */
  id: string;
  stage: Stage;
  payment: Payment;
  /**
   * The guard's digest of the confirmed quote. For a deposit address, the digest of what the payer saw
   * (`depositTerms`). Empty if this device did not make the payment.
   */
  digest: string;
  /**
   * The last request to the wallet. A signature has `permit`, and a batch has `calls`. Null before the first request.
   */
  prompt: {
    step: StepRef;
    chainId: number;
    nonce: string | null;
    expected: ExpectedTransaction | null;
    /** The id of the wallet that was asked. */
    wallet?: string;
    permit?: Permit;
    calls?: CallBatch;
  } | null;
  /** The payment's last known status at the service. */
  status: string;
  /** Names of the events that were emitted for this payment. No tab emits these events again. */
  emitted: string[];
  /** How the payment ended, as this page knows it. After a reload, only the code of a problem is known. */
  outcome?: { receipt?: PaymentResult; refund?: RefundResult; problem?: ErrorInfo };
  /** The hashes of the order's names, from `orderHashes`. Absent if the payment was resumed by its request id. */
  order?: readonly string[];
  /**
   * True if only the service reported the refund. The element then asks the payer before another payment of the order.
   */
  unconfirmed?: boolean;
  /** True if the service's record is of a payment that does not pay this order. Only page memory holds this. */
  isOther?: boolean;
  /**
   * The order can be paid again while `stage` is this stage: `reset()` was called in it, or the payer gave up a payment
   * that its chain confirms and the service does not know.
   */
  reset?: Stage;
  /** Unix time in milliseconds. */
  createdAt: number;
  /** When the entry was last written. Unix time in milliseconds. */
  updatedAt: number;
};

/**
 * A batch of calls.
 * `size`: number of bytes of the calldata that pays.
 * `id`: the wallet's id of the batch. Before the wallet answers, the id that the page sent.
 * `isAccepted`: the wallet accepted the batch.
 * `pendingInWallet`: the wallet accepted the batch and can still execute it.
 * `walletStatus`: the last status that the wallet reported.
 * `since`: when the wallet first reported `walletStatus`. Unix time in milliseconds.
 * `heardAt`: when the wallet last gave a status to any tab. Unix time in milliseconds.
 * `released`: the payer said that the wallet no longer holds the batch. The wallet's word `pending` no longer counts.
 */
export type CallBatch = {
  size: number;
  id: string;
  isAccepted?: true;
  pendingInWallet?: boolean;
  walletStatus?: CallsState['name'] | 'nothing';
  since?: number;
  heardAt?: number;
  released?: true;
};

export interface Journal {
  /** False if entries are only in page memory, so that a reload loses them. */
  readonly durable: boolean;
  /** Returns the entries, newest first. */
  read(): JournalEntry[];
  find(id: string): JournalEntry | undefined;
  /** Adds or replaces the entry and sets `updatedAt`. Never throws. */
  write(entry: JournalEntry): void;
  /**
   * Allows another payment of the same order in the entry's stage. Does not change `updatedAt`, the time when the
   * payment ended.
   */
  allowAgain(entry: JournalEntry): void;
  /** Keeps the terms and the outcome of a stored payment in page memory. Stores nothing. */
  remember(entry: JournalEntry): void;
  /**
   * True if the storage holds something under this key that this version cannot read. Values that name another order do
   * not count.
   */
  hasUnreadable(): boolean;
  /** Removes what this version cannot read, except for other orders. Call it only after the payer was asked. */
  dropUnreadable(): void;
}

const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * How long a payment in this stage is tracked after its last change, in milliseconds. Later, each page that opens looks
 * once.
 */
const WATCH_MS: Partial<Record<Stage, number>> = {
  failed: DAY_MS,
  abandoned: 7 * DAY_MS,
  'awaiting-deposit': 7 * DAY_MS,
};

/**
 * True if the payer's money may have been sent and the result is not known. Meanwhile, nobody can pay this order again.
 */
export const isUnfinished = ({ stage }: Pick<JournalEntry, 'stage'>): boolean =>
  stage === 'prompted' || stage === 'sent';

/** True if only the service can say how the payment ended. */
export const isEnded = ({ stage }: Pick<JournalEntry, 'stage'>): boolean => stage === 'failed' || stage === 'settled';

/** True if the wallet was prompted to pay and has not returned a transaction hash. */
export const lacksHash = ({ stage, payment }: JournalEntry): boolean =>
  (stage === 'prompted' || stage === 'abandoned') && payment.payingHash === undefined && !payment.deposit;

/** True if two sources have shown that nothing was paid. */
export const isProvedUnpaid = ({ outcome: { problem } = {} }: Pick<JournalEntry, 'outcome'>): boolean =>
  problem !== undefined && problem.code !== 'unconfirmed';

/** True if the wallet accepted a batch and the transaction is not known yet. */
export const isBatchPending = ({ stage, payment }: JournalEntry): boolean =>
  stage === 'sent' && payment.batched === true && payment.payingHash === undefined;

/**
 * The payer gave this payment up. The wallet's word that it still holds a batch then no longer counts.
 * @param isConfirmed True if the payer was asked about a payment that its chain confirms
 */
export function abandonedEntry(entry: JournalEntry, isConfirmed: boolean): JournalEntry {
  const { prompt } = entry;
  const stage = 'abandoned';
  const left: JournalEntry = { ...entry, stage, ...(isConfirmed && { reset: stage }) };
  if (!prompt?.calls || !isBatchPending(entry)) return left;
  return { ...left, prompt: { ...prompt, calls: { ...prompt.calls, released: true } } };
}

/**
 * True if the payer gave this payment up, knowing that its chain confirms it. Only the service can then show it again.
 */
export const isGivenUpConfirmed = ({ stage, reset }: Pick<JournalEntry, 'stage' | 'reset'>): boolean =>
  stage === 'abandoned' && reset === stage;

/** True if a deposit address was shown and no deposit has arrived. */
export const isAwaitingDeposit = ({ stage, payment }: JournalEntry): boolean =>
  payment.deposit !== undefined && (stage === 'awaiting-deposit' || stage === 'abandoned');

/**
 * True if the payment must still be tracked. An unfinished payment is tracked until it ends. `WATCH_MS` limits the time
 * for other payments.
 */
export const isWatched = (entry: Pick<JournalEntry, 'stage' | 'updatedAt'>, now: number): boolean =>
  isUnfinished(entry) || now - entry.updatedAt < (WATCH_MS[entry.stage] ?? 0);

/** True if the end of the payment is not known, or can still change, at any age. */
export const isOpen = (entry: Pick<JournalEntry, 'stage'>): boolean =>
  isUnfinished(entry) || WATCH_MS[entry.stage] !== undefined;

/** True for a failed payment, at any age, until `reset()` is called. A delivery or a refund can still follow. */
export const isUnresolvedFailure = ({ stage, reset }: Pick<JournalEntry, 'stage' | 'reset'>): boolean =>
  stage === 'failed' && reset !== stage;

/** True if the payment must stay in the storage. */
export const isKept = (entry: Pick<JournalEntry, 'stage' | 'reset' | 'updatedAt'>, now: number): boolean =>
  isUnresolvedFailure(entry) || isWatched(entry, now);

/** Ids of the settled payments. Compare ids and not times, because the clocks of two pages can differ. */
export const settledEntryIds = (entries: readonly JournalEntry[]): ReadonlySet<string> =>
  new Set(entries.filter(({ stage }) => stage === 'settled').map(({ id }) => id));

/**
 * True if the payer must see this payment before a new payment of the order.
 * @param known ids of the settled payments that the payer has already seen
 */
export const blocksNewPayment = (entry: JournalEntry, known: ReadonlySet<string>): boolean =>
  isUnfinished(entry) || isUnresolvedFailure(entry) || (entry.stage === 'settled' && !known.has(entry.id));

/** True if the payment is of the order with these names. An entry without names can be of any order. */
export const isOfOrder = ({ order }: Pick<JournalEntry, 'order'>, names: readonly string[]): boolean =>
  !order?.length || order.some((name) => names.includes(name));

/**
 * The ended payment of the order that the payer must see before another payment: it was paid, or only the service has
 * told that it was refunded. Undefined if `reset()` was called for this payment.
 * @param isNamed False if the merchant named no order, so that the payer can pay the same again
 */
export const endedEntry = (
  entries: readonly JournalEntry[],
  names: readonly string[],
  isNamed: boolean,
): JournalEntry | undefined =>
  entries.find((entry) => isPaidEntry(entry, isNamed) && entry.order && isOfOrder(entry, names));

const isPaidEntry = ({ stage, status, reset, unconfirmed }: JournalEntry, isNamed: boolean): boolean =>
  stage === 'settled' && reset !== stage && (unconfirmed === true || (isNamed && status === 'success'));
