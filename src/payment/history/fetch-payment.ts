/** Reads a payment from the service by its request id, for a session whose journals do not contain the payment. */
import type { WireRecord } from '../../api/responses/types.js';
import { pause } from '../../shared/time/clock.js';
import { copyOf, HubPayError } from '../../errors.js';
import type { Payment } from '../../types.js';
import { tokenAmount, unknownAmount } from '../../shared/amounts.js';
import type { PaymentContext } from '../context/context.js';
import { transactionRef, fetchRecord } from '../context/readers.js';
import type { JournalEntry } from '../journal/entry.js';
import { foundStage } from '../journal/lifecycle.js';
import { endedUnfunded, isSeenByService } from '../context/status.js';

const SECOND_MS = 1_000;

/**
 * Creates a journal entry for a payment that the service knows. The entry has the status `waiting` and no emitted
 * events, so that the tracker emits the events of the payment.
 * @throws HubPayError `service-refused` if the service does not know the id; otherwise the error of the status request
 * @throws the signal's reason, after an abort
 */
export async function fetchPayment(context: PaymentContext, requestId: string): Promise<JournalEntry> {
  const [record] = await Promise.all([recordOrStatus(context, requestId), context.loadChains()]);
  const { status } = record;
  const payment = paymentOf(context, requestId, record);
  const now = context.deps.clock.now();
  const created = Date.parse(record.createdAt ?? '');
  return {
    v: 1,
    id: requestId,
    stage: foundStage((isSeenByService(status) && !isUnfunded(record)) || payment.submissions.length > 0),
    payment,
    digest: '',
    prompt: null,
    status: 'waiting',
    emitted: [],
    createdAt: created < now ? created : now,
    updatedAt: now,
  };
}

/**
 * True if the record has the status `failure` or `refund` but contains no transaction, so that a deposit can still
 * arrive.
 */
export const isUnfunded = ({ status, inTxs = [], outTxs = [] }: WireRecord): boolean =>
  endedUnfunded({ status, txHashes: [...inTxs, ...outTxs].map(({ hash }) => hash).filter(Boolean) });

/** Creates a payment from the request record. Amounts that the record lacks are unknown. */
export function paymentOf(context: Pick<PaymentContext, 'options'>, requestId: string, record: WireRecord): Payment {
  const { inTxs = [], outTxs = [], metadata = {}, recipient } = record;
  const refs = inTxs.map(({ chainId, hash }) => transactionRef(context, chainId, hash));
  const paying = refs.at(-1)?.hash;
  return {
    intent: { tradeType: 'EXPECTED_OUTPUT' },
    quote: {
      requestId,
      pays: metadata.currencyIn ? tokenAmount(metadata.currencyIn) : unknownAmount(inTxs.at(-1)?.chainId),
      receives: metadata.currencyOut ? tokenAmount(metadata.currencyOut) : unknownAmount(outTxs.at(-1)?.chainId),
      recipient: recipient ?? metadata.recipient ?? '',
      refundTo: '',
      fees: {},
      sponsored: null,
      timeEstimate: null,
      warnings: [],
    },
    requestId,
    reference: null,
    account: null,
    submissions: refs,
    ...(paying !== undefined && { payingHash: paying }),
  };
}

/**
 * Reads the request record. If there is none, or if it cannot be read, reads the payment's status instead.
 * @throws HubPayError `service-refused` if the service does not know the id; otherwise the error of the status request
 */
async function recordOrStatus(context: PaymentContext, requestId: string): Promise<WireRecord> {
  const { client, signal, deps } = context;
  try {
    const record = await fetchRecord(context, requestId, signal);
    if (record) return record;
  } catch {
    // Ignore the error: the status request below shows whether the payment exists.
  }
  try {
    const [{ status, inTxHashes = [], originChainId = 0, destinationChainId = 0 }] = await Promise.all([
      client.status(requestId, { signal }),
      // Wait one second, because the tracker requests the status again when this function returns.
      pause(SECOND_MS, deps.clock, signal),
    ]);
    return {
      status,
      inTxs: inTxHashes.map((hash) => ({ chainId: originChainId, hash })),
      outTxs: [{ chainId: destinationChainId, hash: '' }],
    };
  } catch (error) {
    if (!(error instanceof HubPayError)) throw error;
    const isUnknown = error.reason === 'not-found';
    const words = `The service knows no payment ${requestId}.`;
    if (isUnknown) throw new HubPayError('service-refused', words, { money: 'unknown', cause: error });
    throw copyOf(error, { money: 'unknown', cause: error });
  }
}
