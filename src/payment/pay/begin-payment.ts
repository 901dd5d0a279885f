/**
 * Begins a payment from a wallet or to a deposit address: takes a lock that only one tab can hold, reads the journal
 * and writes the new entry.
 */
import { HubPayError } from '../../errors.js';
import { randomName } from '../../shared/platform.js';
import type { Account, Deposit, PaymentIntent } from '../../types.js';
import { readAll } from '../journal/storage.js';
import { findBlockers, unreadableError } from '../context/blockers.js';
import type { PaymentContext } from '../context/context.js';
import { isUnsent, type JournalEntry } from '../journal/entry.js';
import { firstStage } from '../journal/lifecycle.js';
import { tryLock } from '../journal/tab-lock.js';
import type { GuardedQuote } from '../quote/plan-steps.js';
import { assertPersisted } from './execution.js';

/**
 * Called if an earlier payment, another tab or another element of the page blocks the new payment. `entry` is the
 * journal entry of the blocking payment, or null if the lock is taken, but the journal contains no such payment yet.
 */
export type OnOngoing = (entry: JournalEntry | null) => void;

export type NewPayment = {
  context: PaymentContext;
  quote: GuardedQuote;
  intent: PaymentIntent;
  /** The payer's account, or null for a payment to a deposit address. */
  account: Account | null;
  /** The deposit address; set only for a payment to one. */
  deposit?: Deposit;
  /**
   * Aborts when the state `reviewing` or `quoting`, or the session, ends before the payment has begun. The payment then
   * does not begin.
   */
  signal: AbortSignal;
  onOngoing: OnOngoing;
};

/**
 * Takes the lock for wallet prompts, writes the entry of the new payment to the journal, and then calls `pay`. Releases
 * the lock when `pay` has settled. If the lock is taken, or if an earlier payment blocks the new one, calls `onOngoing`
 * instead.
 * @throws HubPayError `outcome-unknown` if a stored payment cannot be read
 * @throws HubPayError `quote-unsafe` if an earlier payment with the same request id was perhaps sent
 * @throws HubPayError `storage-unavailable` if the journal could not store the entry
 * @throws the errors of `tryLock` and of `pay`; after an abort, the signal's reason
 */
export async function beginPayment(
  payment: NewPayment,
  pay: (entry: JournalEntry) => Promise<void> | void,
): Promise<void> {
  const { context, quote, signal, onOngoing } = payment;
  const release = await tryLock(context.locks, context.key);
  if (!release) {
    onOngoing(findBlockers(context)[0] ?? null);
    return;
  }
  try {
    signal.throwIfAborted();
    if (context.journal.hasUnreadable()) throw unreadableError();
    const [ongoing] = findBlockers(context);
    if (ongoing) {
      onOngoing(ongoing);
      return;
    }
    if (isRequestIdUsed(context, quote))
      throw new HubPayError('quote-unsafe', 'An earlier payment has used this request id.');
    const entry = newEntry(payment);
    context.journal.write(entry);
    assertPersisted(context, entry);
    await pay(entry);
  } finally {
    release();
  }
}

/**
 * True if a stored payment of any order has this request id and was perhaps sent. The service can return the same quote
 * twice.
 */
const isRequestIdUsed = ({ deps, journal }: PaymentContext, { summary }: GuardedQuote): boolean =>
  readAll(deps.storage, journal.read()).some(
    (entry) => entry.payment.requestId === summary.requestId && !isUnsent(entry),
  );

function newEntry({ context, quote, intent, account, deposit }: NewPayment): JournalEntry {
  const { clock, random } = context.deps;
  const now = clock.now();
  const { summary, digest } = quote;
  return {
    v: 1,
    id: randomName(random, 16),
    stage: firstStage(deposit !== undefined),
    payment: {
      intent,
      quote: summary,
      requestId: summary.requestId,
      reference: context.options.reference ?? null,
      account,
      submissions: [],
      ...(deposit && { deposit }),
    },
    digest,
    prompt: null,
    status: 'waiting',
    emitted: [],
    order: context.orderHashes(),
    createdAt: now,
    updatedAt: now,
  };
}
