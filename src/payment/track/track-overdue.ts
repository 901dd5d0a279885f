/** Asks the payer whether to keep waiting for an overdue payment, after a look at the chain. */
import { backoff } from '../../shared/time/backoff.js';
import { isWithinOneChain } from '../../shared/chain.js';
import { isAborted, sleep } from '../../shared/time/clock.js';
import type { PaymentContext } from '../context/context.js';
import { readChain } from '../context/readers.js';
import { nativeAddress } from '../../vm/registry/registry.js';
import { isSeenByService, isOverdue, STALE_MS } from '../context/status.js';
import type { JournalEntry } from '../journal/entry.js';
import { isAbandoned, isProvedUnpaid, isSent } from '../journal/lifecycle.js';
import type { PaymentRecord } from '../context/payment-record.js';
import { isPermitOpen, readPermit } from './search/track-permit.js';
import { isTaken } from './search/track-signed-transfer.js';

const FIRST_LOOK_MS = 60_000;
const SLOWEST_LOOK_MS = 1_800_000;
/**
 * Longest wait for a read of the chain, in milliseconds. A receipt counts only after two equal answers of the chain.
 */
const RECEIPT_MS = 5_000;

/**
 * Reads the chain again and again, after pauses that grow from 1 minute to 30 minutes, until `signal` aborts. Asks the
 * payer whether to keep waiting for an overdue payment whose place is `missing` (`placeOf`). Also asks about a
 * confirmed one, if its journal entry was not written for a day, or if the service will probably never see it. Shows an
 * abandoned payment again when the chain confirms it, unless the payer gave it up after its confirmation.
 */
export async function trackOverdue(context: PaymentContext, record: PaymentRecord, signal: AbortSignal): Promise<void> {
  const { clock } = context.deps;
  const pace = backoff(FIRST_LOOK_MS, SLOWEST_LOOK_MS);
  for (let rounds = 0; ; rounds += 1) {
    const before = record.entry();
    // Skip the first round if the service has seen the payment. After a reload, the service then has a minute to report
    // more.
    const isEarly = rounds === 0 && isSeenByService(before?.status ?? '');
    if (before && !isEarly && isLooked(before, clock.now())) {
      await context.turn?.(signal);
      const place = await placeOf(context, before, signal);
      const entry = record.entry();
      if (isAborted(signal)) return;
      if (entry && isLooked(entry, clock.now())) {
        const isStale = clock.now() - entry.updatedAt >= STALE_MS;
        const isConfirmed = place === 'confirmed';
        const isStuck = isConfirmed && (isStale || isOnlyDelivered(entry));
        if (isSent(entry) && (isStuck || place === 'missing')) record.ask(isSeenByService(entry.status), isConfirmed);
        else if (isConfirmed) {
          if (isAbandoned(entry)) record.markSent([]);
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
 * True for a payment within one chain if this page does not know the paying account, as after a reload. The payer's own
 * transaction usually delivers the money, so the service perhaps never sees the payment. No page can prove that a
 * stored transaction belongs to this order.
 */
const isOnlyDelivered = ({ payment: { account, quote } }: JournalEntry): boolean => !account && isWithinOneChain(quote);

/** True for an overdue payment, and also for an abandoned payment whose paying transaction can still be confirmed. */
const isLooked = (entry: JournalEntry, now: number): boolean =>
  isOverdue(entry, now) || (isAbandoned(entry) && entry.payment.payingHash !== undefined && !isProvedUnpaid(entry));

/**
 * Reads where the payment is:
 * - `confirmed`: the chain confirms the payment, the permit was used, or the venue has executed the transfer.
 * - `missing`: the chain does not confirm the payment or cannot be read, or the page does not know what to read.
 * - `open`: the permit is perhaps still valid, or `hub-sent` was emitted earlier but the chain cannot be read now.
 */
async function placeOf(
  context: PaymentContext,
  entry: JournalEntry,
  signal: AbortSignal,
): Promise<'confirmed' | 'missing' | 'open'> {
  const { clock } = context.deps;
  const { prompt, payment, emitted, outcome } = entry;
  const { permit, expected, chainId, nonce = null, calls } = prompt ?? {};
  if (permit && isPermitOpen(permit, clock.now())) return 'open';
  if (permit && (await readPermit(context, entry, signal)).includes('used')) return 'confirmed';
  // Only the exchange's answer proves the transfer, because trading also lowers the balance.
  if (isTaken(entry)) return 'confirmed';
  const hash = payment.payingHash;
  if (!expected || chainId === undefined || hash === undefined) return 'missing';
  const query = { hash, ...(nonce !== null && { nonce }), ...(calls && { size: calls.size }) };
  const receipt = await readChain(context, chainId, RECEIPT_MS, signal, ({ adapter, access }) =>
    adapter.ledger?.waitForReceipt(query, expected, access),
  );
  if (receipt?.outcome === 'confirmed' || receipt?.outcome === 'repriced') return 'confirmed';
  const wasConfirmed = emitted.includes('hub-sent') && !outcome?.problem;
  return wasConfirmed && !(await isReadable(context, chainId, expected.from, signal)) ? 'open' : 'missing';
}

/** True if the chain answers a read of the account's balance now. */
async function isReadable(
  context: PaymentContext,
  chainId: number,
  account: string,
  signal: AbortSignal,
): Promise<boolean> {
  const balances = await readChain(context, chainId, RECEIPT_MS, signal, ({ adapter, access }) =>
    adapter.balances(account, [{ currency: nativeAddress(access.chain) ?? '' }], access),
  );
  return balances?.[0] != null;
}
