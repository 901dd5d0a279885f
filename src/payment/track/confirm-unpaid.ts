/**
 * Decides whether a payment certainly did not go out, and then abandons it. One source proves nothing that lets a payer
 * pay again. There are three sources: the chain's RPC, the chain through the payer's wallet, and the service.
 */
import { errorInfo, HubPayError } from '../../errors.js';
import { within } from '../../shared/clock.js';
import type { TransactionRef } from '../../types.js';
import type { UnpaidOutcome } from '../../vm/adapter.js';
import type { PaymentContext } from '../context/context.js';
import { isBatchPending, isUnfinished } from '../journal/entry.js';
import { endedUnfunded } from '../context/status.js';
import { readStatus } from './read-status.js';
import type { PaymentRecord } from './payment-record.js';

const STATUS_READ_MS = 6_000;

/**
 * True if this page has asked the wallet, or if the connected wallet has the account that was asked. Otherwise only the
 * storage says which transaction is the payment.
 */
export async function isOwnPrompt(context: PaymentContext, record: PaymentRecord): Promise<boolean> {
  const { payment, prompt } = record.entry() ?? {};
  if (payment?.account) return true;
  const from = (prompt?.expected?.from ?? prompt?.permit?.owner)?.toLowerCase();
  if (prompt?.wallet === undefined || from === undefined) return false;
  const wallet = await context.wallet(prompt.wallet);
  const addresses = (await wallet?.addresses().catch(() => null)) ?? [];
  return addresses.includes(from);
}

/**
 * True if the service confirms what only one of RPC and wallet shows: that no deposit arrived.
 * @param seen.isDisputed true if the other source shows another outcome
 */
export async function serviceConfirms(
  context: PaymentContext,
  record: PaymentRecord,
  { isDisputed }: { isDisputed: boolean },
): Promise<boolean> {
  const requestId = record.entry()?.payment.requestId;
  // Without a pinned registry, the address of the RPC comes from the service. The two are then one source.
  if (requestId === undefined || isDisputed || context.options.registry === undefined) return false;
  const read = (signal: AbortSignal): ReturnType<typeof readStatus> => readStatus(context, requestId, signal);
  const answer = await within(STATUS_READ_MS, context.deps.clock, context.signal, read);
  // `waiting` confirms nothing, because a slow transaction is waited for too.
  return answer !== null && endedUnfunded(answer);
}

/**
 * Abandons a payment after two sources have shown that nothing was paid. The tracking continues, because the chain's
 * answer can change.
 * @param transaction the transaction that took the payment's place, or that reverted
 */
export function settleUnpaid(record: PaymentRecord, outcome: UnpaidOutcome, transaction?: TransactionRef): void {
  const entry = record.entry();
  if (!entry) return;
  const { requestId, quote } = entry.payment;
  const { pays } = quote;
  const problem = errorInfo(
    outcome === 'reverted'
      ? new HubPayError('reverted', 'The paying transaction reverted.', {
          ...(transaction && { transaction }),
          ...(pays.amountFormatted !== null && { values: { amount: `${pays.amountFormatted} ${pays.symbol}` } }),
        })
      : new HubPayError('replaced', `The paying transaction was ${outcome} in the wallet.`, {
          ...(transaction && { transaction }),
        }),
  );
  const { prompt } = entry;
  const calls = prompt?.calls && { ...prompt.calls, pendingInWallet: false };
  record.write({ stage: 'abandoned', outcome: { problem }, ...(prompt && calls && { prompt: { ...prompt, calls } }) });
  record.show({ type: outcome === 'reverted' ? 'reverted' : 'cancelled', requestId, problem });
}

/**
 * Asks the payer, at any status, because the service tells another end than a page was told. The stored progress counts
 * no longer, so that no tab shows it in place of the question.
 */
export function showContradicted(record: PaymentRecord): void {
  const entry = record.entry();
  if (!entry || !isUnfinished(entry)) return;
  if (entry.stage === 'sent') record.write({ stage: 'prompted', status: 'waiting' });
  record.ask(true);
}

/**
 * Handles an order that ended without a deposit. Sets the deadline of an awaited deposit to now, or marks the outcome
 * of a batch as unknown.
 */
export function settleWithoutDeposit(context: PaymentContext, record: PaymentRecord): void {
  const { stage, prompt } = record.entry() ?? {};
  if (stage === 'awaiting-deposit') settleExpired(context, record);
  else if (!prompt?.calls?.pendingInWallet) showUncertain(record);
}

/** Sets the deadline to now, so that every later deposit counts as late. */
function settleExpired({ deps }: PaymentContext, record: PaymentRecord): void {
  const payment = record.entry()?.payment;
  const now = deps.clock.now();
  if (!payment?.deposit || (payment.deposit.deadline ?? Infinity) <= now) return;
  const ended = { ...payment, deposit: { ...payment.deposit, deadline: now } };
  record.write({ payment: ended });
  record.show({ type: 'payment-updated', payment: ended });
}

/** Marks the outcome as unknown. Only the payer can check whether the batch is executed. */
export function showUncertain(record: PaymentRecord): void {
  const entry = record.entry();
  if (!entry || !isBatchPending(entry)) return;
  const { batched: _, ...payment } = entry.payment;
  record.write({ stage: 'prompted', payment });
  record.show({ type: 'payment-updated', payment });
  record.ask();
}
