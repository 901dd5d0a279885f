/** Tests when the job verifies a payment again. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nextCheck, retryPause } from '../../../../src/server/ledger/payments/schedule.js';
import type { PaymentStatus } from '../../../../src/server/index.js';

const [MINUTE, HOUR, DAY] = [60_000, 3_600_000, 86_400_000];

/** The times of all verifications of a payment that keeps its status. */
function timesOf(status: PaymentStatus): number[] {
  const times: number[] = [];
  for (let at: number | null = 0; at !== null; at = nextCheck({ status, changedAt: 0 }, at)) times.push(at);
  return times.slice(1);
}

test('an id that stays unknown is asked for often at first, then hourly, then daily, and at last never', () => {
  const times = timesOf('stored');
  const within = (from: number, to: number): number => times.filter((at) => at > from && at <= to).length;
  assert.equal(within(0, 10 * MINUTE), 40);
  assert.equal(within(10 * MINUTE, HOUR), 50);
  assert.equal(within(HOUR, 7 * DAY), 167);
  assert.equal(within(7 * DAY, 40 * DAY), 23);
  assert.ok((times.at(-1) ?? 0) >= 30 * DAY);
  assert.deepEqual(timesOf('pending'), times);
});

test('a delivered payment is watched for a week, because the service can send it back', () => {
  const times = timesOf('paid');
  assert.deepEqual(times, [10 * MINUTE, HOUR, 6 * HOUR, DAY, 2 * DAY, 3 * DAY, 4 * DAY, 5 * DAY, 6 * DAY, 7 * DAY]);
  assert.deepEqual(timesOf('second'), times);
});

test('an old id that the service has just reported is asked for often again', () => {
  const found = { status: 'pending', changedAt: 29 * DAY } as const;
  assert.equal(nextCheck(found, 29 * DAY), 29 * DAY + 15_000);
  assert.equal(nextCheck(found, 31 * DAY), 31 * DAY + HOUR);
});

test('a failure is tried again after ten seconds, and at least once an hour', () => {
  assert.deepEqual([1, 2, 3, 9, 10, 2_000].map(retryPause), [10_000, 20_000, 40_000, 2_560_000, HOUR, HOUR]);
});
