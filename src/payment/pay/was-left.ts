/** Tells whether the payer has left or given up a payment. The page must not use a signature that comes after that. */
import { findBlockers } from '../context/blockers.js';
import type { PaymentContext } from '../context/context.js';
import { isSeenByService } from '../context/status.js';
import type { JournalEntry } from '../journal/entry.js';
import { isSent } from '../journal/lifecycle.js';
import { isShowing } from '../model/state.js';
import type { Execution } from './execution.js';

/**
 * True if the payer has left this payment, or if the session has ended. The state is checked too, because it changes
 * before the signal aborts.
 */
export function wasLeft({ context, entry, signal }: Execution): boolean {
  const state = context.state();
  const isShown = state.name === 'authorizing' && isShowing(state, entry.payment.requestId);
  return signal.aborted || context.signal.aborted || !isShown;
}

/**
 * True if a signature of this payment may be posted. Callers check this directly before each post, because another tab
 * can have given the payment up and paid the order again while this tab was suspended.
 */
export const mayPost = (context: PaymentContext, entry: JournalEntry | undefined): boolean =>
  entry !== undefined &&
  isSent(entry) &&
  !isSeenByService(entry.status) &&
  !context.journal.hasUnreadable() &&
  findBlockers(context).every(({ id }) => id === entry.id);
