/** Tests the form into which the ledger brings an order. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
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
const MISTYPED = '0x7A3bC1de5f60718293a4B5c6d7E8f90123456780';
const ROOTSTOCK = '0xdF682cb153E8AF3E13E90e9aCD79A39Dde98EBD8';
const CIRCLE: Record<string, unknown> = {};
CIRCLE['self'] = CIRCLE;

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
    [{ reciepient: TERMS.recipient }, /order\.reciepient: is not a field of an order: did you mean "recipient"/u],
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
    [{ expiresAt: new Date(0) }, /order\.expiresAt: is a Date: write date\.toISOString\(\)/u],
    [{ expiresAt: 7n }, /order\.expiresAt: 7n is no date/u],
    [{ amount: 25_000_000n }, /order\.amount: 25000000n is a bigint: write it as a text, such as "25000000"/u],
    [{ minimumAmount: 25n }, /order\.minimumAmount: 25n is a bigint: write it as a text/u],
    [{ amount: Symbol('x') }, /order\.amount: Symbol\(x\) is not a whole number/u],
    [{ chainId: 8453n }, /order\.chainId: 8453n is a bigint: write a number, such as 8453/u],
    [{ currency: 7n }, /order\.currency: 7n is not/u],
    [{ recipient: 7n }, /order\.recipient: 7n is not an address/u],
    [{ recipient: CIRCLE }, /order\.recipient: an object is not an address/u],
    [{ recipient: MISTYPED }, /order\.recipient: "0x7A3b.*" has a wrong checksum: one of its digits is mistyped/u],
    [{ currency: `${USDC.slice(0, -1)}F` }, /order\.currency: .* has a wrong checksum/u],
    [{ recipient: ROOTSTOCK }, /order\.recipient: .* letter case of chain 30 \(EIP-1191\): write it in lower case/u],
  ] as const)
    assert.throws(
      () => orderTerms({ ...order, ...changes } as never, undefined),
      isConfig(message),
      Object.keys(changes).join(),
    );
  for (const missing of [null, undefined])
    assert.throws(() => orderTerms(missing as never, undefined), isConfig(/^order: is missing: pass id, recipient/u));
  for (const other of ['1042', [order], 7n])
    assert.throws(() => orderTerms(other as never, undefined), isConfig(/^order: is no object with id/u));
  const withBigint = { ...order, currency: 'USDC', amount: 25n as never };
  assert.throws(() => orderTerms(withBigint, registry), isConfig(/write it as a text, such as "25\.00"/u));
});
