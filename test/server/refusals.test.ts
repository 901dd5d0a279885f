/** Tests which reason each status of the service gives. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { refusalOfStatus, refuse } from '../../src/server/refusals.js';

test('only the status `success` is no refusal', () => {
  const statuses = ['success', 'refund', 'failure', 'pending', 'waiting', 'SUCCESS', ''];
  assert.deepEqual(
    statuses.map((status) => refusalOfStatus(status)?.reason),
    [undefined, 'refunded', 'failed', 'pending', 'pending', 'pending', 'pending'],
  );
});

test('the message of a pending payment contains at most 40 characters of the status', () => {
  assert.equal(refusalOfStatus('x'.repeat(99))?.message, `The payment is not delivered yet (${'x'.repeat(40)}).`);
});

test('the message of a payment that the service waits for does not say that money was sent', () => {
  assert.equal(refusalOfStatus('waiting')?.message, 'The payment is not delivered yet (waiting).');
});

test('a refusal has the reason and the message', () => {
  assert.deepEqual(refuse('amount', 'Less.'), { ok: false, reason: 'amount', message: 'Less.' });
});
