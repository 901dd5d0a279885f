/**
 * Brings the screen to what the journal says: another tab may be driving the payment, or a wallet may have answered
 * late.
 */
import { pause } from '../../shared/clock.js';
import type { PaymentContext } from '../context/context.js';
import type { JournalEntry } from '../journal/entry.js';
import { isWatched } from '../journal/entry.js';
import { isKnownStatus, advancesStatus } from '../context/status.js';

export const SYNC_MS = 1_000;

/** Reads the journal once a second until the signal is aborted, or there is nothing more to watch: true then. */
export async function syncTabs(context: PaymentContext, id: string, signal: AbortSignal): Promise<boolean> {
  for (;;) {
    const entry = context.journal.find(id);
    if (!entry) return false;
    show(context, entry);
    if (!isPromptedAgain(context, entry) && !isWatched(entry, context.deps.clock.now())) return true;
    // Asked last: who watched until now may have written the end just before.
    if (signal.aborted) return false;
    await pause(SYNC_MS, context.deps.clock, signal).catch(() => undefined);
  }
}

/** Another tab asks for its steps one after the other, since its wallet cannot do all of them at once. */
function isPromptedAgain(context: PaymentContext, { stage, payment }: JournalEntry): boolean {
  const state = context.state();
  return stage === 'prepared' && state.name === 'processing' && state.payment.requestId === payment.requestId;
}

/** Brings the state to what the journal says, if this is the payment on the screen. */
function show(context: PaymentContext, { payment, status, outcome, stage }: JournalEntry): void {
  const state = context.state();
  if (!('payment' in state) || state.payment.requestId !== payment.requestId) return;
  const { submissions, deposit, batched } = state.payment;
  const isChanged = payment.submissions.length !== submissions.length || payment.batched !== batched;
  if (isChanged || payment.deposit?.arrived !== deposit?.arrived)
    context.dispatch({ type: 'payment-updated', payment });
  // What the wallet had taken is in doubt again.
  if (state.name === 'processing' && stage === 'prompted' && state.status === 'waiting' && status === 'waiting')
    context.dispatch({ type: 'status', status: 'unknown' });
  if (
    state.name === 'processing' &&
    status !== state.status &&
    isKnownStatus(status) &&
    advancesStatus(state.status, status)
  ) {
    context.dispatch({ type: 'status', status });
  }
  const at = context.deps.clock.now();
  if (state.name === 'awaiting-deposit' && stage !== 'awaiting-deposit' && stage !== 'abandoned')
    context.dispatch({ type: 'resumed', payment, status, since: at });
  if (outcome?.receipt) context.dispatch({ type: 'succeeded', receipt: outcome.receipt, at });
  else if (outcome?.refund) context.dispatch({ type: 'refunded', refund: outcome.refund });
  else if (outcome?.problem && stage === 'failed')
    context.dispatch({ type: 'failure-stood', problem: outcome.problem });
  else if (outcome?.problem && (stage === 'cancelled' || stage === 'abandoned')) {
    context.dispatch({ type: 'cancelled', requestId: payment.requestId, problem: outcome.problem });
  }
}
