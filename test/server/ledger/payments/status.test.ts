/** Tests what the payments of an order mean for the order. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ATTENTION_TEXTS } from '../../../../src/server/ledger/attention.js';
import { FINDING_TRAITS } from '../../../../src/server/ledger/payments/finding-traits.js';
import { orderStatusOf, takesPayment, TRAITS, wasPaid } from '../../../../src/server/ledger/payments/status.js';
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

/** Payments, the status of their order, and whether the order takes another payment. */
const ORDERS = [
  ['', 'unpaid', true],
  ['stored', 'unpaid', true],
  ['stored stored', 'unpaid', true],
  ['pending', 'paying', false],
  ['stored pending', 'paying', false],
  ['confirming', 'paying', false],
  ['paid', 'paid', false],
  ['same', 'unpaid', true],
  ['second', 'unpaid', true],
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
  ['conflicting', 'review', false],
  ['conflicting+', 'paid', false],
  ['unreadable', 'review', false],
  ['failed', 'review', false],
  ['failed!', 'unpaid', true],
  ['too-old', 'unpaid', true],
  ['pending!', 'unpaid', true],
  ['confirming! pending', 'paying', false],
  ['short+', 'paid', false],
  ['unreadable+ stored', 'paid', false],
  ['disputed+ second', 'paid', false],
] as const;

test('the status of an order follows from its payments', () => {
  for (const [payments, status, takes] of ORDERS) {
    assert.equal(orderStatusOf(paymentsOf(payments), now), status, payments);
    assert.equal(takesPayment(paymentsOf(payments), now), takes, payments);
  }
  const alone = ORDERS.map(([payments]) => payments as string);
  for (const status of Object.keys(TRAITS)) assert.ok(alone.includes(status), `${status} has no row`);
  assert.equal(wasPaid(paymentsOf('reversed!')), true);
  assert.equal(wasPaid(paymentsOf('late+')), true);
  assert.equal(wasPaid(paymentsOf('second late!')), false);
});

test('a person can decide about everything that is told, and accept what the advice offers', () => {
  for (const [status, { tells, isDecidable, isAcceptable }] of Object.entries(TRAITS)) {
    if (tells || isAcceptable) assert.equal(isDecidable, true, status);
    if (tells && ATTENTION_TEXTS[tells].advice.includes('{ accepted: true }')) assert.equal(isAcceptable, true, status);
  }
});

test('a payment that takes its delivery has come', () => {
  for (const [status, { takesDelivery }] of Object.entries(FINDING_TRAITS))
    if (takesDelivery) assert.equal(TRAITS[status as PaymentStatus].hasCome, true, status);
});

test('a failed payment holds its order for a day', () => {
  assert.equal(orderStatusOf(paymentsOf('failed', now - 23 * HOUR), now), 'review');
  assert.equal(orderStatusOf(paymentsOf('failed', now - 24 * HOUR), now), 'unpaid');
});
