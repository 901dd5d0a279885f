/** Defines the order and the meaning of the service's payment statuses, and when a payment without news is overdue. */
import type { WireStatus } from '../../api/responses/types.js';
import type { JournalEntry } from '../journal/entry.js';
import { isBatchPending, isEnd, isLastEnd, isSent } from '../journal/lifecycle.js';

/** The statuses of a payment in progress (`GET /intents/status/v3`), in the order that this code expects. */
const ORDER: readonly string[] = ['waiting', 'depositing', 'pending', 'submitted'];

export const isKnownStatus = (status: string): boolean => ORDER.includes(status) || isEnd(status);

/**
 * True if the status `next` can replace the status `shown`. Of the statuses in `ORDER`, only a later one replaces an
 * earlier one. Nothing replaces `success` or `refund`, but another end, `pending`, `submitted` and unknown statuses can
 * replace `failure`.
 */
export function advancesStatus(shown: string, next: string): boolean {
  if (isLastEnd(shown) || next === shown) return false;
  // After a failure, a slow server of the service can still return `waiting` or `depositing`.
  if (shown === 'failure' && (next === 'waiting' || next === 'depositing')) return false;
  if (!ORDER.includes(next) || !ORDER.includes(shown)) return true;
  return ORDER.indexOf(next) > ORDER.indexOf(shown);
}

/**
 * True if the service reports a failure or a refund, but names no transaction of the payment: no deposit, no payout and
 * no refund.
 */
export const endedUnfunded = ({ status, inTxHashes = [], txHashes = [] }: WireStatus): boolean =>
  (status === 'failure' || status === 'refund') && inTxHashes.length + txHashes.length === 0;

/**
 * True for a known status other than `waiting`, which shows that the service has seen the payment. An exception is an
 * end without any transaction, which `endedUnfunded` detects.
 */
export const isSeenByService = (status: string): boolean =>
  status !== 'waiting' && status !== 'unknown' && isKnownStatus(status);

/**
 * A sent payment is overdue if its journal entry was not written for this many milliseconds. The page can then ask the
 * payer whether to keep waiting.
 */
export const OVERDUE_MS = 1_800_000;

/** Replaces `OVERDUE_MS` for a payment that the service has seen. */
export const STALE_MS = 86_400_000;

/**
 * Returns how many milliseconds remain until the payment is overdue; zero or less if it is overdue now. Returns
 * Infinity in every stage except `sent`. Also returns Infinity for a batch whose transaction is not known, while the
 * service has not seen the payment.
 */
export function untilOverdue(entry: JournalEntry, now: number): number {
  const { status, updatedAt } = entry;
  const isSeen = isSeenByService(status);
  if (!isSent(entry) || (isBatchPending(entry) && !isSeen)) return Infinity;
  return updatedAt + (isSeen ? STALE_MS : OVERDUE_MS) - now;
}

/** True if `untilOverdue` leaves no time, so that the page can ask whether to keep waiting. */
export const isOverdue = (entry: JournalEntry, now: number): boolean => untilOverdue(entry, now) <= 0;
