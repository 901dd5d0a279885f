/** Decides when the job verifies a payment again. */
import type { LedgerPayment, PaymentStatus } from '../types.js';
import { TRAITS } from './status.js';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** How long the job verifies an open payment after its status last changed, in milliseconds. */
const LAST_CHECK_MS = 30 * DAY;

/**
 * How long the job watches a payment with a final status, in milliseconds, because the service can still send the money
 * back.
 */
const WATCH_MS = 7 * DAY;

/**
 * Returns the Unix time of the next verification in milliseconds, or null if there is none.
 *
 * An open payment is verified every 15 seconds in the first ten minutes after its status changed. Then it is verified
 * every minute until an hour has passed, every hour until a week has passed, and every day until 30 days have passed.
 * Most ids that stay unknown belong to payments that the payer never approved. After a failure of `onPaid`, the caller
 * uses `retryPause` instead.
 *
 * A payment with a final status is verified after 10 minutes, an hour and six hours, then every day for a week, because
 * the service can send the money back after it has reported a delivery. For a payment that a person has accepted, the
 * time counts from that decision.
 */
export function nextCheck(
  payment: { status: PaymentStatus; changedAt: number; resolution?: LedgerPayment['resolution'] },
  now: number,
): number | null {
  const { status, resolution } = payment;
  const changedAt = resolution?.accepted ? Date.parse(resolution.at) : payment.changedAt;
  const since = now - changedAt;
  if (TRAITS[status].isOpen) return since >= LAST_CHECK_MS ? null : now + pauseOf(since);
  if (since >= WATCH_MS) return null;
  return (
    changedAt + ([10 * MINUTE, HOUR, 6 * HOUR].find((each) => each > since) ?? DAY * (Math.floor(since / DAY) + 1))
  );
}

function pauseOf(age: number): number {
  if (age < 10 * MINUTE) return 15_000;
  if (age < HOUR) return MINUTE;
  return age < 7 * DAY ? HOUR : DAY;
}

/**
 * Returns the pause after this number of failures in a row, in milliseconds. It doubles from 10 seconds to at most an
 * hour.
 */
export const retryPause = (failures: number): number => Math.min(10_000 * 2 ** (failures - 1), HOUR);
