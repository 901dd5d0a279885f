/**
 * Polls the service while the tab with the lock of the payment is frozen. Changes the screen, but neither writes to the
 * journal nor emits an event of the payment.
 */
import type { WireStatus } from '../../../api/responses/types.js';
import { isAborted, sleep } from '../../../shared/time/clock.js';
import type { PaymentContext } from '../../context/context.js';
import { advancesStatus, isSeenByService, isKnownStatus } from '../../context/status.js';
import { canReceiveDeposit, isEnd } from '../../journal/lifecycle.js';
import { FROZEN_MS, lastBeat } from './heartbeat.js';
import { receiptOf } from '../outcome/receipt.js';
import { PaymentRecord } from '../../context/payment-record.js';
import { pollStatus } from '../status/poll-status.js';
import { readDelivery } from '../outcome/read-delivery.js';

const LOOK_MS = 1_000;

/**
 * Runs until `signal` aborts, for example because this tab got the lock, or until it has shown a delivery. Does not
 * poll while the tab that holds the lock writes heartbeats.
 * @param lock the name of the lock that the other tab holds
 * @param before the other tab's heartbeat that this tab read about 15 seconds ago; null if there was none
 * @param isOwn resolves with false if the payment belongs to another order
 */
export async function pollReadOnly(
  context: PaymentContext,
  { id, lock, before, isOwn }: { id: string; lock: string; before: string | null; isOwn: () => Promise<boolean> },
  signal: AbortSignal,
): Promise<void> {
  const { clock, storage } = context.deps;
  const record = new PaymentRecord(context, id);
  const requestId = record.entry()?.payment.requestId;
  let seen = { text: before, at: clock.now() - FROZEN_MS };
  const isFrozen = (): boolean => {
    const text = lastBeat(storage, lock);
    if (text !== seen.text) seen = { text, at: clock.now() };
    return clock.now() - seen.at >= FROZEN_MS;
  };
  let isOver = requestId === undefined;
  while (!isOver && !isAborted(signal)) {
    if (isFrozen())
      await pollStatus({
        source: context.client,
        clock,
        requestId: requestId ?? '',
        signal,
        urgent: () => context.visible() && record.isShown(),
        onWake: (wake) => context.onWake(wake),
        async onStatus(answer) {
          if (!isFrozen()) return true;
          if (isEnd(answer.status) && !(await isOwn())) return false;
          isOver = await showStatus(context, record, answer, signal);
          return isOver;
        },
        turn: context.turn,
        money: () => record.money(),
        onSilent: (problem) => {
          record.show({ type: 'status-silent', problem });
        },
      });
    await sleep(LOOK_MS, clock, signal);
  }
}

/**
 * Shows the status, and returns true after a delivery. Does not show a refund or a failure, because the tab with the
 * lock must check these first.
 */
async function showStatus(
  context: PaymentContext,
  record: PaymentRecord,
  answer: WireStatus,
  signal: AbortSignal,
): Promise<boolean> {
  const { status } = answer;
  const entry = record.entry();
  const state = context.state();
  if (!entry || !isKnownStatus(status) || (isEnd(status) && status !== 'success')) return false;
  const { payment } = entry;
  if (canReceiveDeposit(entry) && isSeenByService(status))
    context.dispatch({ type: 'resumed', payment, status, since: context.deps.clock.now() });
  else if (state.name === 'processing' && advancesStatus(state.status, status)) record.show({ type: 'status', status });
  if (status !== 'success') return false;
  const delivery = await readDelivery(context, payment, answer, signal);
  if (isAborted(signal)) return false;
  record.show({
    type: 'succeeded',
    receipt: receiptOf(record, payment, answer, delivery),
    at: context.deps.clock.now(),
  });
  return true;
}
