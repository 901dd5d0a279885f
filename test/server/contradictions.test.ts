/** Tests which transactions delivered a payment. `verify-payment.delivery.test.ts` tests contradictions of records. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { contradictionOf, deliveryOf } from '../../src/server/contradictions.js';

const SHOP = '0x7A3bC1de5f60718293a4B5c6d7E8f90123456789';
const USDC = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913';
const terms = { recipient: SHOP, chainId: 8453, currency: USDC, minimumAmount: '25000000' };
const on = (chainId: number, hash: string) => ({ chainId, hash });
const record = (data: object) => ({ id: '0x1', status: 'success', data });

test('the solver’s transactions on the destination chain deliver, or the payer’s own if there are none', () => {
  const hashes = (data: object): unknown[] => {
    const { transactions, isOwn } = deliveryOf(record(data), 8453);
    return [...transactions.map(({ hash }) => hash), isOwn];
  };
  assert.deepEqual(hashes({ inTxs: [on(10, 'a')], outTxs: [on(8453, 'b'), on(1, 'c')] }), ['b', false]);
  assert.deepEqual(hashes({ inTxs: [on(8453, 'a')], outTxs: [] }), ['a', true]);
  assert.deepEqual(hashes({ inTxs: [on(8453, 'a')] }), ['a', true]);
  assert.deepEqual(hashes({ inTxs: [on(8453, 'a')], outTxs: [on(8453, 'a'), on(8453, 'b')] }), ['a', 'b', false]);
});

test('a record without transactions or an order contradicts nothing', () => {
  assert.equal(contradictionOf(record({}), terms, undefined), null);
  assert.equal(contradictionOf({ id: '0x1', status: 'success' }, terms, undefined), null);
});
