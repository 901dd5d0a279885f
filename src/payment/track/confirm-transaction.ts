/**
 * Watches the paying transaction on its chain until it is confirmed. After a transaction that did not pay, waits for
 * another one.
 */
import { isAborted, sleep } from '../../shared/time/clock.js';
import { isWithinOneChain } from '../../shared/chain.js';
import { orNull } from '../../shared/load-code.js';
import type { TransactionRef } from '../../types.js';
import type { Receipt, SecondSource } from '../../vm/family/sources.js';
import type { PaymentContext } from '../context/context.js';
import { syncPause } from './tabs/sync-tabs.js';
import { reportSent, showUnconfirmed } from './outcome/outcome.js';
import { chainReader, notifyService, walletReader, type ChainReader } from '../context/readers.js';
import type * as ConfirmUnpaid from './search/confirm-unpaid.js';
import type { PaymentRecord } from '../context/payment-record.js';
import { isSeenByService } from '../context/status.js';
import { isAbandoned, isCancelled, isPrompted, isSettled, isUnfinished } from '../journal/lifecycle.js';

const loadConfirmUnpaid = () => orNull(import('./search/confirm-unpaid.js'));

const UNREADABLE_MS = 15_000;

/**
 * The outcomes of a transaction that paid. `repriced` means that another transaction with the same content paid, for
 * example one with other fees.
 */
const PAID = { confirmed: true, repriced: true };

/**
 * Resolves when the transaction is confirmed, when the payment was cancelled or settled, or after an abort. For a
 * payment by signature, resolves when a paying hash is known, because the payer has no transaction to watch. Within one
 * chain, `settleSameChain` first tries to end the payment after the confirmation.
 */
export async function confirmTransaction(
  context: PaymentContext,
  record: PaymentRecord,
  signal: AbortSignal,
): Promise<void> {
  let last: string | undefined;
  while (!signal.aborted) {
    const submission = await replaceSubmission(context, record, signal, last);
    if (!submission) return;
    const { hash, chainId } = submission;
    try {
      const reader = await chainReader(context, chainId, signal);
      const prompt = record.entry()?.prompt;
      const expected = prompt?.expected;
      // After a signature, the service or the venue moves the money, so the payer's account has no transaction to
      // watch.
      if (prompt && !expected) return;
      const ledger = reader?.adapter.ledger;
      if (ledger && prompt && expected) {
        const { nonce, calls } = prompt;
        const sent = { hash, ...(nonce !== null && { nonce }), ...(calls && { size: calls.size }) };
        const second = secondSource(context, record, reader);
        const access = { ...reader.access, turn: () => context.turn?.(signal) };
        const receipt = await ledger.waitForReceipt(sent, expected, access, undefined, second);
        const isPaid = receipt.outcome in PAID;
        const unpaid = isPaid ? null : await loadConfirmUnpaid();
        const isOwn = isPaid || (await unpaid?.isOwnPrompt(context, record));
        if (isAborted(signal)) return;
        if (isOwn) settleTransaction(context, record, receipt, submission, unpaid);
        else showUnconfirmed(context, record);
        if (isPaid) {
          const quote = record.entry()?.payment.quote;
          if (quote && isWithinOneChain(quote))
            await (
              await orNull(import('./outcome/settle-same-chain.js'))
            )?.settleSameChain(context, record, receipt.hash, signal);
          return;
        }
        // Wait for another hash, because the wallet can report another transaction later.
        last = hash;
        continue;
      }
    } catch {
      // If the chain could not be read, or its code could not be loaded, try again in 15 s.
    }
    await sleep(UNREADABLE_MS, context.deps.clock, signal);
  }
}

/**
 * Creates the second source for `waitForReceipt`. The result that a transaction did not pay counts only if a second
 * source confirms it, so that two independent sources agree.
 */
const secondSource = (context: PaymentContext, record: PaymentRecord, reader: ChainReader): SecondSource => ({
  access: async () => (await walletReader(context, reader, record.entry()?.prompt?.wallet))?.access ?? null,
  async confirms({ outcome }, seen) {
    const code = await loadConfirmUnpaid();
    if (code) return code.confirmUnpaid(context, record, seen, outcome);
    showUnconfirmed(context, record);
    return false;
  },
});

/**
 * Waits until the payment has a paying hash other than `last`, and returns this transaction. Returns null if the
 * payment was cancelled or settled, if there is no entry, or after an abort.
 */
async function replaceSubmission(
  context: PaymentContext,
  record: PaymentRecord,
  signal: AbortSignal,
  last: string | undefined,
): Promise<TransactionRef | null> {
  for (let rounds = 0; ; rounds += 1) {
    const entry = record.entry();
    if (signal.aborted || !entry || isCancelled(entry) || isSettled(entry)) return null;
    const paying = record.paying();
    if (paying && paying.hash !== last) return paying;
    await sleep(syncPause(rounds), context.deps.clock, signal);
  }
}

function settleTransaction(
  context: PaymentContext,
  record: PaymentRecord,
  { outcome, hash }: Receipt,
  submission: TransactionRef,
  unpaid: typeof ConfirmUnpaid | null,
): void {
  const entry = record.entry();
  if (!entry) return;
  switch (outcome) {
    case 'repriced':
      if (hash !== submission.hash) {
        const submissions = [...entry.payment.submissions, ...record.refs(submission.chainId, [hash])];
        const payment = { ...entry.payment, submissions, payingHash: hash };
        record.apply({ type: 'noted', payment });
        record.show({ type: 'payment-updated', payment });
        notifyService(context, payment, hash);
      }
      reportConfirmed(record);
      return;
    case 'confirmed':
      reportConfirmed(record);
      return;
    default:
      // If the service has seen the payment, the chain's answer that nothing was paid is wrong or old.
      if (isSeenByService(entry.status) || !isUnfinished(entry)) return;
      unpaid?.settleUnpaid(record, outcome, record.refs(submission.chainId, [hash])[0]);
  }
}

function reportConfirmed(record: PaymentRecord): void {
  const entry = record.entry();
  if (!entry) return;
  const { requestId, reference } = entry.payment;
  if (isPrompted(entry) || isAbandoned(entry)) record.markSent([]);
  if (entry.prompt) record.emitOnce('hub-step', { requestId, reference, step: entry.prompt.step, phase: 'confirmed' });
  reportSent(record);
}
