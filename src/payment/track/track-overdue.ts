/** Asks the payer about a sent payment of which neither its chain nor the service has told anything new for long. */
import { backoff } from '../../shared/backoff.js';
import { isAborted, secondsOf, sleep } from '../../shared/clock.js';
import type { PaymentContext } from '../context/context.js';
import { readChain } from '../context/readers.js';
import { isDepositSeen, isOverdue, STALE_MS } from '../context/status.js';
import { isProvedUnpaid, type JournalEntry } from '../journal/entry.js';
import type { PaymentRecord } from './payment-record.js';
import { CLOCK_MARGIN_MS, readPermit } from './track-permit.js';

const FIRST_LOOK_MS = 60_000;
const SLOWEST_LOOK_MS = 1_800_000;
/** Longest wait for a confirmed receipt, in milliseconds. It takes two equal answers of the chain. */
const RECEIPT_MS = 5_000;

/**
 * Looks after a minute, then more and more rarely, at least every 30 minutes. Asks while the chain does not show the
 * payment, and if the service will probably never know it. Shows the payment again when the chain shows it, also after
 * the payer gave it up. Ends when `signal` aborts.
 */
export async function trackOverdue(context: PaymentContext, record: PaymentRecord, signal: AbortSignal): Promise<void> {
  const { clock } = context.deps;
  const pace = backoff(FIRST_LOOK_MS, SLOWEST_LOOK_MS);
  for (let rounds = 0; ; rounds += 1) {
    const before = record.entry();
    // After a reload, the service first has a minute to tell more about a payment that it has seen.
    const isEarly = rounds === 0 && isDepositSeen(before?.status ?? '');
    if (before && !isEarly && isLooked(before, clock.now())) {
      const place = await placeOf(context, before, signal);
      const entry = record.entry();
      if (isAborted(signal)) return;
      if (entry && isLooked(entry, clock.now())) {
        const isStale = clock.now() - entry.updatedAt >= STALE_MS;
        const isConfirmed = place === 'confirmed';
        const isStuck = isConfirmed && (isStale || isOnlyDelivered(entry));
        if (entry.stage === 'sent' && (isStuck || place === 'missing'))
          record.ask(isDepositSeen(entry.status), isConfirmed);
        else if (isConfirmed) {
          if (entry.stage === 'abandoned') record.markSent([]);
          record.show({ type: 'sent' });
        }
      }
    }
    await sleep(pace.delay, clock, signal);
    pace.grow();
    if (isAborted(signal)) return;
  }
}

/**
 * True if the transaction itself delivers the payment, so that the service perhaps never knows it. After a reload, no
 * page can tell that a stored transaction is of this order.
 */
const isOnlyDelivered = ({ payment: { account, quote } }: JournalEntry): boolean =>
  !account && quote.pays.chainId === quote.receives.chainId;

/** True for an overdue payment, and for one that the payer gave up although the wallet had sent it. */
const isLooked = (entry: JournalEntry, now: number): boolean =>
  isOverdue(entry, now) ||
  (entry.stage === 'abandoned' && entry.payment.payingHash !== undefined && !isProvedUnpaid(entry));

/**
 * Where the payment is: `confirmed` on its chain, `missing` there, or possibly still to come. A chain that cannot be
 * read proves nothing, so a payment that was confirmed before is then not missing. A used permit is a confirmed
 * payment.
 */
async function placeOf(
  context: PaymentContext,
  entry: JournalEntry,
  signal: AbortSignal,
): Promise<'confirmed' | 'missing' | 'open'> {
  const { clock } = context.deps;
  const { prompt, payment, emitted, outcome } = entry;
  const { permit, expected, chainId, nonce = null, calls } = prompt ?? {};
  if (permit && secondsOf(clock.now() - CLOCK_MARGIN_MS) < BigInt(permit.deadline)) return 'open';
  if (permit && (await readPermit(context, entry, signal)).includes('used')) return 'confirmed';
  const hash = payment.payingHash;
  if (!expected || chainId === undefined || hash === undefined) return 'missing';
  const query = { hash, ...(nonce !== null && { nonce }), ...(calls && { size: calls.size }) };
  const receipt = await readChain(context, chainId, RECEIPT_MS, signal, ({ adapter, access }) =>
    adapter.waitForReceipt(query, expected, access),
  );
  if (receipt?.outcome === 'confirmed' || receipt?.outcome === 'repriced') return 'confirmed';
  const wasConfirmed = emitted.includes('hub-sent') && !outcome?.problem;
  return wasConfirmed && !(await isReadable(context, chainId, expected.from, signal)) ? 'open' : 'missing';
}

/** True if the chain answers now. */
async function isReadable(
  context: PaymentContext,
  chainId: number,
  account: string,
  signal: AbortSignal,
): Promise<boolean> {
  const nonce = await readChain(context, chainId, RECEIPT_MS, signal, ({ adapter, access }) =>
    adapter.nextNonce(account, access),
  );
  return nonce !== null;
}
