/**
 * Ends a payment within one chain by its own transaction. The transaction itself delivers the payment, so the service's
 * word is not needed when the service does not know the payment.
 */
import { isAborted, sleep } from '../../shared/clock.js';
import type { PaymentContext } from '../context/context.js';
import { readChain } from '../context/readers.js';
import { isDepositSeen } from '../context/status.js';
import type { JournalEntry } from '../journal/entry.js';
import { settleSuccess } from './outcome.js';
import type { PaymentRecord } from './payment-record.js';
import { readDelivery } from './read-delivery.js';

/** The service usually ends such a payment within seconds. It has this many milliseconds before the chain decides. */
const SERVICE_MS = 60_000;
const RETRY_MS = 30_000;
const MOST_READS = 10;
const READ_MS = 6_000;

/** Resolves when the payment has ended, when the service has seen it, or when the chain does not show the delivery. */
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
    settleSuccess(context, record, { status: 'success', txHashes: [hash], inTxHashes: [hash] }, delivery);
    return;
  }
}

/** Unlike `isOverdue`, also true for a batch, because the chain has already shown its transaction. */
const isUnseenByService = ({ stage, status }: JournalEntry): boolean => stage === 'sent' && !isDepositSeen(status);

/** True if the transaction that this page has sent brought at least the promised minimum to the recipient. */
async function hasArrived(
  context: PaymentContext,
  { payment }: JournalEntry,
  hash: string,
  signal: AbortSignal,
): Promise<boolean> {
  const { receives, recipient } = payment.quote;
  const least = receives.minimumAmount ?? receives.amount;
  // A stored hash proves nothing: it can be that of another payment. Only the page that was told the hash by the wallet
  // knows its account.
  if (least === null || !payment.account) return false;
  const amount = await readChain(context, receives.chainId, READ_MS, signal, ({ adapter, access }) =>
    adapter.receivedAmount(hash, recipient, receives.currency, access),
  );
  return amount !== null && amount >= BigInt(least);
}
