/** How a payment can end, told to the page and written down. */
import type { WireStatus } from '../../api/responses/types.js';
import { errorInfo, HubPayError } from '../../errors.js';
import type { PaymentResult, RefundResult } from '../../types.js';
import type { Delivery } from './read-delivery.js';
import type { Flow } from '../context/context.js';
import type { JournalEntry } from '../journal/entry.js';
import type { PaymentRecord } from './payment-record.js';
import { completeRefund } from './read-delivery.js';
import { isUnfunded } from '../context/status.js';
import { within } from '../../shared/clock.js';
import { recordOf } from '../context/readers.js';
import { showDoubt } from './track-calls.js';

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

/**
 * An order may also end without any deposit: that says nothing of money that nobody has seen leave. An end that names
 * no list of deposits may be of one whose transaction is known.
 */
export const isEmptyEnd = (answer: WireStatus, { payment, stage, told }: JournalEntry): boolean =>
  isUnfunded(answer) &&
  (stage === 'abandoned' ||
    (!told.includes('hub-sent') && (payment.paying === undefined || answer.inTxHashes !== undefined)));

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
  const { asked } = entry;
  const calls = asked?.calls && { ...asked.calls, isHeld: false };
  record.write({ stage: 'abandoned', outcome: { problem }, ...(asked && calls && { asked: { ...asked, calls } }) });
  record.show({ type: outcome === 'reverted' ? 'reverted' : 'cancelled', requestId, problem });
}
const READ_MS = 3000;

/** The answer with the deposits that the service's record names, where it names no list itself. */
export async function withDeposits(
  flow: Flow,
  requestId: string,
  answer: WireStatus,
  signal: AbortSignal,
): Promise<WireStatus> {
  if (answer.inTxHashes !== undefined) return answer;
  const read = async (end: AbortSignal): Promise<WireStatus | null> => {
    const { inTxs = [], outTxs = [] } = (await recordOf(flow, requestId, end)) ?? {};
    if (inTxs.length === 0) return null;
    return { ...answer, inTxHashes: inTxs.map(({ hash }) => hash), txHashes: outTxs.map(({ hash }) => hash) };
  };
  return (await within(READ_MS, flow.deps.clock, signal, read)) ?? answer;
}

/** What is said of it. */
export function tellEmptyEnd(flow: Flow, record: PaymentRecord, { stage, asked }: JournalEntry): void {
  if (stage === 'awaiting') tellExpired(flow, record);
  else if (!asked?.calls?.isHeld) showDoubt(record);
}

/** What comes to its address now comes too late. */
function tellExpired({ deps }: Flow, record: PaymentRecord): void {
  const payment = record.entry()?.payment;
  const now = deps.clock.now();
  if (!payment?.deposit || (payment.deposit.deadline ?? Infinity) <= now) return;
  const ended = { ...payment, deposit: { ...payment.deposit, deadline: now } };
  record.write({ payment: ended });
  record.show({ type: 'payment-updated', payment: ended });
}
