/** Tests the form into which the ledger brings an order. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HubPayError } from '../../../src/errors.js';
import { differenceOf, expectationOf, orderTerms } from '../../../src/server/ledger/order-terms.js';
import type { Registry } from '../../../src/types.js';
import { TERMS, USDC } from '../../support/fake-service.js';
import { isConfig } from './is-config.js';

const registry: Registry = {
  chains: [
    { id: 8453, vmType: 'evm', erc20Currencies: [{ symbol: 'USDC', name: 'USD Coin', address: USDC, decimals: 6 }] },
  ],
};
const order = { id: '1042', ...TERMS };

test('two ways to write an order give the same values', () => {
  const terms = orderTerms(order, undefined);
  assert.deepEqual(terms, { ...order, minimumAmount: '25000000', expiresAt: null });
  const written = {
    ...order,
    currency: 'USDC',
    amount: '25.00',
    recipient: order.recipient.toUpperCase().replace('X', 'x'),
  };
  assert.equal(differenceOf(orderTerms(written, registry), terms), null);
  assert.equal(differenceOf(orderTerms({ ...written, minimumAmount: '24.5' }, registry), terms), 'minimumAmount');
  assert.equal(
    orderTerms({ ...order, expiresAt: '2026-12-01T09:00+01:00' }, undefined).expiresAt,
    '2026-12-01T08:00:00.000Z',
  );
  assert.deepEqual(expectationOf(terms), { ...TERMS, minimumAmount: '25000000' });
});

test('a wrong value of an order is refused by its name', () => {
  for (const [changes, message] of [
    [{ reciepient: TERMS.recipient }, /reciepient: is not a field of an order: did you mean "recipient"/u],
    [{ recipient: 'shop.eth' }, /order\.recipient/u],
    [{ amount: 25 }, /order\.amount/u],
    [{ amount: '25.00' }, /order\.amount/u],
    [{ amount: '0' }, /order\.amount/u],
    [{ chainId: '8453' }, /order\.chainId/u],
    [{ currency: 'USDC' }, /order\.currency/u],
    [{ minimumAmount: undefined }, /order\.minimumAmount: is undefined/u],
    [{ minimumAmount: '25000001' }, /order\.minimumAmount/u],
    [{ expiresAt: undefined }, /order\.expiresAt/u],
    [{ expiresAt: '2026-12-01' }, /order\.expiresAt/u],
    [{ expiresAt: '2026-12-01T09:00:00' }, /with its zone/u],
    [{ expiresAt: '2026-13-01T09:00:00Z' }, /order\.expiresAt/u],
    [{ expiresAt: 1_800_000_000 }, /expiresAt/u],
    [{ id: 7 }, /order\.id/u],
  ] as const)
    assert.throws(
      () => orderTerms({ ...order, ...changes } as never, undefined),
      isConfig(message),
      JSON.stringify(changes),
    );
  assert.throws(() => orderTerms(null as never, undefined), HubPayError);
});
