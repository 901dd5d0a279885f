/** Asks the payer about a sent payment that neither its chain nor the service has shown for 30 minutes. */
import { backoff } from '../../shared/backoff.js';
import { isAborted, secondsOf, sleep } from '../../shared/clock.js';
import type { PaymentContext } from '../context/context.js';
import { readChain } from '../context/readers.js';
import { isOverdue } from '../context/status.js';
import { isProvedUnpaid, type JournalEntry } from '../journal/entry.js';
import type { PaymentRecord } from './payment-record.js';
import { CLOCK_MARGIN_MS } from './track-permit.js';

const FIRST_LOOK_MS = 60_000;
const SLOWEST_LOOK_MS = 1_800_000;
/** Time without a word of the service after which the payer is asked about a confirmed payment too, in milliseconds. */
const UNKNOWN_MS = 86_400_000;
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
  for (;;) {
    const before = record.entry();
    if (before && isLooked(before, clock.now())) {
      const place = await placeOf(context, before, signal);
      const entry = record.entry();
      if (isAborted(signal)) return;
      if (entry && isLooked(entry, clock.now())) {
        const isStuck = place === 'confirmed' && isUnknownToService(entry, clock.now()) && !record.isSeen();
        if (isStuck) context.journal.allowAgain(entry, 'abandoned');
        if (isStuck || (place === 'missing' && entry.stage === 'sent')) record.ask();
        else if (place === 'confirmed') {
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
 * True if the service will probably never know a payment that its chain confirms: a day has passed, or the transaction
 * itself delivers the payment. After a reload, no page can tell that a stored transaction is of this order.
 */
const isUnknownToService = ({ stage, payment, updatedAt }: JournalEntry, now: number): boolean =>
  stage === 'sent' &&
  (now - updatedAt >= UNKNOWN_MS ||
    (!payment.account && payment.quote.pays.chainId === payment.quote.receives.chainId));

/** True for an overdue payment, and for one that the payer gave up although the wallet had sent it. */
const isLooked = (entry: JournalEntry, now: number): boolean =>
  isOverdue(entry, now) ||
  (entry.stage === 'abandoned' && entry.payment.payingHash !== undefined && !isProvedUnpaid(entry));

/**
 * Where the payment is: `confirmed` on its chain, `missing` there, or possibly still to come. A chain that cannot be
 * read proves nothing, so a payment that was confirmed before is then not missing.
 */
async function placeOf(
  context: PaymentContext,
  { prompt, payment, emitted, outcome }: JournalEntry,
  signal: AbortSignal,
): Promise<'confirmed' | 'missing' | 'open'> {
  const { clock } = context.deps;
  const { permit, expected, chainId, nonce = null, calls } = prompt ?? {};
  if (permit && secondsOf(clock.now() - CLOCK_MARGIN_MS) < BigInt(permit.deadline)) return 'open';
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
