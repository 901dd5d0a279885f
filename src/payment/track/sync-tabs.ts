/**
 * Brings the screen to what the journal says: another tab may be driving the payment, or a wallet may have answered
 * late.
 */
import { pause } from '../../shared/clock.js';
import type { Flow } from '../context/context.js';
import type { JournalEntry } from '../journal/entry.js';
import { isWatched } from '../journal/entry.js';
import { isKnownStatus, isNews } from '../context/status.js';

export const MIRROR_MS = 1_000;

/** Reads the journal once a second until the signal is aborted, or there is nothing more to watch: true then. */
export async function mirrorJournal(flow: Flow, id: string, signal: AbortSignal): Promise<boolean> {
  for (;;) {
    const entry = flow.journal.find(id);
    if (!entry) return false;
    show(flow, entry);
    if (!isAskedAnew(flow, entry) && !isWatched(entry, flow.deps.clock.now())) return true;
    // Asked last: who watched until now may have written the end just before.
    if (signal.aborted) return false;
    await pause(MIRROR_MS, flow.deps.clock, signal).catch(() => undefined);
  }
}

/** Another tab asks for its steps one after the other, since its wallet cannot do all of them at once. */
function isAskedAnew(flow: Flow, { stage, payment }: JournalEntry): boolean {
  const state = flow.state();
  return stage === 'open' && state.name === 'processing' && state.payment.requestId === payment.requestId;
}

/** Brings the state to what the journal says, if this is the payment on the screen. */
function show(flow: Flow, { payment, status, outcome, stage }: JournalEntry): void {
  const state = flow.state();
  if (!('payment' in state) || state.payment.requestId !== payment.requestId) return;
  const { submissions, deposit, batched } = state.payment;
  const isChanged = payment.submissions.length !== submissions.length || payment.batched !== batched;
  if (isChanged || payment.deposit?.arrived !== deposit?.arrived) flow.dispatch({ type: 'payment-updated', payment });
  // What the wallet had taken is in doubt again.
  if (state.name === 'processing' && stage === 'asked' && state.status === 'waiting' && status === 'waiting')
    flow.dispatch({ type: 'status', status: 'unknown' });
  if (state.name === 'processing' && status !== state.status && isKnownStatus(status) && isNews(state.status, status)) {
    flow.dispatch({ type: 'status', status });
  }
  const at = flow.deps.clock.now();
  if (state.name === 'awaiting-deposit' && stage !== 'awaiting' && stage !== 'abandoned')
    flow.dispatch({ type: 'resumed', payment, status, since: at });
  if (outcome?.receipt) flow.dispatch({ type: 'succeeded', receipt: outcome.receipt, at });
  else if (outcome?.refund) flow.dispatch({ type: 'refunded', refund: outcome.refund });
  else if (outcome?.problem && stage === 'failed') flow.dispatch({ type: 'failure-stood', problem: outcome.problem });
  else if (outcome?.problem && (stage === 'closed' || stage === 'abandoned')) {
    flow.dispatch({ type: 'cancelled', requestId: payment.requestId, problem: outcome.problem });
  }
}
