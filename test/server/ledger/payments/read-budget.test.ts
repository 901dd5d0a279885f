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
  let [merchant, visitors, polls] = [0, 0, 0];
  for (; now < 10 * 60_000; now += 50) {
    if (budget.take({ orderId: String(now), visitor: null, isPoll: true })) polls += 1;
    if (budget.take({ orderId: String(now), visitor: null, isPoll: false })) visitors += 1;
    if (budget.forJob > 0 && budget.take('merchant')) merchant += 1;
  }
  assert.ok(visitors <= 10 * 60 + 30, `${visitors} for visitors`);
  assert.ok(merchant >= 10 * 60 - 40, `${merchant} for the merchant`);
  assert.ok(merchant + visitors + polls <= 10 * 120 + 30, `${merchant + visitors + polls} in all`);
});

test('pages that look at orders leave a whole press and the job what they need, also after a long chain', () => {
  let now = 0;
  for (const perMinute of [1, 2, 10, 30, 84, 120, 1_000]) {
    now += 10 * 60_000;
    const budget = new ReadBudget(perMinute, () => now);
    let polls = 0;
    for (const end = now + 10 * 60_000; now < end; now += 50) {
      const poll = { orderId: String(now), visitor: String(now), isPoll: true };
      if (!budget.take(poll)) continue;
      polls += 1;
      budget.takeMore(poll);
    }
    // A request of each verification is a further one.
    assert.ok(2 * polls <= (10 * perMinute) / 4 + perMinute + 24, `${polls} of ${perMinute}`);
    assert.ok(perMinute < 30 || polls > perMinute, `${polls} of ${perMinute}`);
    assert.ok(budget.forJob >= 1 || perMinute === 1, `the job of ${perMinute}`);
    const press = { orderId: '1', visitor: 'payer', isPoll: false };
    const wanted = Math.min(perMinute, 20);
    for (let at = 0; at < wanted; at += 1) assert.equal(budget.take(press), true, `${at} of ${perMinute}`);
  }
});

test('one order and one visitor get at most thirty reads a minute', () => {
  const now = 0;
  const budget = new ReadBudget(10_000, () => now);
  const count = (reader: (at: number) => { orderId: string; visitor: string | null; isPoll: boolean }): number =>
    Array.from({ length: 100 }, (_, at) => budget.take(reader(at))).filter(Boolean).length;
  assert.equal(
    count(() => ({ orderId: 'a', visitor: null, isPoll: false })),
    30,
  );
  assert.equal(
    count((at) => ({ orderId: `b${at}`, visitor: 'mallory', isPoll: false })),
    30,
  );
  assert.equal(
    count((at) => ({ orderId: `c${at}`, visitor: `${at}`, isPoll: false })),
    100,
  );
  assert.ok(budget.waitOf({ orderId: 'a', visitor: null, isPoll: false }) > 0);
  assert.equal(budget.waitOf('merchant'), 0);
  // Those who only look have limits of their own.
  assert.equal(budget.take({ orderId: 'a', visitor: 'mallory', isPoll: true }), true);
});

test('a budget of one read a minute still reads', () => {
  let now = 0;
  const budget = new ReadBudget(1, () => now);
  assert.equal(budget.take('merchant'), true);
  assert.equal(budget.take('merchant'), false);
  now = 60_000;
  assert.equal(budget.forJob, 1);
});
