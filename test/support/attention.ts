/** A sample of everything in a ledger that needs a person, for tests and stories. */
import { ATTENTION_TEXTS } from '../../src/server/ledger/attention.js';
import type { Attention, AttentionKind } from '../../src/server/ledger/attention-types.js';
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
  payer: { chainId: BASE, address: `0x${'ab'.repeat(20)}` },
  transactions: [
    { chainId: BASE, hash: bytes('a7e0'), url: null },
    { chainId: ARBITRUM, hash: bytes('0d3f'), url: null },
  ],
  message: '',
  advice: '',
};

/** How each kind differs from a second payment. `message` is what the ledger adds to the text of the kind. */
const kinds: Readonly<Record<AttentionKind, Partial<Attention>>> = {
  second: {},
  late: {},
  disputed: {
    orderId: 'B-7',
    message: 'Order 1042 has taken it.',
  },
  conflicting: {},
  reversed: {
    received: null,
  },
  failed: {
    received: null,
    transactions: sample.transactions.slice(0, 1),
  },
  short: {
    message: '24000000 arrived, but 25000000 was required.',
    received: usdc('24000000'),
  },
  'other-token': {
    received: { ...usdc('25000000'), currency: `0x${'e1'.repeat(20)}` },
  },
  wrong: {
    message: 'It went to another recipient.',
  },
  'too-old': {},
  unreadable: {
    message: 'The service’s record does not say who was paid.',
    received: null,
    paid: null,
    payer: null,
    transactions: [],
  },
  contradicted: {
    message: 'It says: 24000000 arrived, but 25000000 was required.',
    received: usdc('24000000'),
  },
  'handler-failed': {
    message: 'onPaid has failed 5 times, and is tried again. The last error: relation "parcels" does not exist',
  },
};

/** One sample of each kind. */
export const attentionSamples: readonly Attention[] = (Object.keys(kinds) as AttentionKind[]).map((kind, at) => ({
  ...sample,
  orderId: String(1042 + at),
  requestId: bytes((0x5c1a + at).toString(16)),
  kind,
  ...kinds[kind],
  message: [ATTENTION_TEXTS[kind].what, kinds[kind].message].filter(Boolean).join(' '),
  advice: ATTENTION_TEXTS[kind].advice,
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
  payer: { chainId: BASE, address: HOSTILE },
  transactions: [
    { chainId: BASE, hash: HOSTILE, url: 'javascript:alert(1)' },
    { chainId: BASE, hash: HOSTILE, url: `https://scan.example/${HOSTILE}` },
  ],
};
