/** Variations of findings about the proxy: ways to make the owner of the key pay, and honest requests beside them. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ProxyOptions, SponsorRules } from '../../../src/server/index.js';
import { OTHER, PAYEE, quote, standing } from './standing.js';

type Body = Record<string, unknown>;

const CALL = { chainId: 8453, to: PAYEE, data: '0x', value: '0' };
const AUTHORIZATION = { chainId: 1, address: OTHER, nonce: 0, yParity: 0, r: '0x1', s: '0x2' };
const execution = (executionOptions: unknown, more: Body = {}): Body => ({
  executionKind: 'rawCalls',
  data: { ...CALL, authorizationList: [AUTHORIZATION] },
  executionOptions,
  ...more,
});
const RULES: SponsorRules = { recipient: PAYEE, maxSubsidizationAmount: '2000000' };
const sponsored = (more: Body): Body => quote({ subsidizeFees: true, ...more });

const twice = (first: string, last: string): string =>
  JSON.stringify(execution({})).replace('{}', `{"subsidizeFees":${first},"subsidizeFees":${last}}`);

/** Each row: the id of its finding, what differs, the path, the body, the proxy's options, and what the page gets. */
const cases: [
  row: string,
  what: string,
  path: string,
  body: unknown,
  options: Partial<ProxyOptions>,
  status: number,
][] = [
  ['V-1', 'options that are null', '/execute', execution(null), { execute: true }, 403],
  ['V-1', 'the number 0 in place of false', '/execute', execution({ subsidizeFees: 0 }), { execute: true }, 403],
  ['V-1', 'false and then true in one text', '/execute', twice('false', 'true'), { execute: true }, 403],
  [
    'V-1',
    'the mark in a prototype',
    '/execute',
    JSON.stringify(execution({})).replace('{}', '{"__proto__":{"subsidizeFees":false}}'),
    { execute: true },
    400,
  ],
  [
    'V-1',
    'a second mark beside the options',
    '/execute',
    execution({ subsidizeFees: false }, { subsidizeFees: true }),
    { execute: true },
    403,
  ],
  ['V-1', 'a slash after the path', '/execute/', execution({ subsidizeFees: false }), {}, 404],
  ['V-1', 'true and then false in one text', '/execute', twice('true', 'false'), { execute: true }, 200],
  [
    'V-1',
    'a referrer, and the caller pays',
    '/execute',
    execution({ subsidizeFees: false, referrer: 'shop' }),
    { execute: true },
    200,
  ],

  ['V-2', 'the rent alone, without a rule', '/quote/v2', quote({ subsidizeRent: true }), {}, 403],
  ['V-2', 'a cap alone, without a rule', '/quote/v2', quote({ maxSubsidizationAmount: '1' }), {}, 403],
  [
    'V-2',
    'a top-up for a recipient that only looks like the pinned one',
    '/quote/v2',
    sponsored({ topupGas: true, recipient: `${PAYEE} ` }),
    { sponsor: RULES },
    403,
  ],
  [
    'V-2',
    'a top-up for the payer, who names the shop in another letter case of the field',
    '/quote/v2',
    { ...sponsored({ topupGas: true, Recipient: PAYEE }), recipient: OTHER },
    { sponsor: RULES },
    403,
  ],
  [
    'V-2',
    'a cap above the rule beside a top-up',
    '/quote/v2',
    sponsored({ topupGas: true, maxSubsidizationAmount: '2000001' }),
    { sponsor: RULES },
    403,
  ],
  ['V-2', 'a top-up that the payer pays', '/quote/v2', quote({ topupGas: true }), {}, 200],
  [
    'V-2',
    'the gas limit of a pinned recipient under a cap',
    '/quote/v2',
    sponsored({ txsGasLimit: 1 }),
    { sponsor: RULES },
    200,
  ],
];

for (const [row, what, path, body, options, status] of cases) {
  test(`${row} createProxy answers ${status} to ${what}`, async () => {
    const { ask, sent } = standing(options);
    assert.equal((await ask(`/hub${path}`, body)).status, status);
    assert.equal(sent.length, status === 200 ? 1 : 0);
  });
}

const RETRY: [value: string, passed: string | null][] = [
  ['120', '120'],
  ['Thu, 01 Jan 2026 00:00:00 GMT', 'Thu, 01 Jan 2026 00:00:00 GMT'],
  ['1e9', null],
  ['7, 8', null],
  ['Wed, 21 Oct 2026 07:28:00 GMT; call +1 555', null],
  ['1234567890', null],
];
for (const [value, passed] of RETRY) {
  test(`V-5 createProxy ${passed ? 'passes on' : 'drops'} the retry time ${JSON.stringify(value)}`, async () => {
    const { ask } = standing({}, () => Response.json({}, { status: 503, headers: { 'retry-after': value } }));
    assert.equal((await ask('/hub/chains')).headers.get('retry-after'), passed);
  });
}

const usdc = { symbol: 'USDC', name: 'USD Coin', address: OTHER, decimals: 6 };
const registry = { chains: [{ id: 8453, vmType: 'evm', erc20Currencies: [usdc] }] };
const WHOLE: SponsorRules = { ...RULES, destinationChainId: 8453, amount: '25.00', currency: 'USDC', registry };
const UNITS: [what: string, change: Body, rules: SponsorRules, status: number][] = [
  ['the whole tokens of the page as smallest units', { amount: '25' }, WHOLE, 403],
  ['the whole tokens of the page with a point', { amount: '25.00' }, WHOLE, 403],
  ['an expected output of the amount', { tradeType: 'EXPECTED_OUTPUT' }, WHOLE, 200],
  ['the amount with a zero before it', { amount: '025000000' }, WHOLE, 200],
  ['the same amount on another chain', { destinationChainId: 1 }, WHOLE, 403],
  [
    'the amount of a currency that is given by its address',
    {},
    { ...WHOLE, currency: OTHER.toUpperCase().replace('X', 'x') },
    200,
  ],
];
for (const [what, change, sponsor, status] of UNITS) {
  test(`V-6 createProxy answers ${status} to ${what}`, async () => {
    const { ask } = standing({ sponsor });
    assert.equal((await ask('/hub/quote/v2', sponsored(change))).status, status);
  });
}
