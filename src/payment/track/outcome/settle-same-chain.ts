/**
 * Ends a payment within one chain when the chain shows the delivery. The payer's own transaction delivers the money, so
 * the payment can end even if the service does not know it.
 */
import { isAborted, sleep } from '../../../shared/time/clock.js';
import type { PaymentContext } from '../../context/context.js';
import { readChain } from '../../context/readers.js';
import { isSeenByService } from '../../context/status.js';
import type { JournalEntry } from '../../journal/entry.js';
import { isSent } from '../../journal/lifecycle.js';
import { settleSuccess } from './outcome.js';
import type { PaymentRecord } from '../../context/payment-record.js';
import { isDelivered, readDelivery } from './read-delivery.js';

/**
 * Wait before the first read of the chain, in milliseconds. In this time, the service usually reports the end of the
 * payment.
 */
const SERVICE_MS = 60_000;
const RETRY_MS = 30_000;
const MOST_READS = 10;
const READ_MS = 6_000;

/**
 * Resolves when the payment has ended or is no longer in the stage `sent`, when the service has seen it, or after an
 * abort. Also resolves after 10 attempts to find the delivery on the chain.
 */
export async function settleSameChain(
  context: PaymentContext,
  record: PaymentRecord,
  hash: string,
  signal: AbortSignal,
): Promise<void> {
  const { clock } = context.deps;
  for (let reads = 0; reads < MOST_READS; reads += 1) {
    await sleep(reads === 0 ? SERVICE_MS : RETRY_MS, clock, signal);
    const entry = record.entry();
    if (isAborted(signal) || !entry || !isUnseenByService(entry)) return;
    if (!(await hasArrived(context, entry, hash, signal))) continue;
    const delivery = await readDelivery(context, entry.payment, { txHashes: [hash] }, signal);
    const now = record.entry();
    if (isAborted(signal) || !now || !isUnseenByService(now)) return;
    // The transaction can be older than this payment, or another payment can have claimed its money.
    if (!isDelivered(delivery)) continue;
    settleSuccess(context, record, { status: 'success', txHashes: [hash], inTxHashes: [hash] }, delivery);
    return;
  }
}

/** True if the payment is in progress and the service has not seen it. */
const isUnseenByService = (entry: JournalEntry): boolean => isSent(entry) && !isSeenByService(entry.status);

/**
 * True if the transaction brought at least the promised minimum to the recipient. False after a reload, because the
 * hash then comes only from the storage.
 */
async function hasArrived(
  context: PaymentContext,
  { payment }: JournalEntry,
  hash: string,
  signal: AbortSignal,
): Promise<boolean> {
  const { receives, recipient } = payment.quote;
  const least = receives.minimumAmount ?? receives.amount;
  // Use no hash that comes only from the storage, because it can belong to another payment. `account` is known only on
  // the page that began the payment.
  if (least === null || !payment.account) return false;
  const amount = await readChain(context, receives.chainId, READ_MS, signal, ({ adapter, access }) =>
    adapter.ledger?.receivedAmount(hash, recipient, receives.currency, access),
  );
  return amount !== null && amount >= BigInt(least);
}
