/** Updates the screen when another tab or a late answer of a wallet changes the journal. */
import { isAborted, sleep } from '../../shared/clock.js';
import { findBlockers, resumedEvent } from '../context/blockers.js';
import type { PaymentContext } from '../context/context.js';
import { claimedRefund } from './outcome.js';
import type { JournalEntry } from '../journal/entry.js';
import { FROZEN_MS, lastBeat } from './heartbeat.js';
import { isShowing } from '../model/state.js';
import { isAwaitingDeposit, isWatched } from '../journal/entry.js';
import { isKnownStatus, advancesStatus } from '../context/status.js';

export const SYNC_MS = 1_000;

/**
 * Reads the journal once a second. Resolves with true when nothing is left to track. Resolves with false after an
 * abort, or if the entry is missing.
 */
export async function syncTabs(context: PaymentContext, id: string, signal: AbortSignal): Promise<boolean> {
  for (;;) {
    const entry = context.journal.find(id);
    if (!entry) return false;
    show(context, entry);
    if (!isPromptedAgain(context, entry) && !isWatched(entry, context.deps.clock.now())) return true;
    // Check `aborted` only after the read, because the outcome was perhaps written just before the abort.
    if (signal.aborted) return false;
    await sleep(SYNC_MS, context.deps.clock, signal);
  }
}

/** True if another tab prompts the steps one by one, because its wallet cannot send a batch. */
function isPromptedAgain(context: PaymentContext, { stage, payment }: JournalEntry): boolean {
  const state = context.state();
  return stage === 'prepared' && state.name === 'processing' && isShowing(state, payment.requestId);
}

function show(context: PaymentContext, entry: JournalEntry): void {
  const { payment, status, outcome, stage } = entry;
  const state = context.state();
  // This payment was given up, and went out while another payment of the order is prompted or shown.
  if (stage === 'sent' || outcome?.receipt) context.dispatch(resumedEvent(entry));
  if (!isShowing(state, payment.requestId)) return;
  const { submissions, deposit, batched } = state.payment;
  const isChanged = payment.submissions.length !== submissions.length || payment.batched !== batched;
  if (isChanged || payment.deposit?.arrived !== deposit?.arrived)
    context.dispatch({ type: 'payment-updated', payment });
  // The wallet had accepted the batch, but now its outcome is unknown.
  if (state.name === 'processing') {
    if (stage === 'prompted' && state.status === 'waiting' && status === 'waiting')
      context.dispatch({ type: 'status', status: 'unknown' });
    if (isKnownStatus(status) && advancesStatus(state.status, status)) context.dispatch({ type: 'status', status });
  }
  const at = context.deps.clock.now();
  if (state.name === 'awaiting-deposit') {
    // If another payment of the order was sent, hide the address, so that the payer does not pay twice.
    const sent = isAwaitingDeposit(entry) ? findBlockers(context)[0] : entry;
    if (sent) context.dispatch({ ...resumedEvent(sent), since: at });
  }
  if (outcome?.receipt) context.dispatch({ type: 'succeeded', receipt: outcome.receipt, at });
  else if (outcome?.refund) context.dispatch({ type: 'refunded', refund: claimedRefund(outcome.refund) });
  else if (outcome?.problem && stage === 'failed')
    context.dispatch({ type: 'failure-confirmed', problem: outcome.problem });
  else if (outcome?.problem && (stage === 'cancelled' || stage === 'abandoned')) {
    context.dispatch({ type: 'cancelled', requestId: payment.requestId, problem: outcome.problem });
  }
}

/** If the tab with the lock gives no sign of life for 15 seconds, this tab polls the service without writing. */
export async function pollIfFrozen(
  context: PaymentContext,
  id: string,
  lock: string,
  signal: AbortSignal,
): Promise<void> {
  const { clock, storage } = context.deps;
  const before = lastBeat(storage, lock);
  await sleep(FROZEN_MS, clock, signal);
  if (isAborted(signal)) return;
  const code = await import('./poll-read-only.js').catch(() => null);
  await code?.pollReadOnly(context, { id, lock, before }, signal);
}
