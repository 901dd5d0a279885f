/** Loads the code for payments whose transaction is not known. */
import { loaded } from '../../shared/load-code.js';
import type { PaymentContext } from '../context/context.js';
import type * as Search from './search.js';

const load = (): Promise<typeof Search> => import('./search.js');

/** Null if the code could not be loaded. The service can still report the payment. */
export const loadSearch = (): Promise<typeof Search | null> => load().catch(() => null);

/**
 * Checks abandoned payments and awaited deposits again before a new payment.
 * @throws HubPayError `outcome-unknown` if a pending transaction or batch is perhaps an abandoned payment;
 *   `service-down` if the code could not be loaded: nobody pays while an earlier payment cannot be checked
 */
export async function recheckEarlier(context: PaymentContext, signal: AbortSignal): Promise<void> {
  const isEarlier = context.journal.read().some(({ stage }) => stage === 'abandoned' || stage === 'awaiting-deposit');
  if (!isEarlier) return;
  const { recheckAbandoned } = await loaded(load(), 'looks for earlier payments');
  await recheckAbandoned(context, signal);
}
