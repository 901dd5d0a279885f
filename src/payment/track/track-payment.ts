/**
 * Follows one journal entry to its end: the service's status and the paying transaction together, telling each fact
 * once.
 */
import type { WireStatus } from '../../api/responses/types.js';
import { isAborted, pause } from '../../shared/clock.js';
import { readDelivery, type Delivery } from './read-delivery.js';
import type { PaymentContext } from '../context/context.js';
import type { JournalEntry } from '../journal/entry.js';
import { isAwaitingDeposit, isUnfinished, isWatched } from '../journal/entry.js';
import { takeLock } from '../journal/tab-lock.js';
import { pollForTransaction } from './find-transaction.js';
import { syncTabs } from './sync-tabs.js';
import {
  endedWithoutDeposit,
  settleWithoutDeposit,
  settleFailure,
  settleRefund,
  reportSent,
  settleSuccess,
  addDepositHashes,
} from './outcome.js';
import { trackCalls } from './track-calls.js';
import { trackPermit } from './track-permit.js';
import { confirmTransaction } from './confirm-transaction.js';
import { PaymentRecord } from './payment-record.js';
import { pollStatus } from './poll-status.js';
import { isEnd, isKnownStatus, advancesStatus, isDepositSeen } from '../context/status.js';

/** `failure` may still turn into a refund: it is said only when it has stood this long. */
const FAILURE_STANDS_MS = 10_000;
const SLOW_MIN_MS = 120_000;

/**
 * Resolves when the payment has ended, is proved not to have gone out, or the session was destroyed. One tab asks the
 * service and tells the events; the others read the journal until its turn comes to them.
 */
export async function trackPayment(context: PaymentContext, id: string): Promise<void> {
  const stop = new AbortController();
  const end = (): void => {
    stop.abort(new Error('watch ended'));
  };
  context.signal.addEventListener('abort', end, { once: true });
  const mirror = syncTabs(context, id, stop.signal).then((isOver) => {
    if (isOver) end();
  });
  const release = await takeLock(context.locks, `${context.key}/${id}`, stop.signal).catch(() => null);
  if (release) {
    const record = new PaymentRecord(context, id);
    const watch = new TrackedPayment(context, record, stop.signal, end);
    await Promise.all([
      watch.status(),
      watch.stream(),
      watch.slow(),
      confirmTransaction(context, record, stop.signal),
      watch.prompted(),
      pollForTransaction(context, record, stop.signal),
    ]);
    release();
  }
  end();
  await mirror;
  context.signal.removeEventListener('abort', end);
}

class TrackedPayment {
  readonly #flow: PaymentContext;
  readonly #record: PaymentRecord;
  readonly #signal: AbortSignal;
  readonly #end: () => void;
  #failureTimer: unknown;
  /** The service's last word, also one that says nothing about the stage. */
  #lastStatus: string | undefined;
  /** The end without a list of deposits that the service's record was asked of: once is enough. */
  #recordReadFor: string | undefined;
  /** The stream listens to the service. */
  #isStreaming = false;
  /** A poll has found what the stream did not tell: it is not relied on before it has told something. */
  #missedUpdate = false;
  #poll: () => void = () => undefined;

  constructor(context: PaymentContext, record: PaymentRecord, signal: AbortSignal, end: () => void) {
    this.#flow = context;
    this.#record = record;
    this.#signal = signal;
    this.#end = end;
    signal.addEventListener('abort', () => {
      this.#stopFailureTimer();
    });
  }

  async status(): Promise<void> {
    const { client, deps } = this.#flow;
    const entry = this.#record.entry();
    if (!entry || !isWatched(entry, deps.clock.now())) {
      this.#end();
      return;
    }
    // Written by a clock that was set back since: its time to be watched counts from now, not from then.
    if (entry.updatedAt > deps.clock.now()) this.#record.write({});
    const deposits = entry.payment.deposit && (await import('./track-deposit.js').catch(() => null));
    await pollStatus({
      client: deposits ? new deposits.DepositTracker(this.#flow, this.#record).statusSource : client,
      clock: deps.clock,
      requestId: entry.payment.requestId,
      signal: this.#signal,
      urgent: () => this.#isUrgent(),
      onWake: (wake) => {
        this.#poll = wake;
        this.#flow.onWake(wake);
      },
      onStatus: (answer) => {
        this.#missedUpdate ||= this.#isNew(answer.status);
        return this.#onStatus(answer);
      },
      money: () => this.#record.money(),
      onSilent: (problem) => {
        this.#record.show({ type: 'status-silent', problem });
      },
    });
    this.#end();
  }

  /** Hears what the service tells of its own accord, into the same ears as the polls. */
  async stream(): Promise<void> {
    const { deps, options } = this.#flow;
    const { statusStreamUrl: url } = options;
    const entry = this.#record.entry();
    if (!url || !deps.WebSocket || !entry || !(isUnfinished(entry) || entry.stage === 'awaiting-deposit')) return;
    const stream = await import('../../api/status-stream.js').catch(() => null);
    await stream?.openStatusStream({
      url,
      requestId: entry.payment.requestId,
      WebSocket: deps.WebSocket,
      signal: this.#signal,
      clock: deps.clock,
      random: deps.random,
      onStatus: (answer) => {
        this.#missedUpdate = false;
        // How it ended is the service's own word alone: told falsely, it would have the payer pay again.
        if (isEnd(answer.status)) this.#poll();
        else void this.#onStatus(answer);
      },
      onLive: (isLive) => {
        const wasLive = this.#isStreaming;
        this.#isStreaming = isLive;
        if (wasLive && this.#isUrgent()) this.#poll();
      },
    });
  }

  /**
   * What was signed may be used until its deadline, and can be lost on the way to the service; what was asked for
   * together has a name, by which the wallet can be asked.
   */
  async prompted(): Promise<void> {
    const { permit, calls } = this.#record.entry()?.prompt ?? {};
    if (permit) await trackPermit(this.#flow, this.#record, this.#signal);
    if (calls) await trackCalls(this.#flow, this.#record, this.#signal);
  }

  async slow(): Promise<void> {
    const entry = this.#record.entry();
    if (entry && !isAwaitingDeposit(entry)) await this.#reportSlow(entry, entry.createdAt);
  }

  async #reportSlow(entry: JournalEntry, since: number): Promise<void> {
    const { clock } = this.#flow.deps;
    const patience = Math.max(3_000 * (entry.payment.quote.timeEstimate ?? 0), SLOW_MIN_MS);
    const left = since + patience - clock.now();
    // Somebody may have set the clock back since then.
    const waited = pause(Math.min(Math.max(left, 0), patience), clock, this.#signal);
    const isPast = await waited.then(() => true).catch(() => false);
    if (isPast) this.#record.show({ type: 'slow' });
  }

  /** True when nothing more can be heard of this payment. */
  async #onStatus(told: WireStatus): Promise<boolean> {
    const entry = this.#record.entry();
    const payment = entry?.payment;
    let answer = told;
    if (
      payment &&
      !isAwaitingDeposit(entry) &&
      endedWithoutDeposit(told, entry) &&
      this.#recordReadFor !== told.status
    ) {
      this.#recordReadFor = told.status;
      answer = await addDepositHashes(this.#flow, payment.requestId, told, this.#signal);
      if (isAborted(this.#signal)) return true;
    }
    if (!payment || answer.status !== 'success') return this.#apply(answer, null);
    this.#stopFailureTimer();
    // Before anything is written: what a page heard that ends here, the next one must hear again.
    const delivery = await readDelivery(this.#flow, payment, answer.txHashes ?? [], this.#signal);
    return isAborted(this.#signal) || this.#apply(answer, delivery);
  }

  #apply(answer: WireStatus, delivery: Delivery | null): boolean {
    const entry = this.#record.entry();
    if (!entry || entry.stage === 'cancelled' || entry.stage === 'settled') return true;
    const { status, inTxHashes = [] } = answer;
    if (!this.#isNew(status)) {
      if (status === 'failure') this.#onFailure(answer);
      return false;
    }
    if (endedWithoutDeposit(answer, entry)) {
      settleWithoutDeposit(this.#flow, this.#record, entry);
      return false;
    }
    this.#lastStatus = status;
    if (isKnownStatus(status)) this.#stopFailureTimer();
    if (isDepositSeen(status)) {
      if (isAwaitingDeposit(entry)) void this.#reportSlow(entry, this.#flow.deps.clock.now());
      this.#record.markSent(inTxHashes, status);
      reportSent(this.#record);
    }
    this.#record.write({ status: isKnownStatus(status) ? status : entry.status });
    this.#record.show(isKnownStatus(status) ? { type: 'status', status } : { type: 'slow' });
    const { requestId, reference } = entry.payment;
    this.#flow.emit('hub-status', { requestId, reference, status });
    switch (status) {
      case 'success':
        if (delivery) settleSuccess(this.#flow, this.#record, answer, delivery);
        return true;
      case 'refund':
        settleRefund(this.#flow, this.#record, answer);
        return true;
      case 'failure':
        this.#onFailure(answer);
        return false;
      default:
        return false;
    }
  }

  #isUrgent(): boolean {
    return this.#flow.visible() && this.#record.isShown() && (!this.#isStreaming || this.#missedUpdate);
  }

  #isNew(status: string): boolean {
    const entry = this.#record.entry();
    return !!entry && status !== this.#lastStatus && advancesStatus(entry.status, status);
  }

  /** Each answer of `failure`: it is said at once where no refund will come, else when it has stood. */
  #onFailure({ refundFailReason, failReason }: WireStatus): void {
    if (this.#record.entry()?.stage === 'failed') return;
    if (refundFailReason) {
      this.#stopFailureTimer();
      settleFailure(this.#record, failReason ?? refundFailReason);
      return;
    }
    this.#failureTimer ??= this.#flow.deps.clock.setTimeout(() => {
      settleFailure(this.#record, failReason);
    }, FAILURE_STANDS_MS);
  }

  #stopFailureTimer(): void {
    this.#flow.deps.clock.clearTimeout(this.#failureTimer);
    this.#failureTimer = undefined;
  }
}
