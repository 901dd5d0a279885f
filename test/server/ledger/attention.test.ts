/** Tests what a person reads about a payment. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { attentionOf, lineOf } from '../../../src/server/ledger/attention.js';
import type { StoredPayment } from '../../../src/server/ledger/database/store.js';
import { withAmount } from '../../../src/shared/amounts.js';
import { idOf, OTHER_TOKEN, SHOP, TERMS, USDC, type FakeRecord } from '../../support/fake-service.js';
import { databases } from './databases.js';
import { NOW, openShop } from './shop.js';

const terms = { id: '1042', ...TERMS, minimumAmount: '25000000', expiresAt: null };
const usdc = { chainId: 8453, currency: USDC, symbol: 'USDC', decimals: 6 };
const payment: StoredPayment = {
  requestId: idOf(1),
  orderId: '1042',
  status: 'short',
  message: '1 arrived, but 25000000 was required.',
  delivery: null,
  result: null,
  received: withAmount(usdc, '1'),
  paid: null,
  payer: { chainId: 10, address: SHOP },
  transactions: [{ chainId: 8453, hash: '0x01', url: null }],
  storedAt: '2026-11-21T09:00:00.000Z',
  checkedAt: null,
  changedAt: 0,
  failures: 0,
  deliveries: [],
  returnedAt: null,
  resolution: null,
  isTest: false,
};

test('an event names what was expected and what came, in whole tokens where the decimals are known', () => {
  const at = '2026-11-21T09:00:00.000Z';
  const event = attentionOf('short', terms, payment, at, undefined);
  assert.equal(event.expected.amountFormatted, '25');
  assert.equal(event.received?.amountFormatted, '0.000001');
  assert.deepEqual(event.payer, payment.payer);
  assert.match(event.message, /^Less than the amount of the order arrived.* 1 arrived, but 25000000 was required\.$/u);
  assert.match(
    lineOf({ ...event, key: 'x' }),
    /order 1042, payment 0x0+1: short\. Less than .* \{ accepted: true \}\.$/u,
  );
  const hostile = lineOf({ ...event, key: 'x', message: 'a\u001b[2Jb\u202ec\nd' });
  assert.match(hostile, /a\\u\{1b\}\[2Jb\\u\{202e\}c d/u, 'the service’s text cannot control a terminal');
  // The decimals of another token say nothing about the price.
  const other = { ...payment, received: withAmount({ ...usdc, currency: OTHER_TOKEN }, '1') };
  assert.equal(attentionOf('other-token', terms, other, at, undefined).expected.amountFormatted, null);
  const token = { symbol: 'USDC', name: 'USD Coin', address: USDC, decimals: 6 };
  const registry = { chains: [{ id: 8453, vmType: 'evm', erc20Currencies: [token] }] };
  assert.deepEqual(attentionOf('other-token', terms, other, at, registry).expected, withAmount(usdc, '25000000'));
  // Test mode knows its tokens, so that its price is as readable as that of a live site.
  const test = { ...other, received: null, isTest: true };
  assert.deepEqual(attentionOf('other-token', terms, test, at, undefined).expected, withAmount(usdc, '25000000'));
});

const BEFORE: FakeRecord = { sentAt: NOW };
for (const [kind, record, canPayAgain] of [
  ['late', { sentAt: NOW + 60_000 }, false],
  ['short', { ...BEFORE, amount: '1' }, true],
  ['other-token', { ...BEFORE, currency: OTHER_TOKEN }, true],
  ['unreadable', { ...BEFORE, more: { protocol: {} } }, true],
] as const)
  test(`the advice about a payment that is ${kind} says whether the order can be paid again`, async () => {
    const shop = await openShop(databases.sqlite);
    await shop.add('1', { expiresAt: new Date(NOW + (canPayAgain ? 86_400_000 : 1_000)).toISOString() });
    await shop.store(idOf(1), '1');
    shop.clock.sleep(60_000);
    shop.service.records.set(idOf(1), record);
    await shop.ledger.check('1');
    shop.clock.sleep(3_600_000);
    await shop.ledger.check('1');
    const [event] = await shop.ledger.attention();
    assert.equal(event?.kind, kind);
    await shop.ledger.resolve(idOf(1), 'Returned.');
    assert.equal(await shop.store(idOf(2), '1'), canPayAgain ? 204 : 409);
    const words = 'an order that is not paid can then be paid again until it expires';
    assert.equal(event.advice.includes(words), canPayAgain, event.advice);
    assert.equal(event.advice.includes('The order has expired, so the payer needs a new one.'), !canPayAgain);
  });
