/** Tests what a transaction of a record tells: its time, whether it failed, and whom it pays. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { paysTo, succeeded, transactionsIn } from '../../src/server/delivered-transactions.js';

const SHOP = '0x7A3bC1de5f60718293a4B5c6d7E8f90123456789';
const USDC = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913';
const word = (text: string): string => text.replace('0x', '').padStart(64, '0');
const read = (...inTxs: unknown[]) => transactionsIn({ id: '0x1', status: 'success', data: { inTxs } }, 'inTxs');

test('an entry without a chain or a hash is left out, and so is a list that is no list', () => {
  const entries = read(
    { chainId: 1 },
    { hash: '0x1' },
    null,
    'x',
    { chainId: 'one', hash: '0x1' },
    { chainId: 1, hash: '' },
  );
  assert.deepEqual(entries, []);
  for (const data of [undefined, null, [], { inTxs: 'all' }])
    assert.deepEqual(transactionsIn({ id: '0x1', status: 'success', data }, 'inTxs'), []);
});

test('a transaction has failed when its status is not a success, in any letter case', () => {
  const failed = ['success', 'SUCCESS', '', undefined, 'failure', 'reverted'].map(
    (status) => read({ chainId: 1, hash: '0x1', status })[0]?.hasFailed,
  );
  assert.deepEqual(failed, [false, false, false, false, true, true]);
  assert.equal(succeeded(read({ chainId: 1, hash: '0x1', status: 'failure' }, { chainId: 1, hash: '0x2' })).length, 1);
});

test('a transfer and a transferFrom name their payee, whatever follows', () => {
  const amount = word((25_000_000).toString(16));
  for (const data of [
    `0xa9059cbb${word(SHOP)}${amount}`,
    `0xA9059CBB${word(SHOP)}${amount}${'77'.repeat(32)}`,
    `0x23b872dd${word(USDC)}${word(SHOP)}${amount}`,
  ]) {
    const [sent] = read({ chainId: 1, hash: '0x1', timestamp: 7, data: { to: USDC, data, value: '0' } });
    assert.ok(sent);
    assert.deepEqual([sent.at, sent.payees?.[0]?.amount], [7, 25_000_000n]);
    assert.equal(paysTo(sent, SHOP.toLowerCase(), USDC.toLowerCase()), true);
    assert.equal(paysTo(sent, SHOP, SHOP), false);
  }
});

test('nobody knows whom a call pays when it is no transfer, and a call that moves nothing', () => {
  for (const data of [
    undefined,
    { to: USDC, data: '0x12345678', value: '0' },
    { to: USDC, data: '0x', value: '0' },
    { to: USDC, data: `0xa9059cbb${word(SHOP)}`, value: '0' },
    { data: '0x', value: '5' },
  ]) {
    const [sent] = read({ chainId: 1, hash: '0x1', data });
    assert.ok(sent);
    assert.equal(paysTo(sent, SHOP, USDC), null);
  }
});

test('a gain of an account names a payee without an amount, and a loss names none', () => {
  const change = (balanceDiff: unknown) => ({ address: SHOP, change: { data: { tokenAddress: USDC }, balanceDiff } });
  const payees = (...stateChanges: unknown[]) => read({ chainId: 1, hash: '0x1', stateChanges })[0]?.payees;
  assert.deepEqual(payees(change('5'), change('-5'), change('0'), change(5), null), [
    { recipient: SHOP, currency: USDC, amount: null },
  ]);
  assert.equal(payees(change('-5')), null);
});
