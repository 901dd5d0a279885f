/** Variations of findings about proof of payment: other ways to count as paid, and honest records beside them. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { verifyPayment, type ExpectedPayment } from '../../src/server/index.js';
import { apply, type Edit, type Json } from '../support/quotes.js';

const ID = `0x${'ab'.repeat(32)}`;
const SHOP = '0x7A3bC1de5f60718293a4B5c6d7E8f90123456789';
const STRANGER = `0x${'e1'.repeat(20)}`;
const USDC = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913';
const CALL = { to: STRANGER, value: '0', data: '0x' };
const token = (decimals: number): Json => ({ symbol: 'USDC', name: 'USD Coin', address: USDC, decimals });
const registryOf = (...tokens: Json[]) =>
  ({ chains: [{ id: 8453, vmType: 'evm', erc20Currencies: tokens }] }) as unknown as ExpectedPayment['registry'];

const UNITS: ExpectedPayment = { recipient: SHOP, chainId: 8453, currency: USDC, amount: '25000000' };
const WHOLE = { ...UNITS, amount: '25.00', currency: 'USDC', registry: registryOf(token(6)) } as ExpectedPayment;

const pays = (change: Json = {}): Json => ({
  recipient: SHOP,
  currency: USDC,
  minimumAmount: '25000000',
  expectedAmount: '25000000',
  ...change,
});
const amount = (chainId: number, units: string): Json => ({
  currency: { chainId, address: USDC, symbol: 'USDC', decimals: 6 },
  amount: units,
  amountFormatted: '25.0',
});
const paid = (): Json => ({
  id: ID,
  status: 'success',
  user: STRANGER,
  recipient: SHOP,
  protocol: { v2: { orderData: { output: { chainId: 'base', payments: [pays()], calls: [] } } } },
  data: {
    inTxs: [{ chainId: 10, hash: '0x01' }],
    outTxs: [{ chainId: 8453, hash: '0x02' }],
    metadata: { recipient: SHOP, currencyIn: amount(10, '25100000'), currencyOut: amount(8453, '25000000') },
  },
});

const OUT = 'protocol.v2.orderData.output';
/** Each row has the id of its finding, what differs, the reason of the refusal or `none`, the edits and the order. */
const cases: [row: string, what: string, reason: string, edits: Edit[], expect?: Partial<ExpectedPayment>][] = [
  ['V-3', 'calls that are one object', 'unreachable', [[`${OUT}.calls`, CALL]]],
  ['V-3', 'calls that are null', 'unreachable', [[`${OUT}.calls`, null]]],
  ['V-3', 'an encoded call', 'calls', [[`${OUT}.calls`, ['0x00']]]],
  ['V-3', 'an order that is a text', 'unreachable', [['protocol.v2.orderData', '{}']]],
  ['V-3', 'an order in another place', 'unreachable', [['protocol', { v1: {} }]]],
  [
    'V-3',
    'the amount split between the shop and a stranger',
    'recipient',
    [[`${OUT}.payments`, [pays({ expectedAmount: '1' }), pays({ recipient: STRANGER })]]],
  ],
  [
    'V-3',
    'the amount split between two currencies',
    'amount',
    [
      [
        `${OUT}.payments`,
        [pays({ expectedAmount: '12500000' }), pays({ currency: STRANGER, expectedAmount: '12500000' })],
      ],
    ],
  ],
  [
    'V-3',
    'a negative payment that makes up for a larger one',
    'unreachable',
    [[`${OUT}.payments`, [pays(), pays({ expectedAmount: '-1' })]]],
  ],
  ['V-3', 'no calls, with a field that nobody knows', 'none', [[`${OUT}.news`, 1]]],
  [
    'V-3',
    'an order in three parts',
    'none',
    [
      [
        `${OUT}.payments`,
        ['10000000', '10000000', '5000000'].map((part) => pays({ expectedAmount: part, minimumAmount: part })),
      ],
    ],
  ],
  ['V-6', 'whole tokens of a registry with 18 decimals', 'amount', [], { registry: registryOf(token(18))! }],
  ['V-6', 'whole tokens with more digits than the record', 'amount', [], { amount: '25.000001' }],
  ['V-6', 'whole tokens with zeros at the end', 'none', [], { amount: '25.000000' }],
  [
    'V-6',
    'the tokens in smallest units of a record with other decimals',
    'none',
    [['data.metadata.currencyOut.currency.decimals', 2]],
  ],
];
for (const [row, what, reason, edits, change] of cases) {
  const verdict = reason === 'none' ? 'accepts' : `refuses with \`${reason}\``;
  test(`${row} verifyPayment ${verdict} ${what}`, async () => {
    const record = paid();
    for (const edit of edits) apply(record, edit);
    const expect = row === 'V-6' ? { ...WHOLE, ...change } : UNITS;
    const fetch = () => Promise.resolve(Response.json({ requests: [record] }));
    const result = await verifyPayment({ baseUrl: 'https://pay.example', requestId: ID, expect, fetch });
    assert.equal(result.ok ? 'none' : result.reason, reason);
  });
}
