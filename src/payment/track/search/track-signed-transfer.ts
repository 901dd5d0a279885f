/**
 * Watches a transfer that the payer has signed for the venue, until the service or the exchange has seen the payment.
 */
import { isAborted, sleep, within } from '../../../shared/time/clock.js';
import type { TransferState } from '../../../vm/family/signed-transfers.js';
import type { PaymentContext } from '../../context/context.js';
import { chainReader } from '../../context/readers.js';
import { isSeenByService } from '../../context/status.js';
import type { JournalEntry } from '../../journal/entry.js';
import { isUnfinished } from '../../journal/lifecycle.js';
import { showUnconfirmed } from '../outcome/outcome.js';
import type { PaymentRecord } from '../../context/payment-record.js';

const TRANSFER_POLL_MS = 15_000;
const READ_MS = 10_000;

/**
 * The page asks the payer only if the balance has not fallen by the amount for this many milliseconds. Until then, the
 * exchange can still get the signature.
 */
const QUIET_MS = 150_000;

/**
 * True if the venue's exchange has answered that it executed the transfer. Only this answer writes `hub-step` to the
 * journal entry of a transfer.
 */
export const isTaken = ({ prompt, emitted }: JournalEntry): boolean =>
  prompt?.transfer !== undefined && emitted.includes('hub-step');

/**
 * Asks the payer if the balance at the venue does not fall by the amount, because the signature perhaps never reached
 * the exchange. Ends when the service has seen the payment, when its stage is neither `prompted` nor `sent`, or after
 * an abort. Also ends when the exchange has executed the transfer, and then shows the payment as sent.
 */
export async function trackSignedTransfer(
  context: PaymentContext,
  record: PaymentRecord,
  signal: AbortSignal,
): Promise<void> {
  const { clock } = context.deps;
  let since: number | undefined;
  while (!signal.aborted) {
    const entry = record.entry();
    if (!entry || !isUnfinished(entry) || isSeenByService(entry.status)) return;
    if (isTaken(entry)) {
      record.show({ type: 'sent' });
      return;
    }
    await context.turn?.(signal);
    const state = await readTransfer(context, entry, signal);
    if (isAborted(signal)) return;
    since = state === 'unmoved' || state === 'unclear' ? (since ?? clock.now()) : undefined;
    if (since !== undefined && clock.now() - since >= QUIET_MS) showUnconfirmed(context, record);
    await sleep(TRANSFER_POLL_MS, clock, signal);
  }
}

/**
 * Reads whether the payer's balance at the venue shows the transfer. Returns null if the balance is unknown, or if the
 * payment is not a transfer.
 */
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
