/** The order of the service's statuses, and what each of them proves. */
import type { WireStatus } from '../../api/responses/types.js';

/** How far a payment has come, by the service's words (service.md "States"); other words keep the stage they find. */
const ORDER: readonly string[] = ['waiting', 'depositing', 'pending', 'submitted'];

/** `failure` too, though a refund may follow it. */
export const isEnd = (status: string): boolean => status === 'success' || status === 'refund' || status === 'failure';

export const isKnownStatus = (status: string): boolean => ORDER.includes(status) || isEnd(status);

/**
 * Whether an answer moves the payment on. `success` and `refund` absorb; `failure` does not, since a refund may follow
 * it; an earlier stage after a later one is a stale answer.
 */
export function advancesStatus(shown: string, next: string): boolean {
  if (shown === 'success' || shown === 'refund' || next === shown) return false;
  // After a failure only what comes later than the first stages is new: a slower replica still says those.
  if (shown === 'failure' && (next === 'waiting' || next === 'depositing')) return false;
  if (!ORDER.includes(next) || !ORDER.includes(shown)) return true;
  return ORDER.indexOf(next) > ORDER.indexOf(shown);
}

/** The end of an order that nobody has paid: no deposit is named, and none is given back. */
export const endedUnfunded = ({ status, inTxHashes = [], txHashes = [] }: WireStatus): boolean =>
  (status === 'failure' || status === 'refund') && inTxHashes.length + txHashes.length === 0;

/** The service has seen the deposit: any word past `waiting`. */
export const isDepositSeen = (status: string): boolean =>
  status !== 'waiting' && status !== 'unknown' && isKnownStatus(status);
