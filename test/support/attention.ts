/** A sample of everything in a ledger that needs a person, for tests and stories. */
import type { Attention, AttentionKind } from '../../src/server/ledger/types.js';
import type { Registry, TokenAmount } from '../../src/types.js';
import { withAmount } from '../../src/shared/amounts.js';

const USDC = '0xaf88d065e77c8cc2239327c5edb3a432268e5831';
const ARBITRUM = 42161;
const BASE = 8453;

/** The merchant's registry, which names the chains, the token and the explorers of the samples. */
export const attentionRegistry: Registry = {
  chains: [
    {
      id: ARBITRUM,
      vmType: 'evm',
      displayName: 'Arbitrum',
      explorerUrl: 'https://arbiscan.example',
      erc20Currencies: [{ address: USDC, symbol: 'USDC', name: 'USD Coin', decimals: 6 }],
    },
    { id: BASE, vmType: 'evm', displayName: 'Base', explorerUrl: 'https://basescan.example' },
  ],
};

const usdc = (amount: string): TokenAmount =>
  withAmount({ chainId: ARBITRUM, currency: USDC, symbol: 'USDC', decimals: 6 }, amount);
const ether = (amount: string): TokenAmount =>
  withAmount({ chainId: BASE, currency: `0x${'0'.repeat(40)}`, symbol: 'ETH', decimals: 18 }, amount);
const bytes = (digits: string): string => `0x${digits.repeat(64 / digits.length)}`;

const sample: Attention = {
  key: 'second:1042',
  kind: 'second',
  orderId: '1042',
  requestId: bytes('5c1a'),
  at: '2025-11-21T14:05:30.000Z',
  expected: usdc('25000000'),
  received: usdc('25000000'),
  paid: ether('7100000000000000'),
  transactions: [
    { chainId: BASE, hash: bytes('a7e0'), url: null },
    { chainId: ARBITRUM, hash: bytes('0d3f'), url: null },
  ],
  message: 'Another payment has already paid this order.',
  advice: 'Return this payment to the payer, or agree with them on something else.',
};

/** How each kind differs from a second payment. */
const kinds: Readonly<Record<AttentionKind, Partial<Attention>>> = {
  second: {},
  late: {
    message: 'The payer sent the money after the order had expired.',
    advice: 'Accept it and ship, or return it to the payer.',
  },
  disputed: {
    orderId: 'B-7',
    message: 'The same delivery has paid order 1042.',
    advice: 'Find out which customer paid. Ship only to this one.',
  },
  reversed: {
    message: 'The service reports a refund after the order was paid.',
    advice: 'Stop the shipment if you can, and ask the payer to pay again.',
    received: null,
  },
  failed: {
    message: 'The service says that the payment failed, and reports no refund.',
    advice: 'Ask the operator of the service where the money is.',
    received: null,
    transactions: sample.transactions.slice(0, 1),
  },
  short: {
    message: '24000000 arrived, but 25000000 was required.',
    advice: 'Ask the payer for the rest, or return what arrived.',
    received: usdc('24000000'),
  },
  'other-token': {
    message: 'The payment delivered another token.',
    advice: 'Check what this token is worth. Return it, or accept it and ship.',
    received: { ...usdc('25000000'), currency: `0x${'e1'.repeat(20)}` },
  },
  wrong: {
    message: 'The payment went to another recipient.',
    advice: 'Nothing came to you, so ship nothing.',
  },
  'too-old': {
    message: 'The money was sent before the request existed.',
    advice: 'Ship nothing for it.',
  },
  unreadable: {
    message: 'The service’s record does not say who was paid.',
    advice: 'Read the transactions on the chain before you ship.',
    received: null,
    paid: null,
    transactions: [],
  },
  'handler-failed': {
    message: 'onPaid has failed 5 times: relation "stock" does not exist',
    advice: 'Mend onPaid. The ledger goes on trying.',
  },
};

/** One sample of each kind. */
export const attentionSamples: readonly Attention[] = (Object.keys(kinds) as AttentionKind[]).map((kind, at) => ({
  ...sample,
  orderId: String(1042 + at),
  kind,
  ...kinds[kind],
  key: `${kind}:${1042 + at}`,
}));

/** Text that tries to run, to move what stands beside it, or to control a terminal. */
export const HOSTILE =
  '<script>alert(1)</script>"\'&\u202e2401\u2066\u001b[2J' +
  '\u001b]8;;https://evil.example\u0007\u009b31m\u0000\u2028\n1042';

/** A sample in which every text of others is hostile. */
export const hostileAttention: Attention = {
  ...sample,
  orderId: HOSTILE,
  requestId: HOSTILE,
  at: HOSTILE,
  message: HOSTILE,
  advice: HOSTILE,
  expected: { ...usdc('1'), symbol: HOSTILE, currency: HOSTILE, amountFormatted: HOSTILE },
  received: { ...usdc('1'), symbol: HOSTILE, currency: HOSTILE, amount: HOSTILE, amountFormatted: null },
  transactions: [
    { chainId: BASE, hash: HOSTILE, url: 'javascript:alert(1)' },
    { chainId: BASE, hash: HOSTILE, url: `https://scan.example/${HOSTILE}` },
  ],
};
