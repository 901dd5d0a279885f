/** Watches a transfer that the payer has signed for the venue, until the service has seen it. */
import { isAborted, sleep, within } from '../../shared/clock.js';
import type { TransferState } from '../../vm/signed-transfers.js';
import type { PaymentContext } from '../context/context.js';
import { chainReader } from '../context/readers.js';
import { isDepositSeen } from '../context/status.js';
import { isUnfinished, type JournalEntry } from '../journal/entry.js';
import { showUnconfirmed } from './outcome.js';
import type { PaymentRecord } from './payment-record.js';

const TRANSFER_POLL_MS = 15_000;
const READ_MS = 10_000;

/**
 * For how long the balance must not be lower by the amount, in milliseconds. For this long, the page that has the
 * signature can still post it.
 */
const QUIET_MS = 150_000;

/**
 * True if the exchange of the venue has answered that it executed the transfer. Only this answer writes `hub-step` to
 * the journal entry of a transfer.
 */
export const isTaken = ({ prompt, emitted }: JournalEntry): boolean =>
  prompt?.transfer !== undefined && emitted.includes('hub-step');

/**
 * Asks the payer if the balance at the venue is not lower by the amount, because the signature was perhaps never
 * posted. The balance alone proves nothing. Ends when the service has seen the payment, or when the exchange has
 * executed the transfer, which the screen then shows.
 */
export async function trackTransfer(
  context: PaymentContext,
  record: PaymentRecord,
  signal: AbortSignal,
): Promise<void> {
  const { clock } = context.deps;
  let since: number | undefined;
  while (!signal.aborted) {
    const entry = record.entry();
    if (!entry || !isUnfinished(entry) || isDepositSeen(entry.status)) return;
    if (isTaken(entry)) {
      record.show({ type: 'sent' });
      return;
    }
    const state = await readTransfer(context, entry, signal);
    if (isAborted(signal)) return;
    since = state === 'unmoved' || state === 'unclear' ? (since ?? clock.now()) : undefined;
    if (since !== undefined && clock.now() - since >= QUIET_MS) showUnconfirmed(context, record);
    await sleep(TRANSFER_POLL_MS, clock, signal);
  }
}

/** Reads what the payer's balance at the venue shows. Null if the balance is unknown, or without a transfer. */
export async function readTransfer(
  context: PaymentContext,
  { prompt }: JournalEntry,
  signal: AbortSignal,
): Promise<TransferState | null> {
  const { transfer, chainId } = prompt ?? {};
  if (!transfer || chainId === undefined) return null;
  return within(READ_MS, context.deps.clock, signal, async (end) => {
    const reader = await chainReader(context, chainId, end);
    return (await reader?.adapter.transfers?.transferState(transfer, reader.access)) ?? null;
  });
}
