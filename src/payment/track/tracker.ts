/** The payments of this key that are under way: found in the journal after a reload, followed until each has ended. */
import { errorInfo, HubPayError } from '../../errors.js';
import type { Payment, PaymentResult } from '../../types.js';
import type { Flow } from '../context/context.js';
import type { JournalEntry } from '../journal/entry.js';
import { isAmount, isReference } from '../journal/validate-entry.js';
import { isAwaited, isStuck, isTaken, isUnanswered, isUnfinished, isWatched, paidBefore } from '../journal/entry.js';
import { takeLock } from '../journal/tab-lock.js';
import { isPaying } from '../quote/plan-steps.js';
import { isCommitted } from '../model/state.js';
import type { React } from '../model/store.js';
import { watchPayment } from './track-payment.js';

export interface Following {
  /** What a reload left: `auto` watches it at once, `ask` offers it, `off` leaves it. */
  start(resume: 'auto' | 'ask' | 'off'): void;
  /** Shows this payment and follows it. */
  follow(entry: JournalEntry): void;
  /** Once no tab is asking the wallet any more: shows what was paid beside the `known` ones, if anything was. */
  catchUp(known: ReadonlySet<string>): Promise<void>;
  /** The newest payment of this id that the journal holds. */
  entryOf(requestId: string): JournalEntry | undefined;
  /** Shows how this payment ended. It was told before: no fact is told of it again. */
  recall(entry: JournalEntry): void;
  react: React;
}

const notSent = errorInfo(
  new HubPayError('wallet-rejected', 'The payer closed the wallet before the payment was asked for.'),
);

export function createFollowing(flow: Flow): Following {
  const watching = new Set<string>();

  const once = (name: string, watchIt: () => Promise<void>): void => {
    if (watching.has(name)) return;
    watching.add(name);
    void watchIt().finally(() => watching.delete(name));
  };

  const watch = ({ id }: JournalEntry): void => {
    once(id, () => watchPayment(flow, id));
  };

  /** What comes to its address beside an order that has ended, for whoever sees the end. */
  const watchBeside = ({ requestId, deposit }: Payment): void => {
    const { id } = (deposit && entryOf(requestId)) ?? {};
    const look = async (): Promise<void> =>
      import('./track-deposit.js').then(
        (code) => code.watchAddress(flow, id ?? ''),
        () => undefined,
      );
    if (id) once(`${id} beside`, look);
  };

  const follow = (entry: JournalEntry): void => {
    const { payment, status, createdAt } = entry;
    if (isAwaited(entry)) {
      if (entry.stage === 'abandoned') flow.journal.write({ ...entry, stage: 'awaiting' });
      flow.dispatch({ type: 'deposit-awaited', payment });
      watch(entry);
      return;
    }
    const shown = status === 'waiting' && isUnanswered(entry) ? 'unknown' : status;
    flow.dispatch({ type: 'resumed', payment, status: shown, since: createdAt });
    watch(entry);
  };

  const left = (): JournalEntry[] => flow.journal.read().filter((entry) => isWatched(entry, flow.deps.clock.now()));

  /** What stands for the order: what is out, else what is stuck, newest first. */
  const standing = (): JournalEntry[] => [
    ...left().filter(isUnfinished),
    ...left().filter((entry) => isStuck(entry, flow.deps.clock.now())),
    ...left().filter(({ stage }) => stage === 'awaiting'),
  ];

  const entryOf = (requestId: string): JournalEntry | undefined =>
    flow.journal.read().find(({ payment }) => payment.requestId === requestId);

  const recall = ({ payment, status, outcome, createdAt, updatedAt }: JournalEntry): void => {
    const { receipt, refund } = outcome ?? {};
    if (receipt && isReceiptOf(payment.requestId, receipt))
      flow.dispatch({ type: 'succeeded', receipt, at: updatedAt, recalled: payment });
    if (!refund) return;
    flow.dispatch({ type: 'resumed', payment, status, since: createdAt });
    flow.dispatch({ type: 'refunded', refund });
  };

  /** An order that was paid is not offered to be paid again before it has been reset. */
  const recallOrder = (): boolean => {
    const entry = paidBefore(flow.journal.read(), flow.options);
    if (entry) recall(entry);
    return entry !== undefined;
  };

  return {
    follow,
    entryOf,
    recall,
    async catchUp(known) {
      const release = await takeLock(flow.locks, flow.key, flow.signal).catch(() => null);
      release?.();
      const entry = flow.journal.read().find((each) => isTaken(each, known, flow.deps.clock.now()));
      if (entry && release && !isCommitted(flow.state())) follow(entry);
    },
    start(resume) {
      const [first] = standing();
      const isPaid = !(first && isUnfinished(first)) && recallOrder();
      const newest = isPaid ? undefined : first;
      if (resume === 'ask' && newest) flow.dispatch({ type: 'unfinished-found', payment: newest.payment });
      if (resume !== 'auto') return;
      if (newest) follow(newest);
      for (const entry of left()) watch(entry);
    },
    react(next, previous, event) {
      if ((next.name === 'succeeded' || next.name === 'refunded') && previous.name !== next.name)
        watchBeside(next.payment);
      switch (event.type) {
        case 'opened':
          if (next.name === 'selecting' && previous.name === 'idle') recallOrder();
          return;
        case 'reset': {
          const isHeld = previous.name === 'succeeded' || previous.name === 'failed';
          const entry = isHeld ? entryOf(previous.payment.requestId) : undefined;
          if (entry && next !== previous) flow.journal.putAside(entry);
          return;
        }
        case 'resume-asked':
          for (const entry of standing()) follow(entry);
          return;
        case 'back': {
          const entry = previous.name === 'awaiting-deposit' ? entryOf(previous.payment.requestId) : undefined;
          // It stays watched, and is shown again when something comes.
          if (entry?.stage === 'awaiting') flow.journal.write({ ...entry, stage: 'abandoned' });
          return;
        }
        case 'wallet-closed': {
          if (next.name !== 'authorizing') return;
          const at = flow.deps.clock.now();
          // Asked for the paying step, as far as is known: a storage that was emptied meanwhile says nothing.
          const isAsked = next.phase === 'prompting' && entryOf(next.payment.requestId)?.stage !== 'open';
          if (isPaying(next.step.id) && isAsked) flow.dispatch({ type: 'outcome-unknown', at });
          else flow.dispatch({ type: 'rejected', problem: notSent });
          return;
        }
        case 'abandoned': {
          const entry =
            previous.name === 'processing' && next !== previous ? entryOf(previous.payment.requestId) : undefined;
          if (entry?.stage === 'asked') flow.journal.write({ ...entry, stage: 'abandoned' });
          // Another page has heard of it meanwhile.
          else if (entry && isUnfinished(entry)) follow(entry);
          return;
        }
        default: {
          if ((next.name !== 'processing' && next.name !== 'awaiting-deposit') || previous.name === next.name) return;
          const entry = entryOf(next.payment.requestId);
          if (entry) watch(entry);
        }
      }
    },
  };
}

/** It is shown as it was stored, without asking the service again: storage is anybody's on this origin. */
const isReceiptOf = (id: string, { requestId, paid, received, origin, destination }: PaymentResult): boolean =>
  requestId === id &&
  [paid, received].every(isAmount) &&
  [origin, destination].every((list) => Array.isArray(list) && list.every(isReference));
type Place = { flow: Flow; following: Following };
/** For the payments of this order, and for those that this device did not make. */
export type Places = readonly [own: Place, foreign: Place];
