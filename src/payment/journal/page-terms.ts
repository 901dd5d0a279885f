/**
 * Keeps the terms and the results of payments in the memory of this page. No script outside this package can change
 * this memory, and a reload clears it. The memory contains the payments that this page has written, and those about
 * which it has asked the service. For every other payment that the page has read, it contains only the stage.
 */
import { sharedOnPage, type KeyValueStore } from '../../shared/memory-store.js';
import { unknownAmount } from '../../shared/amounts.js';
import { deepFreeze } from '../../shared/deep-freeze.js';
import type { Deposit, Payment, PaymentQuote, TransactionRef } from '../../types.js';
import { isUnsent, type JournalEntry, type Stage } from './entry.js';
import { isHash, labelOf, problemOf, type StoredEntry } from './stored-entry.js';
import { isAbandoned, isEnded, isLastEnd, isSameStage, isSettled } from './lifecycle.js';
import { restoredStage, wasAsked } from './trusted-stage.js';

/** The terms of a payment: the payer, the recipient and the amounts. */
export type Terms = Pick<Payment, 'intent' | 'quote' | 'reference' | 'account'>;

/** The functions with which a journal restores a payment from its stored form. */
export type Restore = {
  /** Returns the terms that the page's options fix. */
  terms: (stored: StoredEntry) => Terms;
  /** Creates a transaction reference, with the link from the chain's record in the merchant's registry. */
  transaction: (chainId: number, hash: string) => TransactionRef;
};

type Known = {
  /** Absent if this page knows the terms only from its options. Each read of the journal then computes them again. */
  terms?: Terms;
  deposit: Pick<Deposit, 'address' | 'extraDeposits'> | undefined;
  isOther: boolean | undefined;
  stage: JournalEntry['stage'];
  /** The stage that this page last wrote to the journal, and when. */
  written?: Pick<JournalEntry, 'stage' | 'updatedAt'>;
  /**
   * True if this page has stored that the payment was perhaps sent, and since then has stored neither `prepared` nor
   * `cancelled`.
   */
  wasOut?: boolean;
  outcome: JournalEntry['outcome'];
};

/**
 * The `fees` of each quote that `restoredTerms` creates. By this object, the page recognizes a quote that no payer has
 * confirmed on this page.
 */
const UNKNOWN_FEES: PaymentQuote['fees'] = Object.freeze({});

/**
 * The `fees` of each quote that was completed from the service's record. No payer has confirmed such a quote on this
 * page.
 */
export const RECORD_FEES: PaymentQuote['fees'] = Object.freeze({});

/**
 * False if the terms come only from the page's options, or were completed from the service's record. True for terms
 * that the payer confirmed on this page, and also for those of a payment that was fetched by its request id.
 */
export const isConfirmedHere = ({ quote }: Pick<Payment, 'quote'>): boolean =>
  quote.fees !== UNKNOWN_FEES && quote.fees !== RECORD_FEES;

/**
 * True if this page knows the terms only from its options, because it has not completed them from the service's record.
 */
export const isRestored = ({ quote }: Pick<Payment, 'quote'>): boolean => quote.fees === UNKNOWN_FEES;

/**
 * True if this page must still read the service's record, to learn the terms or a deposit address. The answer can
 * change, because the page can set `useDepositAddress` later.
 */
export const lacksTerms = (
  { quote, deposit }: Pick<Payment, 'quote' | 'deposit'>,
  { useDepositAddress }: { useDepositAddress?: boolean },
): boolean => isRestored({ quote }) || (useDepositAddress === true && deposit?.address === '');

/**
 * Creates the terms of a stored payment. Its amounts are unknown, except those in `change`, which the page's options
 * fix.
 */
export function restoredTerms(
  stored: StoredEntry,
  change: Partial<PaymentQuote> = {},
  intent: Payment['intent'] = { tradeType: 'EXPECTED_OUTPUT' },
): Terms {
  const { payment, prompt } = stored;
  const quote: PaymentQuote = {
    requestId: payment.requestId,
    pays: unknownAmount(prompt?.chainId ?? payment.submissions.at(-1)?.chainId),
    receives: unknownAmount(),
    recipient: '',
    refundTo: '',
    fees: UNKNOWN_FEES,
    sponsored: null,
    timeEstimate: null,
    warnings: [],
    ...change,
  };
  return { intent, quote, reference: labelOf(stored), account: null };
}

const knownOf = (storage: KeyValueStore): Map<string, Known> =>
  sharedOnPage(storage, 'payments', () => new Map<string, Known>());

/**
 * The stage that this page has last read or written. `isOwn` is true if the page has written it, and has read no other
 * stage since then.
 */
type Seen = { stage: Stage; isOwn: boolean };

const seenOf = (storage: KeyValueStore): Map<string, Seen> =>
  sharedOnPage(storage, 'stages', () => new Map<string, Seen>());

/**
 * Keeps the terms and the result of this payment in page memory.
 * @param isWritten true if the page also writes the entry to the storage
 */
export function remember(storage: KeyValueStore, entry: JournalEntry, isWritten = false): void {
  const { id, payment, stage, outcome, isOther, updatedAt } = entry;
  const { intent, quote, reference, account, deposit } = payment;
  const known = knownOf(storage);
  const terms = isRestored(payment) ? {} : { terms: { intent, quote, reference, account } };
  const before = known.get(id);
  const written = isWritten ? { stage, updatedAt } : before?.written;
  const wasOut = isWritten ? wasAsked(stage) || (before?.wasOut === true && !isUnsent({ stage })) : before?.wasOut;
  if (isWritten) seenOf(storage).set(id, { stage, isOwn: true });
  const now = { ...terms, deposit, isOther, stage, ...(written && { written }), ...(wasOut && { wasOut }), outcome };
  known.set(id, deepFreeze(now));
}

/** Caches the entry of each stored form whose terms are in page memory, because the journal is read often. */
export type Composed = WeakMap<StoredEntry, { known: Known; seen: Seen; entry: JournalEntry }>;

/** Makes an entry from its stored form and from page memory. */
export function composeEntry(
  storage: KeyValueStore,
  stored: StoredEntry,
  restore: Restore,
  composed?: Composed,
): JournalEntry {
  const known = knownOf(storage).get(stored.id);
  const before = seenOf(storage).get(stored.id);
  const last = composed?.get(stored);
  if (last && last.known === known && last.seen === before) return last.entry;
  const stage = restoredStage(stored, { written: known?.written?.stage, seen: before?.stage });
  const seen = before && isSameStage(before, { stage }) ? before : { stage, isOwn: false };
  seenOf(storage).set(stored.id, seen);
  const entry = withTerms({ ...stored, stage }, known, seen, restore);
  if (known?.terms) composed?.set(stored, { known, seen, entry });
  return entry;
}

function withTerms(stored: StoredEntry, known: Known | undefined, { isOwn }: Seen, restore: Restore): JournalEntry {
  // Copy only these members of the stored form, because another script can have added members, for example an outcome.
  const { payment, problem: code, v, id, stage, digest, prompt, emitted, createdAt } = stored;
  const { order, reset, unconfirmed } = stored;
  const { intent, quote, reference, account } = known?.terms ?? restore.terms(stored);
  const { payingHash, signed, batched, submissions, deposit } = payment;
  const { deadline, arrived, isLate } = deposit ?? {};
  const written = known?.written && isSameStage(known.written, stored) ? known.written : undefined;
  return deepFreeze({
    v,
    id,
    stage,
    digest,
    prompt,
    emitted,
    createdAt,
    updatedAt: Math.max(stored.updatedAt, written?.updatedAt ?? 0),
    ...(isOwn && { isOwnStage: true }),
    ...(known?.wasOut && !isOwn && (isUnsent({ stage }) || isAbandoned({ stage })) && { isDenied: true }),
    ...(order && { order }),
    ...(reset && { reset }),
    ...(unconfirmed && { unconfirmed }),
    ...(known?.isOther && { isOther: true }),
    status: statusOf(stored),
    payment: {
      intent,
      quote,
      reference,
      account,
      // Take the id from the terms, because another script can have stored another one.
      requestId: quote.requestId,
      ...(payingHash !== undefined && isHash(payingHash) && { payingHash }),
      ...(signed && { signed }),
      ...(batched && { batched }),
      submissions: submissions
        .filter(({ hash }) => isHash(hash))
        .map(({ chainId, hash }) => restore.transaction(chainId, hash)),
      ...(deposit && {
        deposit: {
          address: known?.deposit?.address ?? '',
          extraDeposits: known?.deposit?.extraDeposits ?? [],
          ...(deadline !== undefined && { deadline }),
          ...(arrived !== undefined && { arrived }),
          ...(isLate && { isLate }),
        },
      }),
    },
    ...outcomeOf(stored, known, code),
  });
}

/**
 * Returns the stored status if it is `failure` or a status of a payment in progress, or if it is the end of a settled
 * payment. The service must still confirm this end. Otherwise returns `waiting`.
 */
function statusOf(stored: StoredEntry): string {
  const { status } = stored;
  const hasEnded = isSettled(stored) && isLastEnd(status);
  return hasEnded || KEPT_STATUSES.includes(status) ? status : 'waiting';
}
const KEPT_STATUSES = ['waiting', 'depositing', 'pending', 'submitted', 'failure'];

/**
 * Returns the outcome that this page may show. For a failed, delivered or refunded payment, it comes only from page
 * memory, because another script can have stored an error code. If `wasOut` is true for the payment, `unconfirmed`
 * replaces an error code that only the storage contains.
 */
function outcomeOf(stored: StoredEntry, known: Known | undefined, code: unknown): Pick<JournalEntry, 'outcome'> {
  const { outcome } = known ?? {};
  if (outcome && known && isSameStage(known, stored) && (isEnded(stored) || outcome.problem?.code === code))
    return { outcome };
  const problem = isEnded(stored) ? undefined : problemOf(code !== undefined && known?.wasOut ? 'unconfirmed' : code);
  return problem ? { outcome: { problem } } : {};
}
