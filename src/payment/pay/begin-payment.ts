/** Begins a payment by wallet or to a deposit address. Takes the lock, reads the journal and writes the new entry. */
import { HubPayError } from '../../errors.js';
import { randomName } from '../../shared/platform.js';
import type { Account, Deposit, PaymentIntent } from '../../types.js';
import { readAll } from '../journal/storage.js';
import { findBlockers, unreadableError } from '../context/blockers.js';
import type { PaymentContext } from '../context/context.js';
import type { JournalEntry } from '../journal/entry.js';
import { tryLock } from '../journal/tab-lock.js';
import type { GuardedQuote } from '../quote/plan-steps.js';
import { assertPersisted } from './execution.js';

/**
 * Called if another payment blocks the new payment. `entry` is that other payment. `entry` is null if another tab holds
 * the lock and the journal has no blocking entry yet.
 */
export type OnOngoing = (entry: JournalEntry | null) => void;

export type NewPayment = {
  context: PaymentContext;
  quote: GuardedQuote;
  intent: PaymentIntent;
  /** The payer's account. Null for a payment to a deposit address. */
  account: Account | null;
  /** Set for a payment to a deposit address. */
  deposit?: Deposit;
  /** Aborts when the payer leaves the confirmation. After the abort, no payment begins. */
  signal: AbortSignal;
  onOngoing: OnOngoing;
};

/**
 * Begins a payment under a lock, which only one tab at a time can hold. Calls `pay` after the journal holds the entry.
 * @throws HubPayError `outcome-unknown` if a stored payment cannot be read; `quote-unsafe` if the request id was used
 *   before; `storage-unavailable` if the journal does not hold the entry
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
    if (isRequestIdUsed(context, quote)) throw new HubPayError('quote-unsafe', 'The request id was paid before.');
    const entry = newEntry(payment);
    context.journal.write(entry);
    assertPersisted(context, entry);
    await pay(entry);
  } finally {
    release();
  }
}

/** The service can return a cached quote whose request was already paid, for this order or for another one. */
const isRequestIdUsed = ({ deps, journal }: PaymentContext, { summary }: GuardedQuote): boolean =>
  readAll(deps.storage, journal.read()).some(
    ({ payment, stage }) => payment.requestId === summary.requestId && stage !== 'prepared' && stage !== 'cancelled',
  );

function newEntry({ context, quote, intent, account, deposit }: NewPayment): JournalEntry {
  const { clock, random } = context.deps;
  const now = clock.now();
  const { summary, digest } = quote;
  return {
    v: 1,
    id: randomName(random, 16),
    stage: deposit ? 'awaiting-deposit' : 'prepared',
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
