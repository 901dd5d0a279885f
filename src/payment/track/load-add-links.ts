/** Loads the code that adds the transactions of a delivery to its receipt. */
import type { WireStatus } from '../../api/responses/types.js';
import type { PaymentContext } from '../context/context.js';
import type { PaymentRecord } from './payment-record.js';

/**
 * Looks for the transactions of the delivery, if the service's status answer names none of them. If the code cannot be
 * loaded, the receipt has no links to the delivery transactions.
 */
export function addMissingLinks(context: PaymentContext, record: PaymentRecord, { txHashes }: WireStatus): void {
  if (txHashes?.length) return;
  const add = async (): Promise<void> => (await import('./add-links.js')).addLinks(context, record);
  add().catch(() => undefined);
}
