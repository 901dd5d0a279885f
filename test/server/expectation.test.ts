/** Tests how a merchant's values become what a payment is compared with. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HubPayError } from '../../src/errors.js';
import { checkedExpectation } from '../../src/server/expectation.js';
import { TERMS, USDC } from '../support/fake-service.js';

test('whole tokens of a registry become the smallest unit', () => {
  const token = { symbol: 'USDC', name: 'USD Coin', address: USDC, decimals: 6 };
  const registry = { chains: [{ id: 8453, vmType: 'evm', erc20Currencies: [token] }] };
  const written = { ...TERMS, currency: 'USDC', amount: '25.00', minimumAmount: '24.5', registry };
  assert.deepEqual(checkedExpectation(written), { ...TERMS, minimumAmount: '24500000' });
  assert.deepEqual(checkedExpectation(TERMS), { ...TERMS, minimumAmount: '25000000' });
});

test('an error names the option as the caller knows it', () => {
  for (const [changes, attribute] of [
    [{ amount: '0' }, 'order.amount'],
    [{ recipient: 'x' }, 'order.recipient'],
    [{ registry: undefined }, 'order.registry'],
    [{ amuont: '1' }, 'order.amuont'],
  ] as const)
    assert.throws(
      () => checkedExpectation({ ...TERMS, ...changes }, 'order'),
      (error) => error instanceof HubPayError && error.attribute === attribute,
      attribute,
    );
  assert.throws(() => checkedExpectation(undefined), /^HubPayError: expect: is missing/u);
  assert.throws(() => checkedExpectation(null), /^HubPayError: expect: is missing/u);
  for (const wrong of ['abc', 5, [TERMS]])
    assert.throws(() => checkedExpectation(wrong), /^HubPayError: expect: is no object with what your order requires/u);
});

test('an amount that is a number is named as one, also with a registry', () => {
  const token = { symbol: 'USDC', name: 'USD Coin', address: TERMS.currency, decimals: 6 };
  const registry = { chains: [{ id: 8453, vmType: 'evm', erc20Currencies: [token] }] };
  for (const [changes, message] of [
    [{ amount: 25_000_000 }, /amount: 25000000 is a number: write it as a text/u],
    [{ minimumAmount: 24 }, /minimumAmount: 24 is a number/u],
    [{ amount: 25, currency: 'USDC', registry }, /amount: 25 is a number/u],
    [{ amount: '25.00', minimumAmount: 24.5, currency: 'USDC', registry }, /minimumAmount: 24\.5 is a number/u],
  ] as const)
    assert.throws(() => checkedExpectation({ ...TERMS, ...changes }, 'order'), message);
});
