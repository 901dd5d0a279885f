/** Tracks the payments under one journal key, and shows the payment that the payer must see. */
import { errorInfo, HubPayError } from '../../errors.js';
import type { Payment } from '../../types.js';
import { findBlockers, resumedEvent, unreadableError } from '../context/blockers.js';
import type { PaymentContext } from '../context/context.js';
import type { JournalEntry } from '../journal/entry.js';
import {
  canReceiveDeposit,
  endedEntry,
  furthestOf,
  isBatchPending,
  isEnded,
  isPrepared,
  isPrompted,
  isSettled,
  writeEvent,
} from '../journal/lifecycle.js';
import { isOverdue } from '../context/status.js';
import { takeLock } from '../journal/tab-lock.js';
import { isPerhapsSent } from '../journal/trusted-stage.js';
import { isPaying } from '../../shared/step-ids.js';
import { orNull } from '../../shared/load-code.js';
import { isCommitted, isShowing, type PaymentState } from '../model/state.js';
import type { EffectTable } from '../model/store.js';
import { blockingEntries, openEntries, resumeAfterReload } from './earlier/resume-after-reload.js';
import { PaymentRecord } from '../context/payment-record.js';
import { recallOnce } from './earlier/restored-payment.js';
import { isShownWithoutAddress, releaseAddress } from './earlier/withheld-address.js';
import { trackPayment } from './track-payment.js';

export interface PaymentTracker {
  /**
   * Handles the stored payments when the session starts or restarts: `auto` tracks all that can still change and shows
   * one, `ask` offers one, and `off` ignores them. If no payment is unfinished (`isUnfinished`), every mode first shows
   * the ended payment of the order, if there is one. `auto` and `ask` then show or offer no other payment.
   */
  start(resume: 'auto' | 'ask' | 'off'): void;
  /**
   * Shows and tracks this payment, or only shows the outcome of a settled one. After a reload, the screen shows an
   * awaited deposit only when the service's record has been read.
   */
  show(entry: JournalEntry): void;
  /**
   * Waits until no tab holds the lock for wallet prompts. Then shows the payment that blocks a new one, if there is any
   * and the screen is not committed to a payment.
   */
  showIfAnotherTabPaid(): Promise<void>;
  /**
   * Finds the payment with this request id in the journal. If several entries have it, returns that of `furthestOf`.
   */
  entryOf(requestId: string): JournalEntry | undefined;
  /**
   * Shows the outcome of this payment. If the page does not know the outcome, asks the service. Emits no event of the
   * payment a second time.
   */
  showPastOutcome(entry: JournalEntry): void;
  effects: EffectTable;
}

const unreadable = errorInfo(unreadableError());
const notSent = errorInfo(new HubPayError('wallet-rejected', 'The payer closed the wallet before it could pay.'));
const unasked = errorInfo(
  new HubPayError('wallet-failed', 'The wallet or the chain did not answer before the prompt.', {
    reason: 'wallet-silent',
  }),
);

export function createTracker(context: PaymentContext): PaymentTracker {
  const watching = new Set<string>();

  const once = (name: string, watchIt: () => Promise<void>): void => {
    if (watching.has(name)) return;
    watching.add(name);
    void watchIt().finally(() => watching.delete(name));
  };

  const watch = ({ id }: JournalEntry): void => {
    once(id, () => trackPayment(context, id, show));
  };

  /** Looks for payments that the wallet has refused, because some wallets still send such a payment. */
  const watchRefused = (): void => {
    if (!context.journal.read().some(isPerhapsSent)) return;
    once('refused', async () => (await orNull(import('./search/chunk.js')))?.trackRefused(context, watch));
  };

  /** Tracks further deposits to the payment's deposit address after the screen shows the outcome of the payment. */
  const watchExtraDeposits = ({ payment: { requestId, deposit } }: { payment: Payment }): void => {
    const { id } = (deposit && entryOf(requestId)) ?? {};
    if (id === undefined) return;
    once(`${id} extra deposits`, async () =>
      (await orNull(import('./track-deposit.js')))?.trackExtraDeposits(context, id),
    );
  };

  const show = (entry: JournalEntry): void => {
    const { payment } = entry;
    if (isSettled(entry)) {
      showPastOutcome(entry);
      return;
    }
    const isAwaited = canReceiveDeposit(entry);
    if (isAwaited) writeEvent(context.journal, entry, { type: 'shown-again' });
    // After a reload, show no deposit address before the service's record has confirmed it.
    if (payment.deposit?.address !== '' || !isAwaited || isShownWithoutAddress(context, payment))
      context.dispatch(isAwaited ? { type: 'deposit-awaited', payment } : resumedEvent(entry));
    watch(entry);
  };

  /** Shows the payment that blocks a new one, unless the state is already committed to a payment (`isCommitted`). */
  const showBlocker = (ended?: ReadonlySet<string>): void => {
    const [entry] = findBlockers(context, ended);
    if (entry && !isCommitted(context.state())) show(entry);
  };

  const entryOf = (requestId: string): JournalEntry | undefined =>
    furthestOf(context.journal.read().filter(({ payment }) => payment.requestId === requestId));

  const watchShown = ({ payment }: { payment: Payment }): void => {
    const entry = entryOf(payment.requestId);
    if (entry) watch(entry);
  };

  /**
   * Starts to track the other payments of the order when a payment begins. With `ask` and `off`, this page has perhaps
   * not tracked them before. If one of them is delivered meanwhile, the payer must not pay again.
   */
  const watchOthers = ({ payment: { requestId } }: { payment: Payment }): void => {
    for (const entry of openEntries(context)) if (entry.payment.requestId !== requestId) watch(entry);
    watchRefused();
  };

  /** @param isSilent true: if the page must ask the service, shows nothing before the answer */
  const showPastOutcome = (entry: JournalEntry, isSilent = false): void => {
    const { payment, outcome: { receipt, refund } = {}, updatedAt } = entry;
    if (receipt) context.dispatch({ type: 'succeeded', receipt, at: updatedAt, recalled: payment });
    else if (refund) {
      context.dispatch(resumedEvent(entry));
      context.dispatch({ type: 'refunded', refund });
    } else {
      if (!isSilent && !isShowing(context.state(), payment.requestId)) {
        context.dispatch({ ...resumedEvent(entry), status: 'unknown' });
        new PaymentRecord(context, entry.id).ask();
      }
      void recallOnce(context, entry.id, show);
    }
  };

  /**
   * Shows the ended payment of this order again, until `reset()` is called. Returns false if the order has no such
   * payment.
   */
  const showPastOrder = (isSilent: boolean): boolean => {
    const { journal, options } = context;
    const isNamed = options.reference !== undefined;
    const entry = endedEntry(journal.read(), context.orderHashes(), isNamed);
    if (entry) showPastOutcome(entry, isSilent);
    return entry !== undefined;
  };

  /** True if the question on the screen still fits the journal's entry, so that the payer may give this payment up. */
  const mayAbandon = (entry: JournalEntry, asked: PaymentState): boolean =>
    isPrompted(entry) ||
    entry.isOther === true ||
    (isEnded(entry) && !entry.outcome) ||
    isOverdue(entry, context.deps.clock.now()) ||
    (isBatchPending(entry) && 'payment' in asked && asked.payment.batched === true);

  return {
    show,
    entryOf,
    showPastOutcome,
    async showIfAnotherTabPaid() {
      const ended = context.settledBefore();
      const release = await takeLock(context.locks, context.key, context.signal).catch(() => null);
      release?.();
      if (release) showBlocker(ended);
    },
    start(resume) {
      resumeAfterReload(context, resume, { show, watch, showPastOrder: () => showPastOrder(true) });
      if (resume === 'auto') watchRefused();
    },
    effects: {
      on: {
        opened(next, previous) {
          if (next.name !== 'selecting' || previous.name !== 'idle') return;
          if (context.journal.hasUnreadable()) context.dispatch({ type: 'unavailable', problem: unreadable });
          else showPastOrder(false);
        },
        'intent-parsed'(next) {
          // Look for an ended payment of the order again. The chain list is loaded now, so it is known which symbol and
          // which address name the same currency.
          if (next.name !== 'selecting' || showPastOrder(false)) return;
          if ((context.options.resume ?? 'auto') === 'auto') showBlocker();
        },
        reset(next, previous) {
          const hasEnded = previous.name === 'succeeded' || previous.name === 'refunded' || previous.name === 'failed';
          const entry = hasEnded ? entryOf(previous.payment.requestId) : undefined;
          if (!entry || next === previous) return;
          context.journal.allowAgain(entry);
          context.markSettledSeen();
        },
        'resume-asked': () => {
          for (const entry of blockingEntries(context)) show(entry);
        },
        back(_next, previous) {
          const entry = previous.name === 'awaiting-deposit' ? entryOf(previous.payment.requestId) : undefined;
          // The payment stays tracked and is shown again when a deposit arrives.
          if (entry) writeEvent(context.journal, entry, { type: 'left' });
        },
        'refund-to-typed': (next, _previous, { refundTo }) => {
          const entry = next.name === 'awaiting-deposit' ? entryOf(next.payment.requestId) : undefined;
          if (entry && refundTo !== null) releaseAddress(context, entry, refundTo);
        },
        'wallet-closed': (next) => {
          if (next.name !== 'authorizing') return;
          const at = context.deps.clock.now();
          // In the phase `prompting`, the wallet was perhaps prompted to pay, unless the entry is still `prepared`.
          // This includes a missing entry, because the page can have cleared its storage.
          const entry = entryOf(next.payment.requestId);
          const isAsked = next.phase === 'prompting' && !(entry && isPrepared(entry));
          const isSilent = next.phase === 'preparing' || next.phase === 'switching';
          if (isPaying(next.step.id) && isAsked) context.dispatch({ type: 'outcome-unknown', at });
          else context.dispatch({ type: 'rejected', problem: isSilent ? unasked : notSent });
        },
        rejected(next, previous) {
          // Show an earlier payment of the order that blocks a new one, for example because it was sent during the
          // prompt.
          if (next !== previous) showBlocker();
          watchRefused();
        },
        // The wallet can have refused the request after the payer had left the prompt.
        cancelled: watchRefused,
        abandoned(next, previous) {
          if (previous.name === 'idle' && next !== previous) context.journal.dropUnreadable();
          const entry =
            previous.name === 'processing' && next !== previous ? entryOf(previous.payment.requestId) : undefined;
          const isConfirmed = previous.name === 'processing' && previous.sent;
          if (entry && mayAbandon(entry, previous))
            writeEvent(context.journal, entry, { type: 'given-up', isConfirmed });
          // Show this payment or an earlier one of the order again, if it blocks a new payment.
          if (entry) showBlocker();
        },
      },
      enter: {
        authorizing: watchOthers,
        processing: watchShown,
        'awaiting-deposit'(state) {
          watchShown(state);
          watchOthers(state);
        },
        succeeded: watchExtraDeposits,
        refunded(state) {
          watchExtraDeposits(state);
          if (!state.refund.confirmed)
            void orNull(import('./outcome/read-refund.js')).then((code) => code?.confirmRefund(context, state.payment));
        },
      },
    },
  };
}

type ScopedTracker = { context: PaymentContext; tracker: PaymentTracker };

/**
 * `own` tracks the payments of this order. `foreign` tracks those that were resumed by id and are not in this order's
 * journal.
 */
export type Trackers = readonly [own: ScopedTracker, foreign: ScopedTracker];
