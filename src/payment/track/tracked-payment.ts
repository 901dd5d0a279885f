/** Tracks one payment by the statuses that the service reports, and emits the payment's events. */
import type { WireStatus } from '../../api/responses/types.js';
import { isAborted, sleep } from '../../shared/time/clock.js';
import { orNull } from '../../shared/load-code.js';
import { readDelivery, type Delivery } from './outcome/read-delivery.js';
import type { RefundResult } from '../../types.js';
import type { PaymentContext } from '../context/context.js';
import type { JournalEntry } from '../journal/entry.js';
import {
  canReceiveDeposit,
  contradictsToldEnd,
  isAwaitingDeposit,
  isCancelled,
  isEnd,
  isFailed,
  isOpen,
  isSent,
  isSettled,
  isUnfinished,
  isWatched,
} from '../journal/lifecycle.js';
import {
  endedUnpaid,
  settleFailure,
  settleRefund,
  reportSent,
  settleSuccess,
  addMissingLinks,
} from './outcome/outcome.js';
import { isSearched } from './search/is-searched.js';
import type { PaymentRecord } from '../context/payment-record.js';
import { pollStatus } from './status/poll-status.js';
import { advancesStatus, isSeenByService, isKnownStatus } from '../context/status.js';

const loadSearch = () => orNull(import('./search/chunk.js'));

const loadConfirmUnpaid = () => orNull(import('./search/confirm-unpaid.js'));

/**
 * How long a `failure` must last before the page gets `hub-failure`, in milliseconds. A refund can follow in this time.
 */
const FAILURE_STANDS_MS = 10_000;
const SLOW_MIN_MS = 120_000;

/** Tracks one payment in this tab. The caller runs all its public methods in parallel. */
export class TrackedPayment {
  readonly #context: PaymentContext;
  readonly #record: PaymentRecord;
  readonly #signal: AbortSignal;
  readonly #end: () => void;
  /** Resolves with false if this stored payment belongs to another order. */
  readonly #isOwn: () => Promise<boolean>;
  #failureTimer: unknown;
  /**
   * The last new status from the service, even one that this code does not know, but not an end that `#apply` treats as
   * unpaid. Undefined before the first one, and after a contradiction.
   */
  #lastStatus: string | undefined;
  /** The status, `failure` or `refund`, for which the request record was last read. */
  #hashesReadFor: string | undefined;
  /** True while the status stream is subscribed (`onLive`). */
  #isStreaming = false;
  /**
   * True if a poll found a new status before the stream sent one. Until the stream's next status, polls then run every
   * second while the visible page shows the payment.
   */
  #missedUpdate = false;
  #poll: () => void = () => undefined;

  constructor(
    context: PaymentContext,
    record: PaymentRecord,
    signal: AbortSignal,
    end: () => void,
    isOwn: () => Promise<boolean>,
  ) {
    this.#context = context;
    this.#isOwn = isOwn;
    this.#record = record;
    this.#signal = signal;
    this.#end = end;
    signal.addEventListener('abort', () => {
      this.#stopFailureTimer();
    });
  }

  /**
   * Polls the service until the payment is settled or cancelled. After the time limit for tracking, polling ends with
   * the first answer.
   */
  async pollStatus(): Promise<void> {
    const { client, deps } = this.#context;
    const entry = this.#record.entry();
    if (!entry || !isOpen(entry)) {
      this.#end();
      return;
    }
    // If the device's clock was set back after the last write, restart the time limit for tracking.
    if (entry.updatedAt > deps.clock.now()) this.#record.apply({ type: 'rewritten' });
    // First read the payment's terms, because the first poll of a deposit needs the deposit address and the currency.
    const deposits =
      entry.payment.deposit && (await Promise.all([orNull(import('./track-deposit.js')), this.#isOwn()]))[0];
    await pollStatus({
      source: deposits ? new deposits.DepositTracker(this.#context, this.#record) : client,
      clock: deps.clock,
      requestId: entry.payment.requestId,
      signal: this.#signal,
      urgent: () => this.#isUrgent(),
      onWake: (wake) => {
        this.#poll = wake;
        return this.#context.onWake(wake);
      },
      onStatus: (answer) => {
        this.#missedUpdate ||= this.#isNew(answer.status);
        return this.#onStatus(answer);
      },
      isOver: () => this.#isLookedAtOnce(),
      turn: this.#context.turn,
      money: () => this.#record.money(),
      onSilent: (problem) => {
        this.#record.show({ type: 'status-silent', problem });
      },
    });
    this.#end();
  }

  /**
   * Opens the status stream for an unfinished payment or an awaited deposit, if the merchant has set the URL of the
   * stream and the platform has websockets. Handles its statuses like polled ones, except that an end (`success`,
   * `refund` or `failure`) only starts a poll.
   */
  async openStream(): Promise<void> {
    const { deps, options } = this.#context;
    const { statusStreamUrl: url } = options;
    const entry = this.#record.entry();
    if (!url || !deps.WebSocket || !entry || !(isUnfinished(entry) || isAwaitingDeposit(entry))) return;
    const stream = await orNull(import('../../api/status-stream.js'));
    await stream?.openStatusStream({
      url,
      requestId: entry.payment.requestId,
      WebSocket: deps.WebSocket,
      signal: this.#signal,
      clock: deps.clock,
      random: deps.random,
      onStatus: (answer) => {
        this.#missedUpdate = false;
        // Only a poll can end the payment, because the payer could pay again if the stream ended it wrongly.
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

  /** Tracks a signed permit, a signed transfer or a batch, and searches for a transaction whose hash is unknown. */
  async trackUnknownHash(): Promise<void> {
    const entry = this.#record.entry();
    const { permit, transfer, calls } = entry?.prompt ?? {};
    if (!entry || !(permit || transfer || calls || isSearched(entry))) return;
    const search = await loadSearch();
    const given = [this.#context, this.#record, this.#signal] as const;
    const prompted = permit
      ? search?.trackPermit(...given)
      : transfer
        ? search?.trackSignedTransfer(...given)
        : calls && search?.trackBatch(...given);
    await Promise.all([prompted, isSearched(entry) && search?.pollForTransaction(...given)]);
  }

  /** Reports a slow payment after three times the estimated time, but not before two minutes have passed. */
  async reportIfSlow(): Promise<void> {
    const entry = this.#record.entry();
    if (entry && !canReceiveDeposit(entry)) await this.#reportSlow(entry, entry.createdAt);
  }

  async #reportSlow(entry: JournalEntry, since: number): Promise<void> {
    const { clock } = this.#context.deps;
    const patience = Math.max(3_000 * (entry.payment.quote.timeEstimate ?? 0), SLOW_MIN_MS);
    const left = since + patience - clock.now();
    // Wait at most `patience`, because `left` is too large if the clock was set back after `since`.
    await sleep(Math.min(left, patience), clock, this.#signal);
    if (!isAborted(this.#signal)) this.#record.show({ type: 'slow' });
  }

  /** Handles an answer of the service. Returns true if the polling must end. */
  async #onStatus(first: WireStatus): Promise<boolean> {
    const before = this.#record.entry();
    let answer = first;
    if (before && !canReceiveDeposit(before) && endedUnpaid(first, before) && this.#hashesReadFor !== first.status) {
      this.#hashesReadFor = first.status;
      const search = await loadSearch();
      answer = (await search?.addRecordHashes(this.#context, before.payment.requestId, first, this.#signal)) ?? first;
      if (isAborted(this.#signal)) return true;
    }
    if (isEnd(answer.status) && !(await this.#isOwn())) return isAborted(this.#signal);
    const entry = this.#record.entry();
    const payment = entry?.payment;
    if (payment && answer.status === 'refund' && !endedUnpaid(answer, entry)) {
      const code = await orNull(import('./outcome/read-refund.js'));
      const found = code && (await code.readRefund(this.#context, payment, answer, this.#signal));
      return isAborted(this.#signal) || this.#apply(answer, null, found);
    }
    if (!payment || answer.status !== 'success') return this.#apply(answer, null);
    this.#stopFailureTimer();
    // Read the amounts before any write to the journal. If this page is closed during the read, the next page then
    // handles the status again.
    const delivery = await readDelivery(this.#context, payment, answer, this.#signal);
    return isAborted(this.#signal) || this.#apply(answer, delivery);
  }

  #apply(answer: WireStatus, delivery: Delivery | null, refund: Partial<RefundResult> | null = null): boolean {
    const entry = this.#record.entry();
    if (!entry || isCancelled(entry) || isSettled(entry)) return true;
    const { status, inTxHashes = [] } = answer;
    if (contradictsToldEnd(entry, status)) {
      this.#lastStatus = undefined;
      void loadConfirmUnpaid().then((code) => code?.showContradicted(this.#record));
      return false;
    }
    if (!this.#isNew(status)) {
      if (status === 'failure') this.#onFailure(answer);
      return false;
    }
    const isUnpaid = endedUnpaid(answer, entry);
    // The payer sends no transaction for a signed payment, so only the service can report that it failed.
    const isSignedFailure = isUnpaid && status === 'failure' && entry.payment.signed && isSent(entry);
    if (isUnpaid && !isSignedFailure) {
      void loadConfirmUnpaid().then((code) => code?.settleEndedUnpaid(this.#context, this.#record));
      return false;
    }
    this.#lastStatus = status;
    if (isKnownStatus(status)) this.#stopFailureTimer();
    if (isSeenByService(status) && !isUnpaid) {
      if (canReceiveDeposit(entry)) void this.#reportSlow(entry, this.#context.deps.clock.now());
      this.#record.markSent(inTxHashes, status);
      reportSent(this.#record);
    }
    // Do not write a status that this code does not know. The write would set `updatedAt`, and so delay the question to
    // the payer whether to keep waiting.
    if (isKnownStatus(status)) this.#record.apply({ type: 'status', status });
    this.#record.show(isKnownStatus(status) ? { type: 'status', status } : { type: 'slow' });
    const { requestId, reference } = entry.payment;
    this.#context.emit('hub-status', { requestId, reference, status });
    switch (status) {
      case 'success':
        if (delivery) settleSuccess(this.#context, this.#record, answer, delivery);
        addMissingLinks(this.#context, this.#record, answer);
        return true;
      case 'refund':
        settleRefund(this.#record, answer, refund);
        return true;
      case 'failure':
        this.#onFailure(answer);
        return false;
      default:
        return false;
    }
  }

  /** True if the time limit for tracking has passed, so that polling stops after one answer of the service. */
  #isLookedAtOnce(): boolean {
    const entry = this.#record.entry();
    return !!entry && isOpen(entry) && !isWatched(entry, this.#context.deps.clock.now());
  }

  #isUrgent(): boolean {
    return this.#context.visible() && this.#record.isShown() && (!this.#isStreaming || this.#missedUpdate);
  }

  #isNew(status: string): boolean {
    const entry = this.#record.entry();
    return !!entry && status !== this.#lastStatus && advancesStatus(entry.status, status);
  }

  /**
   * Reports a `failure` at once if no refund will come or another page has reported it, and otherwise after it has
   * lasted 10 seconds. Does nothing if this page has reported it.
   */
  #onFailure({ refundFailReason, failReason, details }: WireStatus): void {
    const entry = this.#record.entry();
    const wasTold = entry !== undefined && isFailed(entry);
    if (wasTold && entry.outcome?.problem) return;
    // If `wasTold` is true, another page has already waited and reported this failure.
    if (refundFailReason || wasTold) {
      this.#stopFailureTimer();
      settleFailure(this.#record, failReason ?? details ?? refundFailReason);
      return;
    }
    this.#failureTimer ??= this.#context.deps.clock.setTimeout(() => {
      settleFailure(this.#record, failReason ?? details);
    }, FAILURE_STANDS_MS);
  }

  #stopFailureTimer(): void {
    this.#context.deps.clock.clearTimeout(this.#failureTimer);
    this.#failureTimer = undefined;
  }
}
