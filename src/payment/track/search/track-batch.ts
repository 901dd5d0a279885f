/** Polls the wallet for the status of a batch of calls (EIP-5792). */
import { backoff } from '../../../shared/time/backoff.js';
import { isAborted, sleep, within } from '../../../shared/time/clock.js';
import type { BatchState } from '../../../vm/family/abilities.js';
import { isMessage } from '../../../vm/family/is-message.js';
import { belongsToOtherEntry } from '../../journal/transaction-owners.js';
import { notifyService, chainReader } from '../../context/readers.js';
import type { PaymentContext } from '../../context/context.js';
import type { CallBatch, JournalEntry } from '../../journal/entry.js';
import { isAbandoned, isBatchPending, isUnfinished } from '../../journal/lifecycle.js';
import { showUncertain } from './confirm-unpaid.js';
import type { PaymentRecord } from '../../context/payment-record.js';
import { isSeenByService } from '../../context/status.js';
import type { Payment } from '../../../types.js';

const FIRST_ASK_MS = 2_000;
const SLOWEST_ASK_MS = 15_000;
const WALLET_ANSWER_MS = 5_000;

/**
 * If the wallet reports a failure for this many milliseconds, the outcome of the batch becomes unknown. The time is
 * long because some wallets report a failure too early.
 */
const FAILED_GRACE_MS = 600_000;

/** If the wallet reports no status for this many milliseconds, the outcome of the batch becomes unknown. */
const SILENCE_MS = 3_600_000;

/** For this many milliseconds after the wallet has reported a status to any tab, no tab treats the wallet as silent. */
const HEARD_MS = 60_000;

/**
 * Polls the wallet until the transaction is known, the service has seen the payment, or the stage is none of
 * `prompted`, `sent` and `abandoned`. Also ends after an abort. The outcome becomes unknown if the wallet reports a
 * failure for 10 minutes, or nothing for 1 hour.
 * @param o.isHelper true in a tab without the lock for this payment, where the silence of its own wallet proves nothing
 */
export async function trackBatch(
  context: PaymentContext,
  record: PaymentRecord,
  signal: AbortSignal,
  o: { isHelper?: boolean } = {},
): Promise<void> {
  const { clock, storage } = context.deps;
  const pace = backoff(FIRST_ASK_MS, SLOWEST_ASK_MS, 1.5);
  for (let entry = record.entry(); entry && isWalletReport(entry); entry = record.entry()) {
    const before = entry;
    await sleep(pace.delay, clock, signal);
    await context.turn?.(signal);
    const state = await within(WALLET_ANSWER_MS, clock, signal, (end) => readBatchState(context, before, end));
    const now = record.entry();
    if (isAborted(signal) || !now || !isWalletReport(now)) return;
    if (state?.name === 'done' && !belongsToOtherEntry(storage, state.hash, now.id)) {
      record.markSent([state.hash]);
      notifyService(context, now.payment, state.hash);
      return;
    }
    const { heardAt = -Infinity } = now.prompt?.calls ?? {};
    const isHeard = clock.now() - heardAt < HEARD_MS && heardAt <= clock.now();
    if (!state && (o.isHelper || isHeard)) {
      pace.grow();
      continue;
    }
    if (state && now.prompt?.calls && clock.now() - heardAt >= HEARD_MS / 4)
      record.apply({ type: 'wallet-reported', calls: { ...now.prompt.calls, heardAt: clock.now() } });
    const { isNew, lasts } = journalWalletStatus(record, state?.name ?? 'nothing', clock.now());
    if (isNew) pace.reset();
    else pace.grow();
    // If the wallet reports `done` with the transaction of another payment, treat the batch as pending. If `isAccepted`
    // is not true, poll again, because the wallet may still show its prompt.
    const isThere = state?.name === 'pending' || state?.name === 'done';
    const { isAccepted, released } = now.prompt?.calls ?? {};
    if (isThere && isAccepted && !released) showAccepted(context, record);
    else if (!isThere && lasts >= (state ? FAILED_GRACE_MS : SILENCE_MS)) showUncertain(record);
  }
}

/**
 * Writes a new wallet status and its start time to the journal, so that the duration of the status survives a reload.
 */
function journalWalletStatus(
  record: PaymentRecord,
  status: NonNullable<CallBatch['walletStatus']>,
  now: number,
): { isNew: boolean; lasts: number } {
  const prompt = record.entry()?.prompt;
  if (!prompt?.calls) return { isNew: true, lasts: 0 };
  const { calls } = prompt;
  const { since = now } = calls;
  const isNew = calls.walletStatus !== status || since > now;
  const lasts = isNew ? 0 : now - since;
  const isPending =
    status === 'pending' ||
    status === 'done' ||
    (status === 'nothing' && calls.pendingInWallet === true && lasts < SILENCE_MS);
  const pendingInWallet = calls.isAccepted ? isPending : undefined;
  if (isNew || pendingInWallet !== calls.pendingInWallet) {
    const changed: CallBatch = {
      ...calls,
      walletStatus: status,
      since: now - lasts,
      ...(pendingInWallet !== undefined && { pendingInWallet: pendingInWallet }),
    };
    record.apply({ type: 'wallet-reported', calls: changed });
  }
  return { isNew, lasts };
}

/**
 * True while the wallet must be asked about the batch: its transaction is not known, the service has not seen the
 * payment, and the payment is unfinished or abandoned.
 */
const isWalletReport = (entry: JournalEntry): boolean =>
  entry.prompt?.calls !== undefined &&
  entry.payment.payingHash === undefined &&
  !isSeenByService(entry.status) &&
  (isUnfinished(entry) || isAbandoned(entry));

/**
 * Reads the status of the batch from the wallet. Returns null if the page cannot ask the wallet, or if the wallet gives
 * no usable status.
 * @throws the wallet's error, or HubPayError `service-down` if the code of the chain could not be loaded
 */
export async function readBatchState(
  context: PaymentContext,
  { prompt }: JournalEntry,
  signal: AbortSignal,
): Promise<BatchState | null> {
  const { calls, expected, chainId, wallet: id } = prompt ?? {};
  if (!calls || !expected || isMessage(expected) || chainId === undefined || id === undefined) return null;
  const reader = await chainReader(context, chainId, signal);
  const batches = reader?.adapter.batches;
  const wallet = batches && (await context.wallet(id, chainId));
  return wallet ? batches.getCallsState(calls.id, wallet, { expected, size: calls.size }, reader.access) : null;
}

/** Marks the payment as sent and updates the screen, because the wallet holds the batch or has executed it. */
export function showAccepted(context: PaymentContext, record: PaymentRecord): void {
  const entry = record.entry();
  if (!entry || isBatchPending(entry)) return;
  // Remove the old paying hash, because its transaction did not pay.
  const { payingHash: _, ...rest } = entry.payment;
  const payment: Payment = { ...rest, batched: true };
  record.apply({ type: 'batch-accepted', payment });
  if (!isAbandoned(entry)) record.show({ type: 'payment-updated', payment });
  else context.dispatch({ type: 'resumed', payment, status: entry.status, since: entry.createdAt });
}
