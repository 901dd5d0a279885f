/** Tests the words about what needs a person. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeAttention } from '../../../src/server/ledger/describe-attention.js';
import type { Attention } from '../../../src/server/ledger/attention-types.js';
import type { TokenAmount } from '../../../src/types.js';
import { attentionRegistry, attentionSamples, hostileAttention } from '../../support/attention.js';

const [second] = attentionSamples as readonly [Attention];

test('describeAttention says what happened, what to do, the amounts and the transactions of a second payment', () => {
  const text = describeAttention(second, attentionRegistry);
  assert.deepEqual(text, {
    title: 'Paid a second time',
    what: second.message,
    advice: second.advice,
    orderId: '1042',
    requestId: second.requestId,
    at: '2025-11-21T14:05:30.000Z',
    amounts: [
      { name: 'Ordered', text: '25.00 USDC', currency: second.expected.currency, chain: 'Arbitrum' },
      { name: 'Arrived', text: '25.00 USDC', currency: second.expected.currency, chain: 'Arbitrum' },
      { name: 'Sent', text: '0.0071 ETH', currency: `0x${'0'.repeat(40)}`, chain: 'Base' },
    ],
    payer: { address: `0x${'ab'.repeat(20)}`, chain: 'Base' },
    transactions: second.transactions.map(({ hash, chainId }) => ({
      hash,
      chain: chainId === 8453 ? 'Base' : 'Arbitrum',
      url: `https://${chainId === 8453 ? 'basescan' : 'arbiscan'}.example/tx/${hash}`,
    })),
  });
});

test('describeAttention has a title of its own for each kind', () => {
  const titles = attentionSamples.map((each) => describeAttention(each).title);
  assert.equal(new Set(titles).size, attentionSamples.length);
  assert.ok(titles.every((title) => /^[A-Z].{5,40}[^.]$/u.test(title)));
});

test('describeAttention names chains by their ids, and keeps links that are known, when there is no registry', () => {
  const [sent, delivered] = second.transactions as [Attention['transactions'][0], Attention['transactions'][0]];
  const url = 'https://scan.example/tx/1';
  const text = describeAttention({
    ...second,
    transactions: [
      { ...sent, url },
      { ...delivered, url: 'http://scan.example' },
    ],
  });
  assert.deepEqual(
    text.transactions.map((each) => [each.chain, each.url]),
    [
      ['chain 8453', url],
      ['chain 42161', null],
    ],
  );
  assert.deepEqual(
    text.amounts.map(({ chain }) => chain),
    ['chain 42161', 'chain 42161', 'chain 8453'],
  );
});

const amount = (over: Partial<TokenAmount>, registry = attentionRegistry): string | undefined =>
  describeAttention({ ...second, received: { ...second.expected, ...over } }, registry).amounts[1]?.text;

test('describeAttention writes an amount as a price when the decimals are known, and else in the smallest unit', () => {
  assert.equal(amount({ amount: '1', amountFormatted: '0.000001' }), '0.000001 USDC');
  assert.equal(amount({ amount: '25500000', amountFormatted: '25.5' }), '25.50 USDC');
  assert.equal(amount({ currency: '0x1', decimals: 0, amount: '7', amountFormatted: '7', symbol: 'BOX' }), '7 BOX');
  assert.equal(amount({ currency: '0x1', amountFormatted: null }), '25000000 in the smallest unit');
  assert.equal(amount({ amount: null, amountFormatted: null }), 'an unknown amount');
});

test('describeAttention takes the decimals and the symbol of the registry when the service names others', () => {
  assert.equal(amount({ decimals: 0, amountFormatted: '25000000', symbol: 'ETH' }), '25.00 USDC');
  assert.equal(amount({ decimals: 0, amountFormatted: null, symbol: '' }), '25.00 USDC');
  assert.equal(amount({ decimals: 0, amountFormatted: '25000000', symbol: 'ETH' }, { chains: [] }), '25000000 ETH');
});

test('describeAttention leaves out amounts that are unknown', () => {
  const text = describeAttention({ ...second, received: null, paid: null, payer: null, transactions: [] });
  assert.deepEqual([text.amounts.map(({ name }) => name), text.payer, text.transactions], [['Ordered'], null, []]);
});

test('describeAttention returns no control character, no change of direction and no link but https when texts are hostile', () => {
  const text = describeAttention(hostileAttention, attentionRegistry);
  const { transactions, ...rest } = text;
  const { amounts, payer, ...texts } = rest;
  // JSON would escape the characters that must not be there.
  const words = [texts, ...(payer ? [payer] : []), ...amounts, ...transactions].flatMap((each) => Object.values(each));
  assert.ok(words.length > 15);
  for (const word of words) assert.doesNotMatch(word ?? '', /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
  assert.match(text.orderId, /^<script>.*\\u\{202e\}2401\\u\{2066\}\\u\{1b\}\[2J.* 1042$/u);
  // The registry's explorer replaces every other link.
  for (const { url } of transactions)
    assert.match(url ?? '', /^https:\/\/basescan\.example\/tx\/%3Cscript%3E[\w%.~!*'()-]+$/u);
  assert.deepEqual(describeAttention(hostileAttention).transactions[0]?.url, null);
});
