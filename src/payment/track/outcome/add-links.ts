/** Adds the transactions of the delivery to a receipt, if the service's status answer named none of them. */
import { sleep } from '../../../shared/time/clock.js';
import type { PaymentContext } from '../../context/context.js';
import { fetchRecord } from '../../context/readers.js';
import { receiptOf } from './receipt.js';
import type { PaymentRecord } from '../../context/payment-record.js';
import { readDelivery } from './read-delivery.js';

/** The pause before each reading of the record, in milliseconds. */
const PAUSES_MS = [3_000, 15_000, 60_000, 300_000];

/**
 * Reads the request record (`GET /requests/v2`) at most 4 times, until its `outTxs` name transactions on the
 * destination chain. Then shows the receipt with these transactions, and with the received amount if the chain shows
 * it.
 */
export async function addLinks(context: PaymentContext, record: PaymentRecord): Promise<void> {
  const { signal } = context;
  const { clock } = context.deps;
  for (const pause of PAUSES_MS) {
    await sleep(pause, clock, signal);
    const payment = record.entry()?.payment;
    if (signal.aborted || !payment) return;
    const found = await fetchRecord(context, payment.requestId, signal).catch(() => null);
    const { chainId } = payment.quote.receives;
    const txHashes = (found?.outTxs ?? []).filter((each) => each.chainId === chainId && each.hash);
    if (txHashes.length === 0) continue;
    const answer = {
      status: 'success',
      txHashes: txHashes.map(({ hash }) => hash),
      inTxHashes: (found?.inTxs ?? []).map(({ hash }) => hash),
    };
    const delivery = await readDelivery(context, payment, answer, signal);
    if (context.signal.aborted) return;
    const receipt = receiptOf(record, payment, answer, delivery);
    record.remember({ receipt });
    record.show({ type: 'succeeded', receipt, at: clock.now() });
    return;
  }
}
