/** Resumes the unfinished payments in the journal after a reload, or shows the receipt of a paid order. */
import type { PaymentContext } from '../../context/context.js';
import type { JournalEntry } from '../../journal/entry.js';
import { isAwaitingDeposit, isOpen, isUnfinished, isUnresolvedFailure, isWatched } from '../../journal/lifecycle.js';

/** The functions of the tracker that show and track the payments in the journal. */
export type ResumeActions = {
  show: (entry: JournalEntry) => void;
  watch: (entry: JournalEntry) => void;
  /** Shows the receipt if the order is paid, or returns false if the order is not paid. */
  showPastOrder: () => boolean;
};

/**
 * @param resume `auto` tracks unfinished payments at once, `ask` offers the newest payment, `off` ignores all payments
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
 * The payments that an earlier page has left for the payer: first those that were perhaps sent, then failed ones, and
 * last awaited deposits.
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

/** The payments of this order that have not ended, also those that the payer has given up. */
export const openEntries = ({ journal }: PaymentContext): JournalEntry[] => journal.read().filter(isOpen);
