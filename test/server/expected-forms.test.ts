/** Tests that an expectation whose addresses belong to another chain family is a `config` error. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { HubPayError } from '../../src/errors.js';
import { assertForms } from '../../src/server/expected-forms.js';
import { verifyPayment, type ExpectedPayment } from '../../src/server/index.js';

const ID = `0x${'ab'.repeat(32)}`;
const SHOP = '0x7A3bC1de5f60718293a4B5c6d7E8f90123456789';
const SVM_SHOP = '4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T';
const ZERO = `0x${'0'.repeat(40)}`;

test('verifyPayment throws when recipient or currency has the form of another chain family, or of no address', async () => {
  const svmUsdc = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';
  const svm = { recipient: SVM_SHOP, chainId: 792703809, currency: svmUsdc, amount: '25000000' };
  const venue = { recipient: SHOP, chainId: 1337, currency: `0x${'0'.repeat(32)}`, amount: '2500000000' };
  const fetch = () => Promise.resolve(Response.json({ requests: [] }));
  const attributeOf = (terms: ExpectedPayment): Promise<unknown> =>
    verifyPayment({ baseUrl: 'https://hub.test', requestId: ID, expect: terms, fetch }).then(
      ({ ok }) => ok,
      (error: unknown) => (error as HubPayError).attribute,
    );
  assert.equal(await attributeOf(svm), false);
  assert.equal(await attributeOf(venue), false);
  assert.equal(await attributeOf({ ...svm, recipient: SHOP }), 'expect.recipient');
  assert.equal(await attributeOf({ ...svm, recipient: SVM_SHOP.toLowerCase() }), 'expect.recipient');
  assert.equal(await attributeOf({ ...svm, currency: ZERO }), 'expect.currency');
  assert.equal(await attributeOf({ ...venue, recipient: SVM_SHOP }), 'expect.recipient');
  assert.equal(await attributeOf({ ...venue, currency: ZERO }), 'expect.currency');
  const base = { recipient: SHOP, chainId: 8453, currency: ZERO, amount: '25000000' };
  assert.equal(await attributeOf(base), false);
  for (const recipient of ['0x12', 'tea.eth', `${SHOP}0`])
    assert.equal(await attributeOf({ ...base, recipient }), 'expect.recipient', recipient);
  for (const currency of ['USDC', 'native', 'USDC.e'])
    assert.equal(await attributeOf({ ...base, currency }), 'expect.currency', currency);
  assert.equal(await attributeOf({ ...base, currency: '0x2::sui::SUI' }), false);
});

test('a chain whose type this package does not know is refused by its type, and not because of the address', () => {
  const registry = { chains: [{ id: 77, vmType: 'newvm', erc20Currencies: [] }] };
  const expect = { recipient: SHOP, chainId: 77, currency: ZERO, amount: '25' };
  assert.doesNotThrow(() => assertForms(expect));
  assert.throws(
    () => assertForms(expect, registry),
    /^HubPayError: expect\.recipient: cannot be checked: the type newvm of chain 77 is unknown\./u,
  );
});
