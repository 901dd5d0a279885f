/**
 * What this page knows about its payments: the terms and the outcome, because it asked for the payment or asked the
 * service about it. The page's memory ends with the page, and no other script can plant anything in it.
 */
import { sharedOnPage, type KeyValueStore } from '../../shared/memory-store.js';
import { unknownAmount } from '../../shared/amounts.js';
import { deepFreeze } from '../../shared/deep-freeze.js';
import type { Deposit, Payment, PaymentQuote, TransactionRef } from '../../types.js';
import { isEnded, type JournalEntry } from './entry.js';
import { isHash, labelOf, problemOf, type StoredEntry } from './stored-entry.js';

/** The terms of a payment: who is paid, what, and by whom. */
export type Terms = Pick<Payment, 'intent' | 'quote' | 'reference' | 'account'>;

/** How a journal makes a payment from its stored form. */
export type Restore = {
  /** The terms that follow from the page's options. */
  terms: (stored: StoredEntry) => Terms;
  /** Makes the link from the chain's record. */
  transaction: (chainId: number, hash: string) => TransactionRef;
};

type Known = {
  /** Absent if the terms come only from the options. They are then made anew at each reading. */
  terms?: Terms;
  deposit: Pick<Deposit, 'address' | 'extraDeposits'> | undefined;
  isOther: boolean | undefined;
  stage: JournalEntry['stage'];
  /** The stage that this page has written last. */
  written?: JournalEntry['stage'];
  outcome: JournalEntry['outcome'];
};

/** The fees of each quote that `restoredTerms` made. Nobody has confirmed such a quote. */
const UNKNOWN_FEES: PaymentQuote['fees'] = Object.freeze({});

/** The fees of terms that the service's record has completed. Nobody has confirmed such terms on this page either. */
export const RECORD_FEES: PaymentQuote['fees'] = Object.freeze({});

/** True if the payer confirmed these terms on this page. Other terms show no more than what the service says. */
export const isConfirmedHere = ({ quote }: Pick<Payment, 'quote'>): boolean =>
  quote.fees !== UNKNOWN_FEES && quote.fees !== RECORD_FEES;

/** True if this page knows the terms only from its options. The service's record has not been read. */
export const isRestored = ({ quote }: Pick<Payment, 'quote'>): boolean => quote.fees === UNKNOWN_FEES;

/**
 * True if the service's record can add something: the terms, or a deposit address that is shown again. The page can
 * allow deposit addresses after the first reading.
 */
export const lacksTerms = (
  { quote, deposit }: Pick<Payment, 'quote' | 'deposit'>,
  { useDepositAddress }: { useDepositAddress?: boolean },
): boolean => isRestored({ quote }) || (useDepositAddress === true && deposit?.address === '');

/** Terms without amounts. `change` contains what follows from the page's options. */
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

/** Keeps what the page knows about this payment. `isWritten`: the page also writes the entry. */
export function remember(storage: KeyValueStore, entry: JournalEntry, isWritten = false): void {
  const { id, payment, stage, outcome, isOther } = entry;
  const { intent, quote, reference, account, deposit } = payment;
  const known = knownOf(storage);
  const terms = isRestored(payment) ? {} : { terms: { intent, quote, reference, account } };
  const written = isWritten ? stage : known.get(id)?.written;
  known.set(id, deepFreeze({ ...terms, deposit, isOther, stage, ...(written && { written }), outcome }));
}

/** The last entry of each stored form, because the journal is read often. */
export type Composed = WeakMap<StoredEntry, { known: Known; entry: JournalEntry }>;

/** Makes an entry from its stored form and from what the page knows. */
export function composeEntry(
  storage: KeyValueStore,
  stored: StoredEntry,
  restore: Restore,
  composed?: Composed,
): JournalEntry {
  const known = knownOf(storage).get(stored.id);
  const last = composed?.get(stored);
  if (last && last.known === known) return last.entry;
  const entry = withTerms(stored, known, restore);
  if (known?.terms) composed?.set(stored, { known, entry });
  return entry;
}

function withTerms(stored: StoredEntry, known: Known | undefined, restore: Restore): JournalEntry {
  // Only known members. Otherwise a planted member, such as an outcome, would count.
  const { payment, problem: code, v, id, stage, digest, prompt, emitted, createdAt, updatedAt } = stored;
  const { order, reset, unconfirmed } = stored;
  const { intent, quote, reference, account } = known?.terms ?? restore.terms(stored);
  const { requestId, payingHash, signed, batched, submissions, deposit } = payment;
  const { deadline, arrived, isLate } = deposit ?? {};
  return deepFreeze({
    v,
    id,
    // If this page has asked the wallet, the storage alone does not say that nobody has.
    stage: stage === 'prepared' ? (askedStage(known) ?? stage) : stage,
    digest,
    prompt,
    emitted,
    createdAt,
    updatedAt,
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
      requestId,
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

/** The stage that this page has written, if the page has asked the wallet to pay. */
const askedStage = (known: Known | undefined): 'prompted' | 'sent' | undefined =>
  known?.written === 'prompted' || known?.written === 'sent' ? known.written : undefined;

/** Only the statuses of a payment in progress count from the storage. The status of an end is a hint to ask. */
function statusOf({ stage, status }: StoredEntry): string {
  const isEnd = stage === 'settled' && (status === 'success' || status === 'refund');
  return isEnd || IN_PROGRESS.includes(status) ? status : 'waiting';
}
const IN_PROGRESS = ['waiting', 'depositing', 'pending', 'submitted', 'failure'];

/**
 * A failure and an end count only from the page's memory, so that a stored word alone is never shown as one. If this
 * page has asked the wallet, a stored word alone also does not say that nothing was sent.
 */
function outcomeOf(stored: StoredEntry, known: Known | undefined, code: unknown): Pick<JournalEntry, 'outcome'> {
  const { outcome } = known ?? {};
  if (outcome && known?.stage === stored.stage && (isEnded(stored) || outcome.problem?.code === code))
    return { outcome };
  const problem = isEnded(stored)
    ? undefined
    : problemOf(code !== undefined && askedStage(known) ? 'unconfirmed' : code);
  return problem ? { outcome: { problem } } : {};
}
