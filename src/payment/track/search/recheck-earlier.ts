/** Decides which earlier payments are checked before a new payment. */
import type { PaymentContext } from '../../context/context.js';
import type { JournalEntry } from '../../journal/entry.js';
import { isAbandoned, isAwaitingDeposit, isCancelled, isFailed, isSettled, isUnsent } from '../../journal/lifecycle.js';
import { contradictsItself, hasPayingPrompt, isOnlyStoredUnsent } from '../../journal/trusted-stage.js';
import { loaded } from '../../../shared/load-code.js';

/**
 * A payment that the wallet of this page refused is checked for this many milliseconds after the refusal, because some
 * wallets report a refusal and still send the payment.
 */
const REFUSED_MS = 86_400_000;

/**
 * How much a payment is checked:
 * - `fully`: the chain, the wallet and the service are asked, because the payment may be out.
 * - `by-service`: the service is asked once, because only the storage says that the payment is over or was never sent.
 * - `never`: this page knows that the payment is unpaid or how it ended, or the payment blocks a new payment by itself.
 */
function checkOf(entry: JournalEntry, context: PaymentContext): 'fully' | 'by-service' | 'never' {
  if (isSettled(entry) && !entry.unconfirmed)
    return entry.outcome || !context.settledBefore().has(entry.id) ? 'never' : 'by-service';
  if (!isUnsent(entry))
    return isAbandoned(entry) || isFailed(entry) || isAwaitingDeposit(entry) || isSettled(entry) ? 'fully' : 'never';
  if (isOnlyStoredUnsent(entry))
    return entry.isDenied || hasPayingPrompt(entry) || contradictsItself(entry) ? 'fully' : 'by-service';
  // The payer can leave before the wallet returns a transaction that the page refuses.
  const isRefused = isCancelled(entry) || entry.prompt?.refused === true;
  const isRefusal = isRefused && !!entry.prompt?.expected && hasPayingPrompt(entry);
  return isRefusal && context.deps.clock.now() - entry.updatedAt < REFUSED_MS ? 'fully' : 'never';
}

/**
 * Checks earlier payments of the order before a new payment, because another script can have changed a stage in the
 * storage. Leaves out those that this page itself knows to be unpaid or ended. Checks refused payments last, and shows
 * a payment again if it was sent.
 * @throws HubPayError `outcome-unknown` if a pending transaction or batch is perhaps an earlier payment
 * @throws HubPayError `unconfirmed` if a payment could not be checked, once for each such payment
 * @throws HubPayError `service-down` if the code could not be loaded
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
