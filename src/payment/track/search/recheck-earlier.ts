/** Decides which earlier payments are checked before a new payment. */
import type { PaymentContext } from '../../context/context.js';
import { isUnsent, type JournalEntry } from '../../journal/entry.js';
import {
  isAbandoned,
  isAwaitingDeposit,
  isCancelled,
  isFailed,
  isPrepared,
  isSettled,
} from '../../journal/lifecycle.js';
import { contradictsItself, hasPayingPrompt, isOnlyStoredUnsent } from '../../journal/trusted-stage.js';
import { loaded } from '../../../shared/load-code.js';

/**
 * A payment that the wallet of this page refused, or whose prompt the payer has left, is checked for this many
 * milliseconds after that. Some wallets report a refusal and still send the payment.
 */
const REFUSED_MS = 86_400_000;

/**
 * How much a payment is checked:
 * - `fully`: the chain, the wallet and the service are asked, because the payment may be out. For a payment to a
 *   deposit address, and for one that has failed or was refunded, only the service is asked.
 * - `by-service`: the service is asked once, because only the storage shows that the payment is over or was never sent.
 * - `never`: the payment blocks a new payment by itself, or this page knows that it is unpaid or how it ended. After a
 *   day, a payment that the wallet refused, or whose prompt the payer has left, counts as unpaid.
 */
function checkOf(entry: JournalEntry, context: PaymentContext): 'fully' | 'by-service' | 'never' {
  if (isSettled(entry) && !entry.unconfirmed)
    return entry.outcome || !context.settledBefore().has(entry.id) ? 'never' : 'by-service';
  if (!isUnsent(entry))
    return isAbandoned(entry) || isFailed(entry) || isAwaitingDeposit(entry) || isSettled(entry) ? 'fully' : 'never';
  if (isOnlyStoredUnsent(entry))
    return entry.isDenied || hasPayingPrompt(entry) || contradictsItself(entry) ? 'fully' : 'by-service';
  // In the stage `prepared`, the payer has left the prompt of a wallet that was asked only to sign. Such a wallet can
  // send what it signs, or return a transaction that the page refuses.
  const isRefused = isCancelled(entry) || isPrepared(entry);
  const isRefusal = isRefused && !!entry.prompt?.expected && hasPayingPrompt(entry);
  // A wallet that holds a signed transaction can have sent it while no page was awake, so its age proves nothing.
  const isDue = entry.prompt?.refused === true || context.deps.clock.now() - entry.updatedAt < REFUSED_MS;
  return isRefusal && isDue ? 'fully' : 'never';
}

/**
 * Checks earlier payments of the order before a new payment. The wallet can have sent an abandoned or refused payment,
 * and another script can have changed a stage in the storage. Leaves out the payments for which `checkOf` returns
 * `never`. If too many must be checked `fully`, leaves out those that count as not sent first. Shows a payment again if
 * it was sent.
 * @throws HubPayError `outcome-unknown` if a pending transaction or batch is perhaps an earlier payment, if the chain
 *   can still execute one, or if a wallet on a phone can still approve one
 * @throws HubPayError `quote-unsafe` if the wallet may hold a refused transaction that the chain can still execute
 * @throws HubPayError `unconfirmed`, once for each payment, if only the payer can decide about it; also once if there
 *   are too many payments to check
 * @throws HubPayError `service-down` if the code could not be loaded
 * @throws the signal's reason, after an abort
 */
export async function recheckEarlier(context: PaymentContext, signal: AbortSignal): Promise<void> {
  const all = context.journal.read();
  const fully = all.filter((entry) => checkOf(entry, context) === 'fully');
  const byService = all.filter((entry) => checkOf(entry, context) === 'by-service');
  if (fully.length + byService.length === 0) return;
  const { recheckPayments } = await loaded(import('./chunk.js'), 'looks for earlier payments', 'unknown');
  const ordered = [...fully.filter((entry) => !isUnsent(entry)), ...fully.filter(isUnsent)];
  await recheckPayments(context, { fully: ordered, byService }, signal);
}
