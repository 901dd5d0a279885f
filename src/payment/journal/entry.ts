/**
 * What survives a reload: every payment whose wallet prompt was asked. What an entry holds, what its stage means, and
 * how it is read; journal-writer.ts writes it.
 */
import type { ErrorInfo, Money, Payment, PaymentResult, Permit, RefundResult, StepRef } from '../../types.js';
import type { CallsState, ExpectedTransaction } from '../../vm/adapter.js';
import type { SessionOptions } from '../model/options.js';
import { intentKey } from './keys.js';

/**
 * `open`: only an approval or nothing was asked, so no money can be out. `asked`: the paying step was asked and not
 * answered, or its answer is in doubt. `awaiting`: an address to pay to was shown. `sent`: its hash is known, or it was
 * signed, or the wallet has accepted its calls, or the service has seen it. `abandoned`: asked, and the payer says that
 * the wallet shows nothing, or has left the address, or the chain says that it came to nothing; it is watched all the
 * same. `failed`: the service's failure has stood; a refund may still come. `closed`: it is proved that nothing went
 * out. `finished`: it was delivered or refunded.
 */
export type Stage =
  'prepared' | 'prompted' | 'awaiting-deposit' | 'sent' | 'abandoned' | 'failed' | 'cancelled' | 'settled';

export type JournalEntry = {
  v: 1;
  /** Random, made before the first prompt. */
  id: string;
  stage: Stage;
  payment: Payment;
  /** The guard's digest of what the payer confirmed. */
  digest: string;
  /** What was asked last: a transaction, a signature over `permit`, or, with `calls`, one that goes with others. */
  prompt: {
    step: StepRef;
    chainId: number;
    nonce: string | null;
    expected: ExpectedTransaction | null;
    permit?: Permit;
    calls?: CallBatch;
  } | null;
  /** The service's last word. */
  status: string;
  /** Events that name a fact of this payment and were dispatched: never again, in no tab. */
  emitted: string[];
  outcome?: { receipt?: PaymentResult; refund?: RefundResult; problem?: ErrorInfo };
  /** What the page had fixed, as `intentKey` names it. */
  intent?: string;
  /** Where it stood when `reset()` put it aside: the order may be paid once more, until more is heard of this one. */
  reset?: Stage;
  createdAt: number;
  updatedAt: number;
};

/**
 * Several calls that were asked for at once. `size`: the length of the paying one in bytes. `id`: what the wallet knows
 * them by. `isAccepted`: it has answered that it sends them. `isHeld`: and says so still. `word`: what it has said of
 * them `since` then.
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
  /** False while something could not be stored: what is known then lives in this page only. */
  readonly durable: boolean;
  /** Newest first. */
  read(): JournalEntry[];
  find(id: string): JournalEntry | undefined;
  /** Adds or replaces the entry and reads it back. Never throws. */
  write(entry: JournalEntry): void;
  /** The order may be paid once more. When the payment ended is not changed by it. */
  putAside(entry: JournalEntry): void;
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** How long a payment that is not expected to be out is watched all the same. */
const WATCH_MS: Partial<Record<Stage, number>> = {
  failed: DAY_MS,
  abandoned: 7 * DAY_MS,
  'awaiting-deposit': 7 * DAY_MS,
};

/** The money of this payment may be out: it must be watched, and its key must not be paid again. */
export const isUnfinished = ({ stage }: JournalEntry): boolean => stage === 'prompted' || stage === 'sent';

/** The paying step was asked for, and no hash has come of it. */
export const lacksHash = ({ stage, payment }: JournalEntry): boolean =>
  (stage === 'prompted' || stage === 'abandoned') && payment.payingHash === undefined && !payment.deposit;

/** The wallet says that it sends it, among other calls, and has named no transaction. */
export const isBatchPending = ({ stage, payment }: JournalEntry): boolean =>
  stage === 'sent' && payment.batched === true && payment.payingHash === undefined;

/** An address was shown for it, and nothing has come to it. */
export const isAwaitingDeposit = ({ stage, payment }: JournalEntry): boolean =>
  payment.deposit !== undefined && (stage === 'awaiting-deposit' || stage === 'abandoned');

/** To be watched: what is out until it ends, the others for a while, in case a refund or a deposit comes late. */
export const isWatched = (entry: JournalEntry, now: number): boolean =>
  isUnfinished(entry) || now - entry.updatedAt < (WATCH_MS[entry.stage] ?? 0);

/** The service has given up on it, and its money need not be back: it stands for the order until it is put aside. */
export const isUnresolvedFailure = (entry: JournalEntry, now: number): boolean =>
  entry.stage === 'failed' && entry.reset !== 'failed' && isWatched(entry, now);

/** The ids of the payments that have ended. By ids, and not by times: the clocks of two pages need not agree. */
export const endedEntryIds = (entries: readonly JournalEntry[]): ReadonlySet<string> =>
  new Set(entries.filter(({ stage }) => stage === 'settled').map(({ id }) => id));

/**
 * A payment of the same key that is out or stuck, or has ended and is not among the `known` ones: the payer must see it
 * before another one is made. It may be another tab's, or one that the payer had given up.
 */
export const blocksNewPayment = (entry: JournalEntry, known: ReadonlySet<string>, now: number): boolean =>
  isUnfinished(entry) || isUnresolvedFailure(entry, now) || (entry.stage === 'settled' && !known.has(entry.id));

/**
 * The success that stands for this order: paid as the page asks for it now, and not put aside since. Without a
 * reference each payment is one of its own.
 */
export const paidEntry = (entries: readonly JournalEntry[], options: SessionOptions): JournalEntry | undefined =>
  options.reference === undefined
    ? undefined
    : entries.find(
        ({ outcome, reset, stage, intent }) => outcome?.receipt && reset !== stage && intent === intentKey(options),
      );

/** An entry of one of these stages may be a payment that is out. Nothing else was sent by a page that did not start. */
const UNREADABLE_SIGNS = ['prompted', 'awaiting-deposit', 'sent', 'abandoned', 'failed'];

export const moneyWhenUnreadable = (entries: readonly JournalEntry[]): Money =>
  entries.some(({ stage }) => UNREADABLE_SIGNS.includes(stage)) ? 'unknown' : 'not-sent';
