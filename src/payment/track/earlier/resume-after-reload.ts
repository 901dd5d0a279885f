/** Resumes the open payments in the journal when a session starts, and can show the ended payment of the order. */
import type { PaymentContext } from '../../context/context.js';
import type { JournalEntry } from '../../journal/entry.js';
import { isAwaitingDeposit, isOpen, isUnfinished, isUnresolvedFailure, isWatched } from '../../journal/lifecycle.js';

/** The functions of the tracker that show and track the payments in the journal. */
export type ResumeActions = {
  show: (entry: JournalEntry) => void;
  watch: (entry: JournalEntry) => void;
  /** Shows the ended payment of the order, or returns false if there is none to show. */
  showPastOrder: () => boolean;
};

/**
 * Handles the payments of the order when a session starts or restarts. If no payment is unfinished (`isUnfinished`),
 * shows the ended payment of the order, in every mode. Otherwise, or if there is none, handles the first payment of
 * `blockingEntries`.
 * @param resume `auto` shows this first payment, and always tracks all open payments; `ask` offers the first payment to
 *   the payer; `off` ignores it
 */
export function resumeAfterReload(
  context: PaymentContext,
  resume: 'auto' | 'ask' | 'off',
  { show, watch, showPastOrder }: ResumeActions,
): void {
  const [first] = blockingEntries(context);
  const isPaid = !(first && isUnfinished(first)) && showPastOrder();
  const newest = isPaid ? undefined : first;
  if (resume === 'ask' && newest) context.dispatch({ type: 'unfinished-found', payment: newest.payment });
  if (resume !== 'auto') return;
  if (newest) show(newest);
  for (const entry of openEntries(context)) watch(entry);
}

/**
 * Returns the payments of the order that wait for a result: first the unfinished ones, then failed ones for which
 * `reset()` was not called, and last awaited deposits. Leaves out a deposit whose time limit for tracking has passed.
 */
export function blockingEntries(context: PaymentContext): JournalEntry[] {
  const open = openEntries(context);
  const now = context.deps.clock.now();
  return [
    ...open.filter(isUnfinished),
    ...open.filter(isUnresolvedFailure),
    ...open.filter((entry) => isAwaitingDeposit(entry) && isWatched(entry, now)),
  ];
}

/**
 * Returns the payments of this order that `isOpen` accepts, whatever their age. This includes failed payments and those
 * that the payer has given up.
 */
export const openEntries = ({ journal }: PaymentContext): JournalEntry[] => journal.read().filter(isOpen);
