/** Decides which earlier payments are checked before a new payment. */
import type { PaymentContext } from '../../context/context.js';
import type { JournalEntry } from '../../journal/entry.js';
import { isAbandoned, isAwaitingDeposit, isCancelled, isFailed, isSettled } from '../../journal/lifecycle.js';
import { isPaying } from '../../../shared/step-ids.js';
import { loaded } from '../../../shared/load-code.js';

/**
 * A payment that the wallet refused is checked for this many milliseconds after the refusal. Some wallets report a
 * refusal and still send the payment.
 */
const REFUSED_MS = 86_400_000;

function isChecked(entry: JournalEntry, now: number): boolean {
  const { prompt, updatedAt, unconfirmed } = entry;
  if (isCancelled(entry)) return !!prompt?.expected && isPaying(prompt.step.id) && now - updatedAt < REFUSED_MS;
  if (isSettled(entry)) return unconfirmed === true;
  return isAbandoned(entry) || isFailed(entry) || isAwaitingDeposit(entry);
}

/**
 * Checks earlier payments of the order before a new payment: abandoned, failed and refused payments, awaited deposits,
 * and refunds that only the service has reported. Checks refused payments last. Shows a payment again if the payment
 * was sent or delivered.
 * @throws HubPayError `outcome-unknown` if a pending transaction or batch is perhaps an earlier payment
 * @throws HubPayError `unconfirmed` if a payment could not be checked, once for each such payment
 * @throws HubPayError `service-down` if the code could not be loaded
 */
export async function recheckEarlier(context: PaymentContext, signal: AbortSignal): Promise<void> {
  const now = context.deps.clock.now();
  const entries = context.journal.read().filter((entry) => isChecked(entry, now));
  if (entries.length === 0) return;
  const { recheckPayments } = await loaded(import('./chunk.js'), 'looks for earlier payments', 'unknown');
  const refused = entries.filter(isCancelled);
  await recheckPayments(context, [...entries.filter((entry) => !isCancelled(entry)), ...refused], signal);
}
