/** Defines the order of the service's statuses. Defines which statuses prove a deposit or end a payment. */
import type { WireStatus } from '../../api/responses/types.js';

/** The service's statuses in order (`GET /intents/status/v3`). */
const ORDER: readonly string[] = ['waiting', 'depositing', 'pending', 'submitted'];

/** True for a status that ends a payment. Includes `failure`, although a refund may follow. */
export const isEnd = (status: string): boolean => status === 'success' || status === 'refund' || status === 'failure';

export const isKnownStatus = (status: string): boolean => ORDER.includes(status) || isEnd(status);

/**
 * True if the new status advances the payment. `success` and `refund` are final. `failure` is not final, because a
 * refund may follow. A new status is stale if it comes earlier in the order than the shown status.
 */
export function advancesStatus(shown: string, next: string): boolean {
  if (shown === 'success' || shown === 'refund' || next === shown) return false;
  // After a failure, `waiting` and `depositing` are stale. A slower replica of the service may still return them.
  if (shown === 'failure' && (next === 'waiting' || next === 'depositing')) return false;
  if (!ORDER.includes(next) || !ORDER.includes(shown)) return true;
  return ORDER.indexOf(next) > ORDER.indexOf(shown);
}

/** True if the order ended without funds: the response lists no deposit, no payout and no refund. */
export const endedUnfunded = ({ status, inTxHashes = [], txHashes = [] }: WireStatus): boolean =>
  (status === 'failure' || status === 'refund') && inTxHashes.length + txHashes.length === 0;

/** True if the service has seen the deposit: any known status beyond `waiting`. */
export const isDepositSeen = (status: string): boolean =>
  status !== 'waiting' && status !== 'unknown' && isKnownStatus(status);
