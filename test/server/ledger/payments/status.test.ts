/** Tests what the payments of an order mean for the order. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { orderStatusOf, takesPayment, wasPaid } from '../../../../src/server/ledger/payments/status.js';
import type { PaymentStatus } from '../../../../src/server/index.js';

const HOUR = 3_600_000;
const now = 100 * HOUR;
const decided = { at: '2026-11-21T09:00:00.000Z', note: 'x', accepted: false };

/** The payments of a text such as `short! late+`: a person has decided about the first, and accepted the second. */
const paymentsOf = (text: string, changedAt = now) =>
  text
    .split(' ')
    .filter(Boolean)
    .map((each) => {
      const status = each.replace(/[!+]/u, '') as PaymentStatus;
      const accepted = each.endsWith('+');
      return { status, changedAt, resolution: accepted || each.endsWith('!') ? { ...decided, accepted } : null };
    });

test('the status of an order follows from its payments', () => {
  for (const [payments, status, takes] of [
    ['', 'unpaid', true],
    ['stored stored', 'unpaid', true],
    ['stored pending', 'paying', false],
    ['confirming', 'paying', false],
    ['paid', 'paid', false],
    ['paid second short disputed', 'paid', false],
    ['same paid', 'paid', false],
    ['refunded', 'refunded', true],
    ['refunded pending', 'paying', false],
    ['refunded stored', 'refunded', true],
    ['reversed', 'disputed', false],
    ['reversed!', 'refunded', false],
    ['reversed! pending', 'paying', false],
    ['disputed', 'disputed', false],
    ['disputed!', 'unpaid', true],
    ['short', 'review', false],
    ['short pending', 'review', false],
    ['short!', 'unpaid', true],
    ['short! late', 'review', false],
    ['other-token', 'review', false],
    ['wrong', 'review', false],
    ['late', 'review', false],
    ['unreadable', 'review', false],
    ['failed', 'review', false],
    ['failed!', 'unpaid', true],
    ['too-old', 'unpaid', true],
    ['pending!', 'unpaid', true],
    ['confirming! pending', 'paying', false],
    ['short+', 'paid', false],
    ['unreadable+ stored', 'paid', false],
    ['disputed+ second', 'paid', false],
  ] as const) {
    assert.equal(orderStatusOf(paymentsOf(payments), now), status, payments);
    assert.equal(takesPayment(paymentsOf(payments), now), takes, payments);
  }
  assert.equal(wasPaid(paymentsOf('reversed!')), true);
  assert.equal(wasPaid(paymentsOf('late+')), true);
  assert.equal(wasPaid(paymentsOf('second late!')), false);
});

test('a failed payment holds its order for a day', () => {
  assert.equal(orderStatusOf(paymentsOf('failed', now - 23 * HOUR), now), 'review');
  assert.equal(orderStatusOf(paymentsOf('failed', now - 24 * HOUR), now), 'unpaid');
});
