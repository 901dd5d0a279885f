/** Variations of findings about the order in a quote, and about texts that are too long to be read. */
import { expect } from 'chai';
import { acceptQuote } from '../../../src/payment/guard/guard-quote.js';
import {
  amounts,
  claim,
  contracts,
  edited,
  ids,
  nativeCase,
  ordered,
  people,
  read,
  tokenCase,
  type Case,
  type Edit,
  type Json,
} from '../../support/quotes.js';

import { describeVariations, type Variation } from './variation.js';

const IN = 'quote.details.currencyIn';
const OUT = 'quote.details.currencyOut';
const ORDER = 'quote.protocol.v2.orderData';
const { attacker, payer } = people;
const exact = amounts.usdc;

const payment = (change: Json): Json => ({
  ...(read(ordered(tokenCase()), `${ORDER}.output.payments[0]`) as Json),
  ...change,
});
const input = (change: Json): Json => ({ ...(read(ordered(tokenCase()), `${ORDER}.inputs[0]`) as Json), ...change });
const inputPayment = (amount: bigint): Json => ({
  payment: { ...(read(ordered(tokenCase()), `${ORDER}.inputs[0].payment`) as Json), amount: String(amount) },
});
const order = (...edits: Edit[]): Case => edited(ordered(tokenCase()), ...edits);

const orders: readonly Variation[] = [
  ['S-16', 'its inputs take nothing', 'G61', () => order([`${ORDER}.inputs`, [input(inputPayment(0n))]])],
  [
    'S-16',
    'its second input has no refund',
    'G61',
    () => order([`${ORDER}.inputs`, [input(inputPayment(exact - 1n)), input({ ...inputPayment(1n), refunds: [] })]]),
  ],
  [
    'S-16',
    'its second input refunds a stranger',
    'G61',
    () =>
      order(
        [`${ORDER}.inputs`, [input(inputPayment(exact - 1n)), input(inputPayment(1n))]],
        [`${ORDER}.inputs[1].refunds[0].recipient`, attacker],
      ),
  ],
  [
    'S-16',
    'it refunds a stranger beside the payer',
    'G61',
    () => {
      const refunds = read(ordered(tokenCase()), `${ORDER}.inputs[0].refunds`) as Json[];
      return order([`${ORDER}.inputs[0].refunds`, [...refunds, { ...refunds[0], recipient: attacker }]]);
    },
  ],
  [
    'S-16',
    'it pays a stranger nothing',
    'G61',
    () => order([`${ORDER}.output.payments`, [payment({}), payment({ recipient: attacker, minimumAmount: '0' })]]),
  ],
  [
    'S-16',
    'it pays the recipient in two halves',
    'G61',
    () =>
      order([
        `${ORDER}.output.payments`,
        [payment({ minimumAmount: '12500000' }), payment({ minimumAmount: '12500000' })],
      ]),
  ],
  [
    'S-16',
    'it pays the payer instead of the recipient',
    'G61',
    () => order([`${ORDER}.output.payments`, [payment({ recipient: payer })]]),
  ],
  [
    'S-16',
    'it pays with calls a contract that nobody asked for, beside the recipient',
    'G61',
    () =>
      order(
        [`${ORDER}.output.calls`, [claim]],
        [`${ORDER}.output.payments`, [payment({}), payment({ recipient: contracts.router })]],
      ),
  ],
  [
    'S-16',
    'its two inputs take the price together',
    'pays',
    () => order([`${ORDER}.inputs`, [input(inputPayment(exact - 1n)), input(inputPayment(1n))]]),
  ],
  [
    'S-16',
    'it pays the recipient a second, smaller amount',
    'pays',
    () => order([`${ORDER}.output.payments`, [payment({}), payment({ minimumAmount: '1' })]]),
  ],

  ...(['', 'v1\n', 'v1.0', 'v01', ['v1'], { v1: true }, false, 0] as const).map((version): Variation => [
    'S-43',
    `its version is ${JSON.stringify(version)} and it pays a stranger`,
    'G61',
    () => order([`${ORDER}.version`, version], [`${ORDER}.output.payments[0].recipient`, attacker]),
  ]),
  ['S-43', 'it is one JSON text', 'G61', () => order([ORDER, JSON.stringify(read(ordered(tokenCase()), ORDER))])],
  ['S-43', 'it is hidden in a list', 'G61', () => order([ORDER, [read(ordered(tokenCase()), ORDER)]])],
  ['S-43', 'it is hidden under its version', 'G61', () => order([ORDER, { v1: read(ordered(tokenCase()), ORDER) }])],
  ['S-43', 'its version is "v3" and its fields are honest', 'pays', () => order([`${ORDER}.version`, 'v3'])],
  ['S-43', 'its version is a list and its fields are honest', 'pays', () => order([`${ORDER}.version`, ['v1']])],
  [
    'S-43',
    'the calls of the other chain are in the encoded form',
    'pays',
    () => order([`${ORDER}.version`, 'V1'], [`${ORDER}.news`, { a: 1 }]),
  ],
];

/** A number of 400,000 digits, which stays below the limit for the whole answer. */
const digits = '9'.repeat(400_000);
const LONG: Readonly<Record<string, string>> = {
  [`${IN}.amount`]: digits,
  [`${IN}.amountUsd`]: `0.${digits}`,
  [`${OUT}.amountUsd`]: `${digits}.`,
  [`${OUT}.minimumAmount`]: digits,
  [`${OUT}.amountFormatted`]: `25.${'0'.repeat(400_000)}x`,
  [`${OUT}.currency.symbol`]: ' '.repeat(400_000),
  [`${OUT}.currency.name`]: '\u202e'.repeat(130_000),
  'quote.details.totalImpact.percent': `-${digits}`,
  'quote.details.totalImpact.usd': `-0.${digits}`,
  'quote.details.rate': digits,
  'quote.fees.huber.amount': digits,
  'quote.fees.huber.amountUsd': digits,
  'quote.steps[0].items[0].data.value': digits,
  'quote.steps[0].items[0].data.to': `0x${digits}`,
  'quote.steps[0].items[0].data.data': `0x${digits}`,
  'quote.steps[0].items[0].check.endpoint': `/${'a/'.repeat(200_000)}?requestId=${ids.request}`,
  'quote.steps[0].description': '<a'.repeat(200_000),
  [`${ORDER}.version`]: digits,
  [`${ORDER}.inputs[0].payment.amount`]: digits,
  [`${ORDER}.output.payments[0].minimumAmount`]: digits,
  [`${ORDER}.output.payments[0].recipient`]: `0x${'0'.repeat(400_000)}`,
  [`${ORDER}.output.chainId`]: digits,
};

describeVariations('an order', orders);

describe('guardQuote with a very long text', () => {
  for (const [path, text] of Object.entries(LONG)) {
    it(`S-12 judges within half a second when ${path} is very long`, async () => {
      const each = edited(ordered(nativeCase()), [path, text]);
      const start = performance.now();
      await acceptQuote(each.quote, each.intent, each.registry);
      expect(performance.now() - start).to.be.below(500);
    });
  }
});
