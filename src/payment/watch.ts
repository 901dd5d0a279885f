/**
 * Follows one journal entry to its end: the service's status and the paying transaction together, telling each fact
 * once.
 */
import type { WireStatus } from '../api/wire.js';
import { pause } from '../clock.js';
import type { TransactionRef } from '../types.js';
import type { Receipt } from '../vm/adapter.js';
import { loadAdapter, vmKindOf } from '../vm/adapter.js';
import type { Flow } from './flow.js';
import type { JournalEntry } from './journal.js';
import { isUnfinished, isWatched } from './journal.js';
import { takeLock } from './lock.js';
import { MIRROR_MS, mirrorJournal } from './mirror.js';
import { tellFailure, tellNothingPaid, tellRefund, tellSuccess } from './outcome.js';
import { PaymentRecord } from './record.js';
import { isKnownStatus, isNews, isSeen, watchStatus } from './status.js';

/** `failure` may still turn into a refund: it is said only when it has stood this long. */
const FAILURE_STANDS_MS = 10_000;
const SLOW_MIN_MS = 120_000;
const UNREADABLE_MS = 15_000;

/**
 * Resolves when the payment has ended, is proved not to have gone out, or the session was destroyed. One tab asks the
 * service and
 * tells the events; the others read the journal until its turn comes to them.
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
    const watch = new PaymentWatch(flow, id, stop.signal, end);
    await Promise.all([watch.status(), watch.receipt(), watch.slowness()]);
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

  constructor(flow: Flow, id: string, signal: AbortSignal, end: () => void) {
    this.#flow = flow;
    this.#record = new PaymentRecord(flow, id);
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
    await watchStatus({
      client,
      clock: deps.clock,
      requestId: entry.payment.requestId,
      signal: this.#signal,
      visible: () => this.#flow.visible() && this.#record.isShown(),
      onWake: (wake) => {
        this.#flow.onWake(wake);
      },
      onStatus: (answer) => this.#heard(answer),
      onSilent: (problem) => {
        this.#record.show({ type: 'status-silent', problem });
      },
    });
    this.#end();
  }

  /**
   * The paying transaction on its own chain: it may be proved that nothing was paid, or be confirmed before the service
   * knows.
   */
  async receipt(): Promise<void> {
    const submission = await this.#submitted();
    if (!submission) return;
    const { hash, chainId } = submission;
    const { fetch, clock } = this.#flow.deps;
    while (!this.#signal.aborted) {
      try {
        await this.#flow.chainsKnown();
        const chain = this.#flow.chain(chainId);
        const kind = chain ? vmKindOf(chain.vmType) : null;
        const asked = this.#record.entry()?.asked;
        if (chain && kind && asked) {
          const adapter = await loadAdapter(kind);
          const access = { chain, fetch, clock, signal: this.#signal };
          const { nonce, expected } = asked;
          const receipt = await adapter.confirm({ chainId, hash, ...(nonce !== null && { nonce }) }, expected, access);
          this.#decided(receipt, submission);
          return;
        }
      } catch {
        // Neither the listing nor the chain's code need be there: the service's word alone is enough to finish.
      }
      await pause(UNREADABLE_MS, clock, this.#signal).catch(() => undefined);
    }
  }

  async slowness(): Promise<void> {
    const { clock } = this.#flow.deps;
    const entry = this.#record.entry();
    if (!entry) return;
    const patience = Math.max(3_000 * (entry.payment.quote.timeEstimate ?? 0), SLOW_MIN_MS);
    const left = entry.createdAt + patience - clock.now();
    await pause(Math.max(left, 0), clock, this.#signal).then(
      () => {
        this.#record.show({ type: 'slow' });
      },
      () => undefined,
    );
  }

  /** Waits for the hash: a wallet may answer after its page was given up. */
  async #submitted(): Promise<TransactionRef | null> {
    while (!this.#signal.aborted) {
      const entry = this.#record.entry();
      if (!entry || entry.stage === 'finished' || entry.stage === 'closed') return null;
      const paying = payingOf(entry);
      if (paying) return paying;
      await pause(MIRROR_MS, this.#flow.deps.clock, this.#signal).catch(() => undefined);
    }
    return null;
  }

  /** True when nothing more can be heard of this payment. */
  #heard(answer: WireStatus): boolean {
    const entry = this.#record.entry();
    if (!entry || entry.stage === 'closed' || entry.stage === 'finished') return true;
    const { status, inTxHashes = [] } = answer;
    if (status === this.#word || !isNews(entry.status, status)) {
      if (status === 'failure') this.#failing(answer);
      return false;
    }
    if (isEmptyEnd(answer, entry)) return false;
    this.#word = status;
    if (isKnownStatus(status)) this.#stopFailureTimer();
    if (isSeen(status)) this.#seen(entry, status, inTxHashes);
    this.#record.write({ status: isKnownStatus(status) ? status : entry.status });
    this.#record.show(isKnownStatus(status) ? { type: 'status', status } : { type: 'slow' });
    const { requestId, reference } = entry.payment;
    this.#flow.emit('hub-status', { requestId, reference, status });
    switch (status) {
      case 'success':
        tellSuccess(this.#flow, this.#record, answer);
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

  /** The service knows the deposit: it is out, whatever the wallet said or did not say. */
  #seen({ stage, payment, paying, createdAt }: JournalEntry, status: string, inTxHashes: readonly string[]): void {
    const adopted = paying === null ? this.#record.refs(payment.quote.pays.chainId, inTxHashes) : [];
    const hash = paying ?? adopted.at(-1)?.hash ?? null;
    const submissions = [...payment.submissions, ...adopted];
    const seen = { ...payment, submissions, ...(hash !== null && { paying: hash }) };
    this.#record.write({ stage: stage === 'failed' ? stage : 'sent', paying: hash, payment: seen });
    if (stage === 'abandoned') this.#flow.dispatch({ type: 'resumed', payment: seen, status, since: createdAt });
    else if (adopted.length > 0) this.#record.show({ type: 'payment-updated', payment: seen });
    this.#sent();
  }

  #decided({ outcome, hash }: Receipt, submission: TransactionRef): void {
    const entry = this.#record.entry();
    if (!entry || this.#signal.aborted) return;
    switch (outcome) {
      case 'repriced':
        if (hash !== submission.hash) {
          const submissions = [...entry.payment.submissions, ...this.#record.refs(submission.chainId, [hash])];
          const payment = { ...entry.payment, submissions, paying: hash };
          this.#record.write({ payment, paying: hash });
          this.#record.show({ type: 'payment-updated', payment });
        }
        this.#confirmed(entry);
        return;
      case 'confirmed':
        this.#confirmed(entry);
        return;
      case 'reverted':
      case 'cancelled':
      case 'replaced':
        // The service has seen a deposit: then a chain that says otherwise is wrong, or was reorganised.
        if (isSeen(entry.status) || !isUnfinished(entry)) return;
        tellNothingPaid(this.#record, outcome);
    }
  }

  #confirmed(entry: JournalEntry): void {
    const { requestId, reference } = entry.payment;
    if (entry.asked)
      this.#record.tell('hub-step', { requestId, reference, step: entry.asked.step, phase: 'confirmed' });
    this.#sent();
  }

  #sent(): void {
    const entry = this.#record.entry();
    if (!entry) return;
    const { requestId, reference } = entry.payment;
    this.#record.tell('hub-sent', { requestId, reference, transaction: payingOf(entry) }, {}, { type: 'sent' });
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

/** An order may also end without any deposit: that says nothing of money whose way is not known. */
const isEmptyEnd = ({ status, inTxHashes = [], txHashes = [] }: WireStatus, { paying }: JournalEntry): boolean =>
  (status === 'failure' || status === 'refund') && paying === null && inTxHashes.length === 0 && txHashes.length === 0;

/** The transaction that paid; approvals stand before it among the submissions. */
const payingOf = ({ payment, paying }: JournalEntry): TransactionRef | null =>
  payment.submissions.find(({ hash }) => hash === paying) ?? null;
