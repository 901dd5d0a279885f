/**
 * Defines the journal of payments. The journal stores a payment before the first wallet prompt, so that the payment
 * survives a page reload.
 */
import type { ErrorInfo, Payment, PaymentResult, Permit, RefundResult, StepRef } from '../../types.js';
import type { CallsState, Expected } from '../../vm/abilities.js';
import type { Transfer } from '../../vm/signed-transfers.js';

/**
 * How far a payment has come:
 * - `prepared`: no payment was sent. The wallet may have prompted for an approval or a signature.
 * - `prompted`: the wallet was prompted to pay. Nobody knows whether the wallet sent the payment.
 * - `awaiting-deposit`: the payer sees a deposit address.
 * - `sent`: the wallet has sent or signed the payment, or the service has seen the payment.
 * - `abandoned`: the payer gave the payment up, or the chain shows that nothing was paid. The tracker still watches
 * this payment.
 * - `failed`: the page received `hub-failure`. A refund can follow a failure.
 * - `cancelled`: certainly nothing was sent.
 * - `settled`: the payment was delivered or refunded.
 */
export type Stage =
  | 'prepared'
  | 'prompted'
  | 'awaiting-deposit'
  | 'sent'
  | 'abandoned'
  | 'failed'
  | 'cancelled'
  | 'settled';

/** One payment of the journal. */
export type JournalEntry = {
  v: 1;
  /** A random id. If the payment was resumed by its request id, `id` is the request id. */
  id: string;
  stage: Stage;
  payment: Payment;
  /**
   * The guard's digest of the confirmed quote. For a payment to a deposit address, this field contains the digest of
   * the text that `depositTerms` returned. Empty if this device did not make the payment.
   */
  digest: string;
  /**
   * The last request to the wallet. A permit has `permit`, a transfer at the venue has `transfer`, and a batch has
   * `calls`. Null before the first request.
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
  } | null;
  /** The payment's last known status at the service. */
  status: string;
  /** Names of the events that were emitted for this payment. No tab emits these events again. */
  emitted: string[];
  /**
   * The payment's final result. Page memory keeps the whole result. The storage keeps only the error code of an unpaid
   * payment, so a reload loses every other result.
   */
  outcome?: { receipt?: PaymentResult; refund?: RefundResult; problem?: ErrorInfo };
  /**
   * The hashes that identify the merchant's order, from `orderHashes`. Absent if the payment was resumed by its request
   * id.
   */
  order?: readonly string[];
  /**
   * True if the service reported the refund and no chain has proved the refund. Before another payment of the order,
   * the screen shows this refund again, because the payer must check the wallet.
   */
  unconfirmed?: boolean;
  /**
   * True if the service's record shows that this payment belongs to another order. The storage does not contain this
   * field.
   */
  isOther?: boolean;
  /**
   * If `reset` equals `stage`, this payment does not prevent another payment of the order. A call of `reset()` sets
   * this field. This field is also set when the payer gives up a payment that the chain has confirmed.
   */
  reset?: Stage;
  /** Unix time in milliseconds. */
  createdAt: number;
  /** When the entry was last written. Unix time in milliseconds. */
  updatedAt: number;
};

/**
 * A batch of calls:
 * - `size`: how many bytes the calldata of the paying call has.
 * - `id`: the id of the batch. The page sends this id to the wallet. The wallet can answer with another id, which then
 * replaces the first id.
 * - `isAccepted`: true if the wallet accepted the batch.
 * - `pendingInWallet`: true if the wallet accepted the batch and can still execute the batch.
 * - `walletStatus`: the last status that the wallet reported.
 * - `since`: when the wallet first reported `walletStatus`. Unix time in milliseconds.
 * - `heardAt`: when the wallet last reported a status to any tab. Unix time in milliseconds.
 * - `released`: true if the payer said that the wallet no longer holds the batch. The tracker then ignores the wallet's
 * status `pending`.
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
  /** False if the entries are only in page memory. A reload then loses the entries. */
  readonly durable: boolean;
  /** Returns the entries, newest first. */
  read(): JournalEntry[];
  find(id: string): JournalEntry | undefined;
  /** Adds or replaces the entry and sets `updatedAt`. Never throws. */
  write(entry: JournalEntry): void;
  /**
   * Allows another payment of the same order while the entry stays in its stage. Does not change `updatedAt`, because
   * `updatedAt` shows when the payment ended.
   */
  allowAgain(entry: JournalEntry): void;
  /**
   * Keeps the amounts, the addresses and the final result of a stored payment in page memory. Writes nothing to the
   * storage.
   */
  remember(entry: JournalEntry): void;
  /**
   * True if the storage has a value under this key that this version of the code cannot read. Ignores a value that
   * belongs to another order.
   */
  hasUnreadable(): boolean;
  /**
   * Removes the unreadable values of this order from the storage. Call this only after the payer has seen the problem
   * on the screen and has pressed the button to start over.
   */
  dropUnreadable(): void;
}

const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * How long a payment in this stage is tracked after its last change, in milliseconds. After this time, each newly
 * opened page asks the service only once about the payment.
 */
const WATCH_MS: Partial<Record<Stage, number>> = {
  failed: DAY_MS,
  abandoned: 7 * DAY_MS,
  'awaiting-deposit': 7 * DAY_MS,
};

/**
 * True if the payer's money may have been sent and the result is not known. Until the result is known, the payer cannot
 * pay this order again.
 */
export const isUnfinished = ({ stage }: Pick<JournalEntry, 'stage'>): boolean =>
  stage === 'prompted' || stage === 'sent';

/**
 * True if the payment has failed, or was delivered or refunded. After a reload, only the service can tell how the
 * payment ended.
 */
export const isEnded = ({ stage }: Pick<JournalEntry, 'stage'>): boolean => stage === 'failed' || stage === 'settled';

/** True if the wallet was prompted to pay and has not returned a transaction hash. */
export const lacksHash = ({ stage, payment }: JournalEntry): boolean =>
  (stage === 'prompted' || stage === 'abandoned') && payment.payingHash === undefined && !payment.deposit;

/** True if two of these sources have shown that nothing was paid: the chain's RPC, the wallet, the service. */
export const isProvedUnpaid = ({ outcome: { problem } = {} }: Pick<JournalEntry, 'outcome'>): boolean =>
  problem !== undefined && problem.code !== 'unconfirmed';

/** True if the wallet accepted a batch and the transaction is not known yet. */
export const isBatchPending = ({ stage, payment }: JournalEntry): boolean =>
  stage === 'sent' && payment.batched === true && payment.payingHash === undefined;

/**
 * Returns the entry of a payment that the payer gave up. If the wallet holds a batch, the entry marks the batch as
 * `released`.
 * @param isConfirmed True if the chain had confirmed the payment when the payer gave up the payment
 */
export function abandonedEntry(entry: JournalEntry, isConfirmed: boolean): JournalEntry {
  const { prompt } = entry;
  const stage = 'abandoned';
  const left: JournalEntry = { ...entry, stage, ...(isConfirmed && { reset: stage }) };
  if (!prompt?.calls || !isBatchPending(entry)) return left;
  return { ...left, prompt: { ...prompt, calls: { ...prompt.calls, released: true } } };
}

/**
 * True if the payer gave up this payment after the chain had confirmed the payment. The screen shows this payment again
 * only if the service reports a new status.
 */
export const isGivenUpConfirmed = ({ stage, reset }: Pick<JournalEntry, 'stage' | 'reset'>): boolean =>
  stage === 'abandoned' && reset === stage;

/** True if a deposit address was shown and no deposit has arrived. */
export const isAwaitingDeposit = ({ stage, payment }: JournalEntry): boolean =>
  payment.deposit !== undefined && (stage === 'awaiting-deposit' || stage === 'abandoned');

/**
 * True if the payment must still be tracked. An unfinished payment is tracked until it ends. A payment in the stage
 * `failed`, `abandoned` or `awaiting-deposit` is tracked only for the time in `WATCH_MS`.
 */
export const isWatched = (entry: Pick<JournalEntry, 'stage' | 'updatedAt'>, now: number): boolean =>
  isUnfinished(entry) || now - entry.updatedAt < (WATCH_MS[entry.stage] ?? 0);

/** True if the final result of the payment is unknown or can still change. Ignores how old the payment is. */
export const isOpen = (entry: Pick<JournalEntry, 'stage'>): boolean =>
  isUnfinished(entry) || WATCH_MS[entry.stage] !== undefined;

/** True for a failed payment of any age, until `reset()` is called. A delivery or a refund can still follow. */
export const isUnresolvedFailure = ({ stage, reset }: Pick<JournalEntry, 'stage' | 'reset'>): boolean =>
  stage === 'failed' && reset !== stage;

/** The stages in order. At the start, certainly nothing was sent. At the end, the payment was sent. */
const FURTHEST: readonly Stage[] = [
  'cancelled',
  'prepared',
  'abandoned',
  'awaiting-deposit',
  'settled',
  'failed',
  'prompted',
  'sent',
];

/**
 * Returns the entry with the latest stage of `FURTHEST`. Of several entries in this stage, returns the first entry. The
 * given entries have the same request id. An earlier stage must not hide a payment that was perhaps sent. Several
 * entries can have one request id, because the service can return the same quote twice, and any script of the page can
 * write the storage.
 */
export const furthestOf = (entries: readonly JournalEntry[]): JournalEntry | undefined =>
  [...entries].sort((a, b) => FURTHEST.indexOf(b.stage) - FURTHEST.indexOf(a.stage))[0];

/** True if the payment must stay in the storage, even if the storage is full. */
export const isKept = (entry: Pick<JournalEntry, 'stage' | 'reset' | 'updatedAt'>, now: number): boolean =>
  isUnresolvedFailure(entry) || isWatched(entry, now);

/** Ids of the settled payments. Callers compare ids and not times, because the clocks of two pages can differ. */
export const settledEntryIds = (entries: readonly JournalEntry[]): ReadonlySet<string> =>
  new Set(entries.filter(({ stage }) => stage === 'settled').map(({ id }) => id));

/**
 * True if the payer must see this payment before a new payment of the order.
 * @param known ids of the settled payments that the payer has already seen
 */
export const blocksNewPayment = (entry: JournalEntry, known: ReadonlySet<string>): boolean =>
  isUnfinished(entry) || isUnresolvedFailure(entry) || (entry.stage === 'settled' && !known.has(entry.id));

/**
 * True if the entry and `names` have at least one hash in common. Also true for an entry without hashes, because its
 * payment can be of any order.
 */
export const isOfOrder = ({ order }: Pick<JournalEntry, 'order'>, names: readonly string[]): boolean =>
  !order?.length || order.some((name) => names.includes(name));

/**
 * Finds an ended payment that the payer must see before another payment of the order. This ended payment was delivered,
 * or only the service reported its refund. Skips a payment if `reset()` was called after the end of the payment.
 * @param isNamed True if the merchant has set `reference`. If false, skips delivered payments, because the payer may
 * buy the same again
 */
export const endedEntry = (
  entries: readonly JournalEntry[],
  names: readonly string[],
  isNamed: boolean,
): JournalEntry | undefined =>
  entries.find((entry) => isPaidEntry(entry, isNamed) && entry.order && isOfOrder(entry, names));

const isPaidEntry = ({ stage, status, reset, unconfirmed }: JournalEntry, isNamed: boolean): boolean =>
  stage === 'settled' && reset !== stage && (unconfirmed === true || (isNamed && status === 'success'));
