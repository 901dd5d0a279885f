/** Tests the text about orders in a terminal. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { attentionText, orderLine, ordersHeading } from '../../src/cli/orders-text.js';
import type { LedgerOrder, LedgerPayment } from '../../src/server/index.js';
import { attentionRegistry, attentionSamples, HOSTILE, hostileAttention } from '../support/attention.js';

const [second] = attentionSamples;
const order: LedgerOrder = {
  id: '1042',
  recipient: `0x${'7a'.repeat(20)}`,
  chainId: 42161,
  currency: second!.expected.currency,
  amount: '25000000',
  minimumAmount: '25000000',
  expiresAt: null,
  status: 'paid',
  paidAt: '2025-11-21T14:05:30.000Z',
  payments: [],
};
const CONTROLS = /[^\n\P{C}]|[\p{Zl}\p{Zp}]/u;

test('attentionText has a block with the order, what happened, what to do, amounts with tokens, and transactions', () => {
  const { currency } = second!.expected;
  const [base, arbitrum] = second!.transactions.map(({ hash }) => hash);
  assert.equal(
    attentionText([second!], attentionRegistry),
    `1 payment needs a person.

Order 1042: Paid a second time
  What happened  ${second!.message}
  What to do     ${second!.advice}
  Ordered        25.00 USDC on Arbitrum, token ${currency}
  Arrived        25.00 USDC on Arbitrum, token ${currency}
  Sent           0.0071 ETH on Base, token 0x${'0'.repeat(40)}
  Paid from      0x${'ab'.repeat(20)} on Base (ask the payer before you send)
  Payment        ${second!.requestId}
  Transaction    https://basescan.example/tx/${base}
  Transaction    https://arbiscan.example/tx/${arbitrum}
  Noticed        2025-11-21 14:05 UTC
`,
  );
  assert.match(attentionText([second!], undefined), new RegExp(`\\n  Transaction    ${base} on chain 8453\\n`, 'u'));
});

test('attentionText says how many payments need a person, or that none does', () => {
  assert.equal(attentionText([], undefined), 'Nothing needs a person.\n');
  const text = attentionText(attentionSamples, undefined);
  assert.ok(text.startsWith(`${attentionSamples.length} payments need a person.\n\nOrder 1042: `));
  assert.equal(text.match(/^Order /gmu)?.length, attentionSamples.length);
  // A delivered payment that waits for long, and whose `onPaid` then fails, has two events.
  const [one, other] = (['unreadable', 'handler-failed'] as const).map((kind) => ({ ...second!, kind, key: kind }));
  assert.match(attentionText([one!, other!], undefined), /^1 payment needs a person\.\n\nOrder 1042: /u);
  assert.match(attentionText([one!, other!, attentionSamples[1]!], undefined), /^2 payments need a person\.\n/u);
});

test('attentionText and orderLine print no control character and no further line when the texts are hostile', () => {
  const text = attentionText([hostileAttention], attentionRegistry);
  assert.doesNotMatch(text, CONTROLS);
  assert.equal(text.split('\n').length, attentionText([second!], attentionRegistry).split('\n').length);
  const line = orderLine({ ...order, id: HOSTILE, currency: HOSTILE, amount: HOSTILE, paidAt: HOSTILE }, undefined);
  assert.doesNotMatch(line, CONTROLS);
  assert.equal(line.split('\n').length, 2);
});

test('the columns of a list are as wide as the longest id, up to 40 characters', () => {
  for (const width of [0, 12, 200]) {
    const at = ordersHeading(width).indexOf('Amount');
    assert.equal(orderLine(order, attentionRegistry, width).indexOf('25.00 USDC'), at);
    assert.equal(at, 32 + Math.min(Math.max(width, 5), 40) + 2);
  }
});

test('orderLine takes the decimals of what has arrived, or those of test mode, without a registry', () => {
  const { received } = second!;
  const payment = { received, isTest: false } as LedgerPayment;
  assert.match(orderLine({ ...order, payments: [payment] }, undefined), / 25\.00 USDC on chain 42161, token /u);
  const other = { received: null, isTest: true } as LedgerPayment;
  const sepolia = { ...order, chainId: 84532, currency: '0x036cbd53842c5426634e7929541ec2318f3dcf7e' };
  assert.match(orderLine({ ...sepolia, payments: [other] }, undefined), / 25\.00 USDC on chain 84532, token /u);
});

test('orderLine has the status, the time, the order and the price, in the smallest unit if the token is unknown', () => {
  assert.equal(
    orderLine(order, attentionRegistry),
    `paid      2025-11-21 14:05 UTC  1042   25.00 USDC on Arbitrum, token ${order.currency}\n`,
  );
  assert.equal(
    orderLine({ ...order, status: 'disputed', paidAt: null }, undefined),
    `disputed  -                     1042   25000000 in the smallest unit on chain 42161, token ${order.currency}\n`,
  );
});
