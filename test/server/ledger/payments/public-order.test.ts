/** Tests what the merchant sees of an order. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isoOf, type StoredPayment } from '../../../../src/server/ledger/database/store.js';
import { publicOrder } from '../../../../src/server/ledger/payments/public-order.js';
import type { LedgerPayment } from '../../../../src/server/ledger/types.js';
import { idOf, TERMS } from '../../../support/fake-service.js';
import { NOW } from '../shop.js';

const DAY = 24 * 3_600_000;

test('the merchant sees the status of now, and no value that only the ledger needs', () => {
  const shown: LedgerPayment = {
    requestId: idOf(0),
    orderId: 'a',
    status: 'failed',
    message: null,
    delivery: null,
    result: null,
    received: null,
    paid: null,
    payer: null,
    storedAt: isoOf(NOW),
    checkedAt: null,
    resolution: null,
    isTest: false,
  };
  const stored: StoredPayment = {
    ...shown,
    changedAt: NOW,
    failures: 2,
    returnedAt: null,
    deliveries: [],
    transactions: [],
  };
  const terms = { ...TERMS, id: 'a', minimumAmount: '1', expiresAt: null, status: 'unpaid' as const, paidAt: null };
  const order = { terms, payments: [stored] };
  assert.deepEqual(publicOrder(order, NOW), { ...terms, status: 'review', payments: [shown] });
  assert.equal(publicOrder(order, NOW + DAY).status, 'unpaid');
});
