/** Tests the limits of the requests to the service. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ReadBudget, TokenBucket } from '../../../../src/server/ledger/payments/read-budget.js';

test('a bucket gives its tokens at once, and then as fast as it fills', () => {
  let now = 0;
  const bucket = new TokenBucket(60, 10, () => now);
  for (let at = 0; at < 12; at += 1) bucket.take();
  assert.equal(bucket.free(), 0);
  assert.equal(bucket.wait, 3_000);
  now = 2_999;
  assert.equal(bucket.free(), 0);
  now = 3_000;
  assert.equal(bucket.free(), 1);
  // A clock that is set back takes nothing away, and gives nothing.
  now = 0;
  assert.equal(bucket.free(), 1);
  now = 1_000_000;
  assert.equal(bucket.free(), 10);
  assert.equal(bucket.free(4), 6);
  assert.equal(bucket.isFull, true);
});

test('a bucket gives nothing during a pause', () => {
  let now = 0;
  const bucket = new TokenBucket(60, 10, () => now);
  bucket.pause(5_000);
  bucket.pause(1_000);
  assert.equal(bucket.free(), 0);
  assert.equal(bucket.wait, 5_000);
  now = 5_000;
  assert.equal(bucket.free(), 10);
});

test('in a minute, no more than the budget is read, whoever asks', () => {
  let now = 0;
  const budget = new ReadBudget(120, () => now);
  let [merchant, visitors] = [0, 0];
  for (; now < 10 * 60_000; now += 50) {
    if (budget.take({ orderId: String(now), visitor: null })) visitors += 1;
    if (budget.forJob > 0 && budget.take('merchant')) merchant += 1;
  }
  assert.ok(visitors <= 10 * 60 + 30, `${visitors} for visitors`);
  assert.ok(merchant >= 10 * 60 - 40, `${merchant} for the merchant`);
  assert.ok(merchant + visitors <= 10 * 120 + 30, `${merchant + visitors} in all`);
});

test('one order and one visitor get at most thirty reads a minute', () => {
  const now = 0;
  const budget = new ReadBudget(10_000, () => now);
  const count = (reader: (at: number) => { orderId: string; visitor: string | null }): number =>
    Array.from({ length: 100 }, (_, at) => budget.take(reader(at))).filter(Boolean).length;
  assert.equal(
    count(() => ({ orderId: 'a', visitor: null })),
    30,
  );
  assert.equal(
    count((at) => ({ orderId: `b${at}`, visitor: 'mallory' })),
    30,
  );
  assert.equal(
    count((at) => ({ orderId: `c${at}`, visitor: `${at}` })),
    100,
  );
  assert.ok(budget.waitOf({ orderId: 'a', visitor: null }) > 0);
  assert.equal(budget.waitOf('merchant'), 0);
});

test('a budget of one read a minute still reads', () => {
  let now = 0;
  const budget = new ReadBudget(1, () => now);
  assert.equal(budget.take('merchant'), true);
  assert.equal(budget.take('merchant'), false);
  now = 60_000;
  assert.equal(budget.forJob, 1);
});
