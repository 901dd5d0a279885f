/** Writes the outcome of a payment to the journal and emits the payment's events. */
import type { WireStatus } from '../../../api/responses/types.js';
import { errorInfo, HubPayError } from '../../../errors.js';
import type { RefundResult } from '../../../types.js';
import type { Delivery } from './read-delivery.js';
import type { PaymentContext } from '../../context/context.js';
import type { JournalEntry } from '../../journal/entry.js';
import { isAbandoned, isFailed, isUnfinished, toldEnds } from '../../journal/lifecycle.js';
import type { PaymentRecord } from '../../context/payment-record.js';
import { receiptOf } from './receipt.js';
import { endedUnfunded, isSeenByService } from '../../context/status.js';

/** Emits `hub-sent` once, after the origin chain or the service has shown the payment. */
export function reportSent(record: PaymentRecord): void {
  const entry = record.entry();
  if (!entry) return;
  const { requestId, reference } = entry.payment;
  record.emitOnce('hub-sent', { requestId, reference, transaction: record.paying() }, null, { type: 'sent' });
}

/** Settles the payment as delivered and emits `hub-success` once. */
export function settleSuccess(
  context: PaymentContext,
  record: PaymentRecord,
  answer: WireStatus,
  delivery: Delivery,
): void {
  const payment = record.entry()?.payment;
  if (!payment) return;
  const receipt = receiptOf(record, payment, answer, delivery);
  const shown = { type: 'succeeded', receipt, at: context.deps.clock.now() } as const;
  record.emitOnce('hub-success', receipt, { type: 'delivered', receipt }, shown);
}

/**
 * Settles the payment as refunded and emits `hub-refund` once.
 * @param found what the chains show about the refund; null if the code that reads the chains could not be loaded
 */
export function settleRefund(
  record: PaymentRecord,
  { txHashes = [] }: WireStatus,
  found: Partial<RefundResult> | null,
): void {
  const payment = record.entry()?.payment;
  if (!payment) return;
  const { requestId, reference, quote } = payment;
  const [hash] = txHashes;
  const claimed = hash === undefined ? {} : { transaction: { chainId: quote.pays.chainId, hash, url: null } };
  const refund: RefundResult = { requestId, reference, returned: null, ...(found ?? claimed) };
  record.emitOnce('hub-refund', refund, { type: 'refunded', refund }, { type: 'refunded', refund });
}

/**
 * Marks the payment as failed and emits `hub-failure` once, if the stored status is still `failure`. Callers first wait
 * until the failure has lasted 10 seconds, unless they know that no refund will come or that an earlier page has
 * reported the failure.
 */
export function settleFailure(record: PaymentRecord, details: string | undefined): void {
  const entry = record.entry();
  if (entry?.status !== 'failure') return;
  const { requestId, reference } = entry.payment;
  const error = errorInfo(
    new HubPayError('failed', 'The service could not deliver the payment.', { ...(details && { details }) }),
  );
  // An earlier page has already emitted `hub-failure`. Do not write the entry again, because this would restart the
  // time limit for tracking.
  if (isFailed(entry) && toldEnds(entry).includes('failure')) {
    record.remember({ problem: error });
    record.show({ type: 'failure-confirmed', problem: error });
    return;
  }
  const shown = { type: 'failure-confirmed', problem: error } as const;
  record.emitOnce('hub-failure', { requestId, reference, error }, { type: 'failed', problem: error }, shown);
}

/**
 * True if the service reports that the payment ended without a deposit (`endedUnfunded`). For a payment that is not
 * abandoned, two more conditions apply:
 * - `hub-sent` was not emitted.
 * - The answer contains an empty list `inTxHashes`, or the payment has no paying hash.
 *
 * False for a refund of a transfer at the venue. Such a transfer has no transaction, so its refund shows, even without
 * hashes, that the venue has moved the money.
 */
export function endedUnpaid(answer: WireStatus, entry: JournalEntry): boolean {
  const { payment, prompt, emitted } = entry;
  if (!endedUnfunded(answer) || (prompt?.transfer && answer.status === 'refund')) return false;
  if (isAbandoned(entry)) return true;
  return !emitted.includes('hub-sent') && (payment.payingHash === undefined || answer.inTxHashes !== undefined);
}

/**
 * Marks the outcome as unknown, and asks the payer. Callers use it, for example, if only one source shows that nothing
 * was paid, or if two sources disagree. Changes only an unfinished payment that the service has not seen.
 */
export function showUnconfirmed(context: PaymentContext, record: PaymentRecord): void {
  const entry = record.entry();
  if (!entry || !isUnfinished(entry) || isSeenByService(entry.status) || record.isSeen()) return;
  record.apply({ type: 'doubted' });
  const state = context.state();
  if (state.name === 'processing' && state.problem?.code === 'unconfirmed') return;
  record.ask();
  record.show({
    type: 'status-silent',
    problem: errorInfo(new HubPayError('unconfirmed', 'It is not certain whether anything was paid.')),
  });
}

/**
 * Looks for the transactions of the delivery, if the service's status answer names none of them. If the code for this
 * cannot be loaded, the receipt has no links to them.
 */
export function addMissingLinks(context: PaymentContext, record: PaymentRecord, { txHashes }: WireStatus): void {
  if (txHashes?.length) return;
  const add = async (): Promise<void> => (await import('./add-links.js')).addLinks(context, record);
  add().catch(() => undefined);
}
