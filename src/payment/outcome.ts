/** How a payment can end, told to the page and written down. */
import type { WireStatus } from '../api/wire.js';
import { errorInfo, HubPayError } from '../errors.js';
import type { Payment, PaymentResult, RefundResult } from '../types.js';
import type { Delivery } from './delivery.js';
import type { Flow } from './flow.js';
import { isTakenOnly } from './journal.js';
import type { PaymentRecord } from './record.js';
import { completeRefund } from './refund.js';

/** The payer's funds have left, as the origin chain or the service says, whichever is first. */
export function tellSent(record: PaymentRecord): void {
  const entry = record.entry();
  if (!entry) return;
  const { requestId, reference } = entry.payment;
  record.tell('hub-sent', { requestId, reference, transaction: record.paying() }, {}, { type: 'sent' });
}

export function tellSuccess(
  flow: Flow,
  record: PaymentRecord,
  { txHashes = [], inTxHashes = [] }: WireStatus,
  { received, sponsored }: Delivery,
): void {
  const payment = record.entry()?.payment;
  if (!payment) return;
  const { requestId, reference, quote, submissions } = payment;
  // What a smart account's wallet told need be no transaction: what the service saw is one.
  const isNew = (hash: string): boolean => submissions.every((each) => each.hash.toLowerCase() !== hash.toLowerCase());
  const receipt: PaymentResult = Object.freeze({
    requestId,
    reference,
    paid: quote.pays,
    received,
    ...(sponsored && { sponsored }),
    origin: [...submissions, ...record.refs(quote.pays.chainId, inTxHashes.filter(isNew))],
    destination: record.refs(quote.receives.chainId, txHashes),
  });
  const shown = { type: 'succeeded', receipt, at: flow.deps.clock.now() } as const;
  record.tell('hub-success', receipt, { stage: 'finished', outcome: { receipt } }, shown);
}

export function tellRefund(flow: Flow, record: PaymentRecord, { txHashes = [] }: WireStatus): void {
  const payment = record.entry()?.payment;
  if (!payment) return;
  const { requestId, reference, quote } = payment;
  const [transaction] = record.refs(quote.pays.chainId, txHashes);
  const refund: RefundResult = { requestId, reference, returned: null, ...(transaction && { transaction }) };
  record.tell('hub-refund', refund, { stage: 'finished', outcome: { refund } }, { type: 'refunded', refund });
  if (transaction) void completeRefund(flow, payment, refund, transaction);
}

/** Only once the service's `failure` has stood, or it says that no refund comes. */
export function tellFailure(record: PaymentRecord, details: string | undefined): void {
  const entry = record.entry();
  if (entry?.status !== 'failure') return;
  const { requestId, reference } = entry.payment;
  const error = errorInfo(new HubPayError('failed', 'The service could not deliver.', { ...(details && { details }) }));
  const change = { stage: 'failed', outcome: { problem: error } } as const;
  record.tell('hub-failure', { requestId, reference, error }, change, { type: 'failure-stood', problem: error });
}

/** The wallet has these calls, whatever was said of them since: they may still be carried out. */
export function takeUp(flow: Flow, record: PaymentRecord): void {
  const entry = record.entry();
  if (!entry || isTakenOnly(entry)) return;
  // What was known of them before has come to nothing.
  const { paying: _, ...rest } = entry.payment;
  const payment: Payment = { ...rest, batched: true };
  record.write({ stage: 'sent', payment, outcome: {} });
  if (entry.stage !== 'abandoned') record.show({ type: 'payment-updated', payment });
  else flow.dispatch({ type: 'resumed', payment, status: entry.status, since: entry.createdAt });
}

/** Calls that the wallet has taken may have come to nothing: whether they did, only the payer can see. */
export function tellDoubt(record: PaymentRecord): void {
  const entry = record.entry();
  if (!entry || !isTakenOnly(entry)) return;
  const { batched: _, ...payment } = entry.payment;
  record.write({ stage: 'asked', payment });
  record.show({ type: 'payment-updated', payment });
  record.show({ type: 'status', status: 'unknown' });
}

/**
 * The origin chain says that nothing was paid: the payer may pay again. The id stays watched all the same: a chain can
 * be reorganised, and a node can be wrong.
 */
export function tellNothingPaid(record: PaymentRecord, outcome: 'reverted' | 'cancelled' | 'replaced'): void {
  const entry = record.entry();
  if (!entry) return;
  const { requestId, quote } = entry.payment;
  const { pays } = quote;
  const problem = errorInfo(
    outcome === 'reverted'
      ? new HubPayError('reverted', 'The paying transaction reverted.', {
          values: { amount: `${pays.amountFormatted} ${pays.symbol}` },
        })
      : new HubPayError('replaced', `The paying transaction was ${outcome} in the wallet.`),
  );
  record.write({ stage: 'abandoned', outcome: { problem } });
  record.show({ type: outcome === 'reverted' ? 'reverted' : 'cancelled', requestId, problem });
}
