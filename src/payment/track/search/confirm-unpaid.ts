/**
 * Decides whether a payment was certainly not sent, and abandons such a payment. Two of these sources must show that
 * nothing was paid: the chain's RPC, the chain through the payer's wallet, and the service. Also handles an end without
 * a deposit, a contradiction of the service, and a batch whose outcome is unknown.
 */
import { errorInfo, HubPayError } from '../../../errors.js';
import { sameAddress } from '../../../shared/chain.js';
import { within } from '../../../shared/time/clock.js';
import type { TransactionRef } from '../../../types.js';
import { isMessage } from '../../../vm/family/is-message.js';
import type { Receipt, UnpaidOutcome } from '../../../vm/family/sources.js';
import type { PaymentContext } from '../../context/context.js';
import { endedUnfunded } from '../../context/status.js';
import { isAwaitingDeposit, isBatchPending, isUnfinished } from '../../journal/lifecycle.js';
import { showUnconfirmed } from '../outcome/outcome.js';
import { addRecordHashes, readStatus } from '../status/read-status.js';
import type { PaymentRecord } from '../../context/payment-record.js';

const STATUS_READ_MS = 6_000;

/** The page assumes that one node shows a transaction at most this many milliseconds later than another node. */
const LAG_MS = 15_000;

/**
 * When the sources have shown for this many milliseconds that nothing was paid, the page assumes that the service has
 * seen each SVM payment that the chain has executed. The chain executes a transaction before its blockhash expires, or
 * never.
 */
const EXECUTED_MS = 90_000;

/**
 * True if this page has begun this payment from a wallet. Also true if the wallet of the last request is connected and
 * contains the account that was asked to pay. If false, only the storage shows which transaction belongs to the
 * payment, and other scripts can change the storage.
 */
export async function isOwnPrompt(context: PaymentContext, record: PaymentRecord): Promise<boolean> {
  const { payment, prompt } = record.entry() ?? {};
  if (payment?.account) return true;
  const from = prompt?.expected?.from ?? prompt?.permit?.owner ?? prompt?.transfer?.owner;
  if (prompt?.wallet === undefined || from === undefined) return false;
  const wallet = await context.wallet(prompt.wallet, prompt.chainId);
  const addresses = (await wallet?.addresses().catch(() => null)) ?? [];
  return addresses.some((address) => sameAddress(address, from));
}

/**
 * Asks the service for a second proof if only the RPC or only the wallet shows that nothing was paid. Returns true if
 * the service agrees, `isOwnPrompt` is true and the outcome is not guessed. The expiry of a transaction that the page
 * has not read is guessed. Otherwise returns false. Then also asks the payer, if the sources disagree, if the service
 * agrees with a guess, or if `seen.lasts` is at least 15 seconds, or 90 seconds for an SVM payment.
 * @param seen.isDisputed true if the RPC and the wallet show different outcomes
 * @param seen.lasts how long the source has shown this outcome, in milliseconds
 */
export async function confirmUnpaid(
  context: PaymentContext,
  record: PaymentRecord,
  seen: { lasts: number; isDisputed: boolean },
  outcome: Receipt['outcome'],
): Promise<boolean> {
  const { prompt } = record.entry() ?? {};
  const paysByMessage = isMessage(prompt?.expected ?? {});
  const isGuessed = outcome === 'expired' && !prompt?.checked;
  const isExecuted = paysByMessage && seen.lasts >= EXECUTED_MS;
  // Each call asks for the wallet, because a wallet can connect late after a reload.
  const [isConfirmed, isOwn] = await Promise.all([
    serviceConfirms(context, record, { ...seen, isExecuted }),
    isOwnPrompt(context, record),
  ]);
  if (isConfirmed && isOwn && !isGuessed) return true;
  if (seen.isDisputed || (isConfirmed && isGuessed) || seen.lasts >= (paysByMessage ? EXECUTED_MS : LAG_MS))
    showUnconfirmed(context, record);
  return false;
}

/**
 * True if the service confirms that no deposit arrived. Always false without `registry`, or if the RPC and the wallet
 * disagree.
 * @param seen.isDisputed true if the RPC and the wallet show different outcomes
 * @param seen.isExecuted true if the service would have seen the payment by now
 */
export async function serviceConfirms(
  context: PaymentContext,
  record: PaymentRecord,
  { isDisputed, isExecuted = false }: { isDisputed: boolean; isExecuted?: boolean },
): Promise<boolean> {
  const requestId = record.entry()?.payment.requestId;
  // Without `registry`, the service names the address of the RPC, so they are not two independent sources.
  if (requestId === undefined || isDisputed || context.options.registry === undefined) return false;
  const answer = await within(STATUS_READ_MS, context.deps.clock, context.signal, async (signal) =>
    addRecordHashes(context, requestId, await readStatus(context, requestId, signal), signal),
  );
  if (!answer) return false;
  // The status `waiting` alone confirms nothing, because a payment with a slow transaction has this status too.
  const isUnseen = isExecuted && answer.status === 'waiting' && !answer.inTxHashes?.length;
  return isUnseen || endedUnfunded(answer);
}

/**
 * Abandons a payment after two sources have shown that nothing was paid, but keeps tracking it, because the chain's
 * answer can change.
 * @param transaction for `reverted`, the transaction that reverted; for `replaced` and `cancelled`, the transaction
 *   that took the place of the payment; not used for `expired`
 */
export function settleUnpaid(record: PaymentRecord, outcome: UnpaidOutcome, transaction?: TransactionRef): void {
  const entry = record.entry();
  if (!entry) return;
  const { requestId, quote } = entry.payment;
  const { pays } = quote;
  const problem = errorInfo(
    outcome === 'expired'
      ? new HubPayError('expired', 'No block contains the transaction, and its blockhash has expired.', {
          money: 'in-wallet',
          reason: 'transaction-expired',
        })
      : outcome === 'reverted'
        ? new HubPayError('reverted', 'The paying transaction reverted.', {
            ...(transaction && { transaction }),
            ...(pays.amountFormatted !== null && { values: { amount: `${pays.amountFormatted} ${pays.symbol}` } }),
          })
        : new HubPayError('replaced', `The paying transaction was ${outcome} in the wallet.`, {
            ...(transaction && { transaction }),
          }),
  );
  record.apply({ type: 'proved-unpaid', problem });
  record.show({ type: outcome === 'reverted' ? 'reverted' : 'cancelled', requestId, problem });
}

/**
 * Asks the payer whether to keep waiting, because the service contradicts a result that a page has already emitted. In
 * the stage `sent`, changes the stage to `prompted` and the stored status to `waiting`. A page that opens later then
 * shows the question instead of the payment's progress. Changes only an unfinished payment.
 */
export function showContradicted(record: PaymentRecord): void {
  const entry = record.entry();
  if (!entry || !isUnfinished(entry)) return;
  record.apply({ type: 'contradicted' });
  record.ask(true);
}

/**
 * Handles a payment that ended unpaid at the service. Sets the deadline of an awaited deposit to now, unless it has
 * passed. Marks the outcome of a pending batch as unknown, unless the wallet can still execute the batch.
 */
export function settleEndedUnpaid(context: PaymentContext, record: PaymentRecord): void {
  const entry = record.entry();
  if (entry && isAwaitingDeposit(entry)) settleExpired(context, record);
  else if (!entry?.prompt?.calls?.pendingInWallet) showUncertain(record);
}

/** Sets the deadline of the deposit to now, unless it has passed. Later deposits are then marked as late. */
function settleExpired({ deps }: PaymentContext, record: PaymentRecord): void {
  const payment = record.entry()?.payment;
  const now = deps.clock.now();
  if (!payment?.deposit || (payment.deposit.deadline ?? Infinity) <= now) return;
  const ended = { ...payment, deposit: { ...payment.deposit, deadline: now } };
  record.apply({ type: 'noted', payment: ended });
  record.show({ type: 'payment-updated', payment: ended });
}

/**
 * Marks the outcome of a pending batch (`isBatchPending`) as unknown, and asks the payer. Only the payer can check in
 * the wallet whether the batch was executed.
 */
export function showUncertain(record: PaymentRecord): void {
  const entry = record.entry();
  if (!entry || !isBatchPending(entry)) return;
  record.apply({ type: 'batch-lost' });
  record.show({ type: 'payment-updated', payment: record.entry()?.payment ?? entry.payment });
  record.ask();
}
