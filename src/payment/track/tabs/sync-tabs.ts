/** Updates the screen when another tab or a late answer of a wallet changes the journal. */
import { isAborted, sleep } from '../../../shared/time/clock.js';
import { orNull } from '../../../shared/load-code.js';
import { findBlockers, resumedEvent } from '../../context/blockers.js';
import type { PaymentContext } from '../../context/context.js';
import type { JournalEntry } from '../../journal/entry.js';
import {
  canReceiveDeposit,
  isAbandoned,
  isCancelled,
  isDelivered,
  isEnded,
  isFailed,
  isLastEnd,
  isOpen,
  isPrepared,
  isPrompted,
  isSent,
  isSettled,
  toldEnds,
} from '../../journal/lifecycle.js';
import { FROZEN_MS, lastBeat } from './heartbeat.js';
import { isShowing } from '../../model/state.js';
import { recallOnce } from '../earlier/restored-payment.js';
import { isKnownStatus, isOverdue, advancesStatus } from '../../context/status.js';

/** Pause between two reads of the journal, in milliseconds. */
const SYNC_MS = 1_000;

/** How many reads are followed by the short pause. Later, a payment seldom changes. */
const FAST_ROUNDS = 300;

/** Pause between two reads after the first `FAST_ROUNDS` reads, in milliseconds. */
const SLOW_SYNC_MS = 10_000;

/** The pause before the next read of the journal, in milliseconds; `rounds` is 0 after the first read. */
export const syncPause = (rounds: number): number => (rounds < FAST_ROUNDS ? SYNC_MS : SLOW_SYNC_MS);

/** Shows and tracks a payment again, although another tab has stored the payment as ended. */
export type Reopen = (entry: JournalEntry) => void;

/**
 * Reads the journal once a second, and after five minutes every ten seconds. Resolves with true when nothing is left to
 * track, or with false after an abort, or if the entry is missing.
 */
export async function syncTabs(
  context: PaymentContext,
  id: string,
  signal: AbortSignal,
  reopen: Reopen,
): Promise<boolean> {
  for (let rounds = 0; ; rounds += 1) {
    const entry = context.journal.find(id);
    if (!entry) return false;
    show(context, entry);
    // Ask about a failed payment only from the third read on. By then, a tab that polls the service itself usually has
    // the result in its memory. Any other tab must ask the service.
    if (rounds > 1 || isSettled(entry)) askForEnd(context, entry, reopen);
    if (!isPromptedAgain(context, entry) && !isOpen(entry)) return true;
    // Check `aborted` only after the read, because the outcome was perhaps written just before the abort.
    if (signal.aborted) return false;
    await sleep(syncPause(rounds), context.deps.clock, signal);
  }
}

/** If another tab has stored the shown payment as ended, asks the service how the payment has ended. */
function askForEnd(context: PaymentContext, entry: JournalEntry, reopen: Reopen): void {
  if (!isEnded(entry) || entry.outcome || !isShowing(context.state(), entry.payment.requestId)) return;
  void recallOnce(context, entry.id, reopen);
}

/** True while another tab prompts the steps one by one, because its wallet cannot send a batch. */
function isPromptedAgain(context: PaymentContext, entry: JournalEntry): boolean {
  const state = context.state();
  return isPrepared(entry) && state.name === 'processing' && isShowing(state, entry.payment.requestId);
}

function show(context: PaymentContext, entry: JournalEntry): void {
  const { payment, status, outcome } = entry;
  const state = context.state();
  const at = context.deps.clock.now();
  // Show a payment that was sent or delivered, even if the payer had abandoned it and the screen shows another payment
  // of the order.
  if (isSent(entry) || isDelivered(entry)) context.dispatch(resumedEvent(entry));
  if (!isShowing(state, payment.requestId)) return;
  const { submissions, deposit, batched } = state.payment;
  const isChanged = payment.submissions.length !== submissions.length || payment.batched !== batched;
  if (isChanged || payment.deposit?.arrived !== deposit?.arrived)
    context.dispatch({ type: 'payment-updated', payment });
  // The outcome has become unknown, for example that of a batch which the wallet had accepted.
  if (state.name === 'processing') {
    if (isPrompted(entry) && state.status === 'waiting' && status === 'waiting')
      context.dispatch({ type: 'status', status: 'unknown' });
    // The service contradicts an end that a page has emitted, so progress that this screen shows is out of date.
    else if (isPrompted(entry) && state.status !== 'unknown' && status === 'waiting' && toldEnds(entry).some(isLastEnd))
      context.dispatch({ type: 'status', status: 'unknown', told: true });
    // Do not show the stored status of an ended payment, whose end the service must confirm first. Do not show that of
    // an overdue payment either, because it would replace the question on the screen.
    const isNews = !isEnded(entry) && !isOverdue(entry, at);
    if (isNews && isKnownStatus(status) && advancesStatus(state.status, status))
      context.dispatch({ type: 'status', status });
  }
  if (state.name === 'awaiting-deposit') {
    // If another payment of the order was sent, hide the address, so that the payer does not pay twice.
    const sent = canReceiveDeposit(entry) ? findBlockers(context)[0] : entry;
    if (sent) context.dispatch({ ...resumedEvent(sent), since: at });
  }
  if (outcome?.receipt) context.dispatch({ type: 'succeeded', receipt: outcome.receipt, at });
  else if (outcome?.refund) context.dispatch({ type: 'refunded', refund: outcome.refund });
  else if (outcome?.problem && isFailed(entry))
    context.dispatch({ type: 'failure-confirmed', problem: outcome.problem });
  else if (outcome?.problem && (isCancelled(entry) || isAbandoned(entry))) {
    context.dispatch({ type: 'cancelled', requestId: payment.requestId, problem: outcome.problem });
  }
}

/** Polls the service if the tab with the lock writes no heartbeat for 15 seconds. Writes nothing to the journal. */
export async function pollIfFrozen(
  context: PaymentContext,
  { id, lock, isOwn }: { id: string; lock: string; isOwn: () => Promise<boolean> },
  signal: AbortSignal,
): Promise<void> {
  const { clock, storage } = context.deps;
  const before = lastBeat(storage, lock);
  await sleep(FROZEN_MS, clock, signal);
  if (isAborted(signal)) return;
  const code = await orNull(import('./poll-read-only.js'));
  await code?.pollReadOnly(context, { id, lock, before, isOwn }, signal);
}
