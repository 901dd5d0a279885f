/** Tests the sponsor rules of the proxy, rule by rule. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createProxy, type SponsorRules } from '../../../src/server/index.js';

const PAYEE = '0x7A3bC1de5f60718293a4B5c6d7E8f90123456789';
const OTHER = '0x1111111111111111111111111111111111111111';
const USDC = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913';
const CALL = { to: OTHER, value: '0', data: '0x' };
const AUTHORIZATION = { chainId: 1, address: OTHER, nonce: 0, yParity: 0, r: '0x1', s: '0x2' };

type Body = Record<string, unknown>;

/** The status, and the body that the service received. */
async function post(path: string, body: Body, sponsor?: SponsorRules): Promise<{ status: number; sent: Body | null }> {
  let sent: Body | null = null;
  const proxy = createProxy({
    baseUrl: 'https://pay.example',
    apiKey: 'key',
    path: '/hub',
    origins: ['https://shop.example'],
    ...(sponsor && { sponsor }),
    fetch: (_input, init) => {
      sent = JSON.parse(init?.body as string) as Body;
      return Promise.resolve(Response.json({}));
    },
  });
  const init = { method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json' } };
  const { status } = await proxy(new Request(`https://shop.example/hub${path}`, init));
  return { status, sent };
}

const quote = (changes: Body = {}): Body => ({
  user: OTHER,
  originChainId: 1,
  originCurrency: OTHER,
  destinationChainId: 8453,
  destinationCurrency: USDC,
  tradeType: 'EXACT_OUTPUT',
  amount: '25000000',
  recipient: PAYEE,
  refundTo: OTHER,
  subsidizeFees: true,
  ...changes,
});

const RULES: SponsorRules = {
  recipient: PAYEE,
  destinationChainId: 8453,
  destinationCurrency: USDC,
  minAmount: '1000000',
  maxAmount: '25000000',
  components: ['execution', 'relay'],
  maxSubsidizationAmount: '2000000',
};

test('sponsor rules accept a quote within the rules and fill in its unset fields', async () => {
  const { status, sent } = await post('/quote/v2', quote(), RULES);
  const filled = { sponsoredFeeComponents: ['execution', 'relay'], maxSubsidizationAmount: '2000000' };
  assert.deepEqual([status, sent], [200, quote(filled)]);
});

const passes: [title: string, body: Body, rules?: SponsorRules][] = [
  ['less than the caps', quote({ amount: '1000000', maxSubsidizationAmount: '1', sponsoredFeeComponents: ['relay'] })],
  ['addresses in another case', quote({ recipient: PAYEE.toLowerCase(), destinationCurrency: USDC.toLowerCase() })],
  ['a strict deposit address', quote({ useDepositAddress: true, strict: true })],
  ['topped-up gas under the cap', quote({ topupGas: true })],
  ['app fees that the payer pays', quote({ appFees: [{ recipient: OTHER, fee: '10' }] })],
  [
    'a quote that has the payer pay, whatever it is',
    quote({ subsidizeFees: false, recipient: OTHER, amount: '9'.repeat(30) }),
  ],
  ['more than the least, where there is no most', quote({ amount: '9'.repeat(30) }), { minAmount: '25000000' }],
  ['anything where no rule is named', quote({ recipient: OTHER, txs: [CALL] }), {}],
];
for (const [title, body, rules = RULES] of passes) {
  test(`sponsor rules accept ${title}`, async () => assert.equal((await post('/quote/v2', body, rules)).status, 200));
}

const refusals: [title: string, changes: Body, rules?: SponsorRules][] = [
  ['another recipient', { recipient: OTHER }],
  ['no recipient: it would be the payer', { recipient: undefined }],
  ['another chain', { destinationChainId: 1 }],
  ['a chain as text', { destinationChainId: '8453' }],
  ['another currency', { destinationCurrency: OTHER }],
  ['one unit over the amount', { amount: '25000001' }],
  ['one unit under the least', { amount: '999999' }],
  ['one unit under the least, where there is no most', { amount: '25000000' }, { minAmount: '25000001' }],
  ['another currency’s amount under the least alone', { tradeType: 'EXACT_INPUT' }, { minAmount: '1' }],
  ['no amount under the least alone', { amount: undefined }, { minAmount: '1' }],
  ['an amount that is smaller only as text', { amount: '100000000' }],
  ['an amount in another form', { amount: '2.5e7' }],
  ['an amount that is a number', { amount: 25 }],
  ['an amount of another currency', { tradeType: 'EXACT_INPUT', amount: '1' }],
  ['one unit over the cap', { maxSubsidizationAmount: '2000001' }],
  ['a cap that is none', { maxSubsidizationAmount: '-1' }],
  ['another component', { sponsoredFeeComponents: ['execution', 'swap'] }],
  ['no component, which may mean all', { sponsoredFeeComponents: [] }],
  ['components that are no list', { sponsoredFeeComponents: 'swap' }],
  ['sponsoring by another word than true', { subsidizeFees: 'true' }],
  ['rent without the rest', { subsidizeFees: false, subsidizeRent: true }],
  ['an open deposit address', { useDepositAddress: true }],
  ['calls, which could pay somebody else', { txs: [CALL] }],
  ['authorizations, which could too', { authorizationList: [AUTHORIZATION] }],
  ['topped-up gas without a cap', { topupGas: true }, { recipient: PAYEE }],
  ['rent without a cap', { subsidizeRent: true }, { recipient: PAYEE }],
  ['an app fee of the payer’s choice', { appFees: [{ recipient: OTHER, fee: '5000' }] }, { recipient: PAYEE }],
  ['an app fee among named components', { appFees: [{}], sponsoredFeeComponents: ['app'] }, {}],
];
for (const [title, changes, rules = RULES] of refusals) {
  test(`sponsor rules refuse ${title}`, async () => {
    assert.deepEqual(await post('/quote/v2', quote(changes), rules), { status: 403, sent: null });
  });
}

const execution = (data: Body = {}): Body => ({
  executionKind: 'rawCalls',
  data: { chainId: 8453, to: PAYEE, data: '0x', value: '0', authorizationList: [AUTHORIZATION], ...data },
  executionOptions: { referrer: 'shop', subsidizeFees: true },
});

const executions: [status: number, title: string, body: Body, rules: SponsorRules][] = [
  [200, 'a call of the payee', execution(), { recipient: PAYEE, destinationChainId: 8453 }],
  [200, 'any call where no rule is named', execution({ to: OTHER }), {}],
  [403, 'a call of somebody else', execution({ to: OTHER }), { recipient: PAYEE }],
  [403, 'a call on another chain', execution({ chainId: 1 }), { destinationChainId: 8453 }],
  [403, 'a call that moves coins', execution({ value: '1' }), {}],
  [403, 'a call that does not say what it moves', execution({ value: undefined }), {}],
  [403, 'a call, which has no amount', execution(), { minAmount: '1' }],
  [403, 'a call, which has no cap', execution(), { maxSubsidizationAmount: '1' }],
  [403, 'a call, which has no currency', execution(), { destinationCurrency: USDC }],
  [403, 'a call where execution is not sponsored', execution(), { components: ['app'] }],
];
for (const [status, title, body, rules] of executions) {
  test(`sponsor rules for execution: the proxy ${status === 200 ? 'sponsors' : 'does not sponsor'} ${title}`, async () => {
    assert.equal((await post('/execute', body, rules)).status, status);
  });
}
