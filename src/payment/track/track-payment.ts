/**
 * Follows one journal entry to its end: the service's status and the paying transaction together, telling each fact
 * once.
 */
import type { WireStatus } from '../../api/responses/types.js';
import { isAborted, pause } from '../../shared/clock.js';
import { deliveryOf, type Delivery } from './read-delivery.js';
import type { Flow } from '../context/context.js';
import type { JournalEntry } from '../journal/entry.js';
import { isAwaited, isUnfinished, isWatched } from '../journal/entry.js';
import { takeLock } from '../journal/tab-lock.js';
import { searchLost } from './find-transaction.js';
import { mirrorJournal } from './sync-tabs.js';
import { isEmptyEnd, tellEmptyEnd, tellFailure, tellRefund, tellSent, tellSuccess, withDeposits } from './outcome.js';
import { watchCalls } from './track-calls.js';
import { watchPermit } from './track-permit.js';
import { watchPaying } from './confirm-transaction.js';
import { PaymentRecord } from './payment-record.js';
import { watchStatus } from './poll-status.js';
import { isEnd, isKnownStatus, isNews, isSeen } from '../context/status.js';

/** `failure` may still turn into a refund: it is said only when it has stood this long. */
const FAILURE_STANDS_MS = 10_000;
const SLOW_MIN_MS = 120_000;

/**
 * Resolves when the payment has ended, is proved not to have gone out, or the session was destroyed. One tab asks the
 * service and tells the events; the others read the journal until its turn comes to them.
 */
export async function watchPayment(flow: Flow, id: string): Promise<void> {
  const stop = new AbortController();
  const end = (): void => {
    stop.abort(new Error('watch ended'));
  };
  flow.signal.addEventListener('abort', end, { once: true });
  const mirror = mirrorJournal(flow, id, stop.signal).then((isOver) => {
    if (isOver) end();
  });
  const release = await takeLock(flow.locks, `${flow.key}/${id}`, stop.signal).catch(() => null);
  if (release) {
    const record = new PaymentRecord(flow, id);
    const watch = new PaymentWatch(flow, record, stop.signal, end);
    await Promise.all([
      watch.status(),
      watch.stream(),
      watch.slowness(),
      watchPaying(flow, record, stop.signal),
      watch.asked(),
      searchLost(flow, record, stop.signal),
    ]);
    release();
  }
  end();
  await mirror;
  flow.signal.removeEventListener('abort', end);
}

class PaymentWatch {
  readonly #flow: Flow;
  readonly #record: PaymentRecord;
  readonly #signal: AbortSignal;
  readonly #end: () => void;
  #failureTimer: unknown;
  /** The service's last word, also one that says nothing about the stage. */
  #word: string | undefined;
  /** The end without a list of deposits that the service's record was asked of: once is enough. */
  #looked: string | undefined;
  /** The stream listens to the service. */
  #streams = false;
  /** A poll has found what the stream did not tell: it is not relied on before it has told something. */
  #isMute = false;
  #poll: () => void = () => undefined;

  constructor(flow: Flow, record: PaymentRecord, signal: AbortSignal, end: () => void) {
    this.#flow = flow;
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
    await watchStatus({
      client: deposits ? new deposits.DepositWatch(this.#flow, this.#record).client : client,
      clock: deps.clock,
      requestId: entry.payment.requestId,
      signal: this.#signal,
      urgent: () => this.#isUrgent(),
      onWake: (wake) => {
        this.#poll = wake;
        this.#flow.onWake(wake);
      },
      onStatus: (answer) => {
        this.#isMute ||= this.#isNews(answer.status);
        return this.#heard(answer);
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
    if (!url || !deps.WebSocket || !entry || !(isUnfinished(entry) || entry.stage === 'awaiting')) return;
    const stream = await import('../../api/status-stream.js').catch(() => null);
    await stream?.watchStream({
      ...{ url, requestId: entry.payment.requestId, WebSocket: deps.WebSocket, signal: this.#signal },
      ...{ clock: deps.clock, random: deps.random },
      onStatus: (answer) => {
        this.#isMute = false;
        // How it ended is the service's own word alone: told falsely, it would have the payer pay again.
        if (isEnd(answer.status)) this.#poll();
        else void this.#heard(answer);
      },
      onLive: (isLive) => {
        const wasLive = this.#streams;
        this.#streams = isLive;
        if (wasLive && this.#isUrgent()) this.#poll();
      },
    });
  }

  /**
   * What was signed may be used until its deadline, and can be lost on the way to the service; what was asked for
   * together has a name, by which the wallet can be asked.
   */
  async asked(): Promise<void> {
    const { permit, calls } = this.#record.entry()?.asked ?? {};
    if (permit) await watchPermit(this.#flow, this.#record, this.#signal);
    if (calls) await watchCalls(this.#flow, this.#record, this.#signal);
  }

  async slowness(): Promise<void> {
    const entry = this.#record.entry();
    if (entry && !isAwaited(entry)) await this.#slow(entry, entry.createdAt);
  }

  async #slow(entry: JournalEntry, since: number): Promise<void> {
    const { clock } = this.#flow.deps;
    const patience = Math.max(3_000 * (entry.payment.quote.timeEstimate ?? 0), SLOW_MIN_MS);
    const left = since + patience - clock.now();
    // Somebody may have set the clock back since then.
    const waited = pause(Math.min(Math.max(left, 0), patience), clock, this.#signal);
    const isPast = await waited.then(() => true).catch(() => false);
    if (isPast) this.#record.show({ type: 'slow' });
  }

  /** True when nothing more can be heard of this payment. */
  async #heard(told: WireStatus): Promise<boolean> {
    const entry = this.#record.entry();
    const payment = entry?.payment;
    let answer = told;
    if (payment && !isAwaited(entry) && isEmptyEnd(told, entry) && this.#looked !== told.status) {
      this.#looked = told.status;
      answer = await withDeposits(this.#flow, payment.requestId, told, this.#signal);
      if (isAborted(this.#signal)) return true;
    }
    if (!payment || answer.status !== 'success') return this.#take(answer, null);
    this.#stopFailureTimer();
    // Before anything is written: what a page heard that ends here, the next one must hear again.
    const delivery = await deliveryOf(this.#flow, payment, answer.txHashes ?? [], this.#signal);
    return isAborted(this.#signal) || this.#take(answer, delivery);
  }

  #take(answer: WireStatus, delivery: Delivery | null): boolean {
    const entry = this.#record.entry();
    if (!entry || entry.stage === 'closed' || entry.stage === 'finished') return true;
    const { status, inTxHashes = [] } = answer;
    if (!this.#isNews(status)) {
      if (status === 'failure') this.#failing(answer);
      return false;
    }
    if (isEmptyEnd(answer, entry)) {
      tellEmptyEnd(this.#flow, this.#record, entry);
      return false;
    }
    this.#word = status;
    if (isKnownStatus(status)) this.#stopFailureTimer();
    if (isSeen(status)) {
      if (isAwaited(entry)) void this.#slow(entry, this.#flow.deps.clock.now());
      this.#record.adopt(inTxHashes, status);
      tellSent(this.#record);
    }
    this.#record.write({ status: isKnownStatus(status) ? status : entry.status });
    this.#record.show(isKnownStatus(status) ? { type: 'status', status } : { type: 'slow' });
    const { requestId, reference } = entry.payment;
    this.#flow.emit('hub-status', { requestId, reference, status });
    switch (status) {
      case 'success':
        if (delivery) tellSuccess(this.#flow, this.#record, answer, delivery);
        return true;
      case 'refund':
        tellRefund(this.#flow, this.#record, answer);
        return true;
      case 'failure':
        this.#failing(answer);
        return false;
      default:
        return false;
    }
  }

  #isUrgent(): boolean {
    return this.#flow.visible() && this.#record.isShown() && (!this.#streams || this.#isMute);
  }

  #isNews(status: string): boolean {
    const entry = this.#record.entry();
    return !!entry && status !== this.#word && isNews(entry.status, status);
  }

  /** Each answer of `failure`: it is said at once where no refund will come, else when it has stood. */
  #failing({ refundFailReason, failReason }: WireStatus): void {
    if (this.#record.entry()?.stage === 'failed') return;
    if (refundFailReason) {
      this.#stopFailureTimer();
      tellFailure(this.#record, failReason ?? refundFailReason);
      return;
    }
    this.#failureTimer ??= this.#flow.deps.clock.setTimeout(() => {
      tellFailure(this.#record, failReason);
    }, FAILURE_STANDS_MS);
  }

  #stopFailureTimer(): void {
    this.#flow.deps.clock.clearTimeout(this.#failureTimer);
    this.#failureTimer = undefined;
  }
}
