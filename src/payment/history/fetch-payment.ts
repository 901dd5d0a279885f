/** A payment of which this device knows nothing but its id: what the service's record and status say of it. */
import type { WireRecord } from '../../api/responses/types.js';
import { pause } from '../../shared/clock.js';
import { HubPayError } from '../../errors.js';
import type { Payment } from '../../types.js';
import { tokenAmount, unknownAmount } from '../../shared/amounts.js';
import type { PaymentContext } from '../context/context.js';
import { transactionRef } from '../context/readers.js';
import type { JournalEntry } from '../journal/entry.js';
import { fetchRecord } from '../context/readers.js';
import { isDepositSeen } from '../context/status.js';

const SECOND_MS = 1_000;

/**
 * An entry to be followed from the beginning: what has happened already is told as it is heard.
 * @throws HubPayError `service-refused` where the service does not know the id; what keeps it from answering
 */
export async function fetchPayment(context: PaymentContext, requestId: string): Promise<JournalEntry> {
  const [record] = await Promise.all([recordOrStatus(context, requestId), context.chainsKnown()]);
  const { status } = record;
  const payment = paymentOf(context, requestId, record);
  const now = context.deps.clock.now();
  const created = Date.parse(record.createdAt ?? '');
  return {
    v: 1,
    id: requestId,
    // A request that nobody has paid may be given up by the payer; one that was paid is out.
    stage: isDepositSeen(status) || payment.submissions.length > 0 ? 'sent' : 'prompted',
    payment,
    digest: '',
    prompt: null,
    status: 'waiting',
    emitted: [],
    createdAt: created < now ? created : now,
    updatedAt: now,
  };
}

/** As far as the service's record tells it. */
export function paymentOf(context: Pick<PaymentContext, 'chain'>, requestId: string, record: WireRecord): Payment {
  const { inTxs = [], outTxs = [], metadata = {}, recipient } = record;
  const refs = inTxs.map(({ chainId, hash }) => transactionRef(context.chain(chainId), chainId, hash));
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

/** The request history; a service that keeps it from pages may still tell the status. */
async function recordOrStatus(context: PaymentContext, requestId: string): Promise<WireRecord> {
  const { client, signal, deps } = context;
  try {
    const record = await fetchRecord(context, requestId, signal);
    if (record) return record;
  } catch {
    // The status says whether there is such a request.
  }
  try {
    const [{ status, inTxHashes = [], originChainId = 0, destinationChainId = 0 }] = await Promise.all([
      client.status(requestId, { signal }),
      // Whoever follows it asks for the status at once: never twice a second.
      pause(SECOND_MS, deps.clock, signal),
    ]);
    return {
      status,
      inTxs: inTxHashes.map((hash) => ({ chainId: originChainId, hash })),
      outTxs: [{ chainId: destinationChainId, hash: '' }],
    };
  } catch (error) {
    if (!(error instanceof HubPayError)) throw error;
    const isUnknown = error.details === '404';
    const words = isUnknown ? `The service knows no payment ${requestId}.` : error.message;
    throw new HubPayError(isUnknown ? 'service-refused' : error.code, words, { money: 'unknown', cause: error });
  }
}
