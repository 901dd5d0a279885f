import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HubPayError } from '../../../src/errors.js';
import { createProxy, type SponsorRules } from '../../../src/server/index.js';

const PAYEE = '0x7A3bC1de5f60718293a4B5c6d7E8f90123456789';
const OTHER = '0x1111111111111111111111111111111111111111';
const USDC = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913';
const CALL = { to: OTHER, value: '0', data: '0x' };
const AUTHORIZATION = { chainId: 1, address: OTHER, nonce: 0, yParity: 0, r: '0x1', s: '0x2' };

type Body = Record<string, unknown>;

/** The rules that every merchant must set. */
const LEAST: SponsorRules = { recipient: PAYEE, maxSubsidizationAmount: '2000000' };

/** Sends `body` through a proxy with these rules. Returns the status and the body that reached the service. */
async function post(path: string, body: Body, sponsor?: SponsorRules): Promise<{ status: number; sent: Body | null }> {
  let sent: Body | null = null;
  const proxy = createProxy({
    baseUrl: 'https://pay.example',
    apiKey: 'key',
    path: '/hub',
    origins: ['https://shop.example'],
    execute: true,
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
  ...LEAST,
  destinationChainId: 8453,
  destinationCurrency: USDC,
  minAmount: '1000000',
  maxAmount: '25000000',
  components: ['execution', 'relay'],
};

const WITH_RENT: SponsorRules = { ...RULES, subsidizeRent: true };

const WHOLE: SponsorRules = {
  ...LEAST,
  destinationChainId: 8453,
  amount: '25.00',
  currency: 'USDC',
  registry: {
    chains: [
      { id: 8453, vmType: 'evm', erc20Currencies: [{ symbol: 'USDC', name: 'USD Coin', address: USDC, decimals: 6 }] },
    ],
  },
};

test('V-6 createProxy throws a config error when an amount in whole tokens cannot be converted', () => {
  const wrong: [name: keyof SponsorRules, change: Partial<SponsorRules> | Record<string, undefined>][] = [
    ['amount', { amount: '25.0000001' }],
    ['amount', { amount: undefined }],
    ['currency', { currency: 'USDT' }],
    ['currency', { currency: undefined }],
    ['registry', { registry: undefined }],
    ['destinationChainId', { destinationChainId: undefined }],
    ['maxAmount', { maxAmount: '25000000' }],
    ['minAmount', { minAmount: '1' }],
    ['destinationCurrency', { destinationCurrency: USDC }],
  ];
  for (const [name, change] of wrong) {
    const sponsor = { ...WHOLE, ...change };
    assert.throws(
      () => createProxy({ baseUrl: 'https://pay.example', apiKey: 'key', origins: ['https://shop.example'], sponsor }),
      (error) => error instanceof HubPayError && error.attribute === `sponsor.${name}`,
    );
  }
});

const unread: [title: string, rules: unknown, name: string, advice: string][] = [
  ['a misspelt maximum', { ...RULES, maxSubsidisationAmount: '1' }, 'maxSubsidisationAmount', 'maxSubsidizationAmount'],
  ['a misspelt recipient', { ...RULES, reciepient: PAYEE }, 'reciepient', 'did you mean "recipient"?'],
  ['rules without any member', {}, 'recipient', 'is missing: set it'],
  ['rules with only a misspelt recipient', { reciepient: PAYEE }, 'recipient', 'is missing: set it'],
  ['rules without a recipient', { maxSubsidizationAmount: '1' }, 'recipient', 'is missing: set it'],
  ['rules without a maximum', { recipient: PAYEE }, 'maxSubsidizationAmount', 'is missing: set it'],
  ['a recipient that the server’s settings lack', { ...RULES, recipient: undefined }, 'recipient', 'is undefined'],
  ['a recipient that is null', { ...RULES, recipient: null }, 'recipient', 'must be a text'],
  ['a recipient that is no address', { ...RULES, recipient: 'the shop' }, 'recipient', 'is not an address'],
  ['a recipient that is empty', { ...RULES, recipient: '' }, 'recipient', 'must be a text that is not empty'],
  ['a maximum that the server’s settings lack', { ...RULES, maxAmount: undefined }, 'maxAmount', 'is undefined'],
  ['a chain id as text', { ...RULES, destinationChainId: '8453' }, 'destinationChainId', 'whole number'],
  ['an amount as a number', { ...RULES, maxAmount: 25_000_000 }, 'maxAmount', 'is a number'],
  ['an amount with a point', { ...RULES, maxAmount: '25.00' }, 'maxAmount', 'must be an amount in digits'],
  ['a maximum in dollars', { ...LEAST, maxSubsidizationAmount: '1.50' }, 'maxSubsidizationAmount', 'in digits'],
  ['a least amount above the maximum', { ...RULES, minAmount: '25000001' }, 'minAmount', 'is above maxAmount'],
  ['components as one text', { ...RULES, components: 'execution' }, 'components', 'a list'],
  ['a misspelt component', { ...RULES, components: ['exection'] }, 'components', 'must be one of'],
  ['no component, which may mean all', { ...RULES, components: [] }, 'components', 'at least 1 entry'],
  ['calls as true', { ...RULES, calls: true }, 'calls', 'must be an object'],
  [
    'a misspelt rule of calls',
    { ...RULES, calls: { maxAuthorisations: 1 } },
    'calls.maxAuthorisations',
    'did you mean',
  ],
  [
    'an undefined rule of calls',
    { ...RULES, calls: { maxIntrinsicGas: undefined } },
    'calls.maxIntrinsicGas',
    'undefined',
  ],
  [
    'a number of authorizations as text',
    { ...RULES, calls: { maxAuthorizations: '1' } },
    'calls.maxAuthorizations',
    'whole',
  ],
];
for (const [title, rules, name, advice] of unread) {
  test(`createProxy refuses by its name ${title} in the sponsor rules`, () => {
    const sponsor = rules as SponsorRules;
    assert.throws(
      () => createProxy({ baseUrl: 'https://pay.example', apiKey: 'key', origins: ['https://shop.example'], sponsor }),
      (error) =>
        error instanceof HubPayError && error.attribute === `sponsor.${name}` && error.message.includes(advice),
    );
  });
}

test('createProxy refuses calls beside a rule with which the proxy would refuse every call', () => {
  const { amount, currency, registry, destinationChainId } = WHOLE;
  const beside: [name: string, rules: Partial<SponsorRules>][] = [
    ['destinationCurrency', { destinationCurrency: USDC }],
    ['minAmount', { minAmount: '1' }],
    ['maxAmount', { maxAmount: '1' }],
    ['amount', { amount: amount!, currency: currency!, registry: registry!, destinationChainId: destinationChainId! }],
    ['components', { components: ['swap', 'app'] }],
  ];
  for (const [name, rules] of beside) {
    const sponsor = { ...LEAST, calls: {}, ...rules };
    assert.throws(
      () => createProxy({ baseUrl: 'https://pay.example', apiKey: 'key', origins: ['https://shop.example'], sponsor }),
      (error) =>
        error instanceof HubPayError &&
        error.code === 'config' &&
        error.attribute === 'sponsor.calls' &&
        new RegExp(`^sponsor\\.calls: .*\\b${name}\\b`, 'u').test(error.message),
      name,
    );
  }
});

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
  ['any quote when the payer pays the fees', quote({ subsidizeFees: false, recipient: OTHER, amount: '9'.repeat(30) })],
  [
    'a large amount when the rules have no largest one',
    quote({ amount: '9'.repeat(30) }),
    { ...LEAST, minAmount: '1' },
  ],
  ['V-2 a gas overhead with a pinned recipient and a cap', quote({ originGasOverhead: 1 })],
  ['V-6 the amount of a registry in its smallest unit', quote(), WHOLE],
];
for (const [title, body, rules = RULES] of passes) {
  test(`sponsor rules accept ${title}`, async () => assert.equal((await post('/quote/v2', body, rules)).status, 200));
}

const refusals: [title: string, changes: Body, rules?: SponsorRules][] = [
  ['another recipient', { recipient: OTHER }],
  ['no recipient, which would be the payer', { recipient: undefined }],
  ['another chain', { destinationChainId: 1 }],
  ['a chain as text', { destinationChainId: '8453' }],
  ['another currency', { destinationCurrency: OTHER }],
  ['one unit over the amount', { amount: '25000001' }],
  ['one unit under the least', { amount: '999999' }],
  [
    'one unit under the least when the rules have no largest amount',
    { amount: '25000000' },
    { ...LEAST, minAmount: '25000001' },
  ],
  [
    'an amount in another currency when the rules have only a least amount',
    { tradeType: 'EXACT_INPUT' },
    { ...LEAST, minAmount: '1' },
  ],
  ['no amount when the rules have only a least amount', { amount: undefined }, { ...LEAST, minAmount: '1' }],
  ['an amount that is smaller only when compared as text', { amount: '100000000' }],
  ['an amount in another form', { amount: '2.5e7' }],
  ['an amount that is a number', { amount: 25 }],
  ['an amount of another currency', { tradeType: 'EXACT_INPUT', amount: '1' }],
  ['one unit over the cap', { maxSubsidizationAmount: '2000001' }],
  ['an invalid cap', { maxSubsidizationAmount: '-1' }],
  ['another component', { sponsoredFeeComponents: ['execution', 'swap'] }],
  ['no component, which may mean all', { sponsoredFeeComponents: [] }],
  ['components that are no list', { sponsoredFeeComponents: 'swap' }],
  ['subsidizeFees with another value than true', { subsidizeFees: 'true' }],
  ['subsidizeRent without subsidizeFees', { subsidizeFees: false, subsidizeRent: true }, WITH_RENT],
  ['the rent of an account when no rule allows it', { subsidizeRent: true }],
  ['the rent of an account when the rule is false', { subsidizeRent: true }, { ...RULES, subsidizeRent: false }],
  ['an open deposit address', { useDepositAddress: true }],
  ['calls, which could pay another address', { txs: [CALL] }],
  ['authorizations, which could pay another address', { authorizationList: [AUTHORIZATION] }],
  ['V-2 topped-up gas for another recipient', { topupGas: true, recipient: OTHER }],
  ['V-2 topped-up gas over the cap', { topupGas: true, maxSubsidizationAmount: '2000001' }],
  ['V-6 one unit less than the whole tokens', { amount: '24999999' }, WHOLE],
  ['V-6 one unit more than the whole tokens', { amount: '25000001' }, WHOLE],
  ['V-6 another currency than the registry names', { destinationCurrency: OTHER }, WHOLE],
  ['an app fee of the payer’s choice', { appFees: [{ recipient: OTHER, fee: '5000' }] }, LEAST],
  ['an app fee among named components', { appFees: [{}], sponsoredFeeComponents: ['app'] }, LEAST],
];
test('sponsor rules with subsidizeRent let the rent of an account pass', async () => {
  const { status, sent } = await post('/quote/v2', quote({ subsidizeRent: true }), WITH_RENT);
  assert.deepEqual([status, sent?.['subsidizeRent']], [200, true]);
});

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

const CALLS: SponsorRules = { ...LEAST, calls: {} };
const bytes = (count: number): Body => ({ data: `0x${'ff'.repeat(count)}` });
const signed = (count: number): Body => ({ authorizationList: Array.from({ length: count }, () => AUTHORIZATION) });

const executions: [status: number, title: string, body: Body, rules: SponsorRules][] = [
  [200, 'a call to the recipient', execution(), { ...CALLS, destinationChainId: 8453 }],
  [200, 'a call with as much data as 100,000 gas allow', execution(bytes(1_350)), CALLS],
  [
    200,
    'as many authorizations as the rules allow',
    execution(signed(3)),
    { ...LEAST, calls: { maxAuthorizations: 3 } },
  ],
  [403, 'a call when the rules do not name calls', execution(), LEAST],
  [403, 'a call to another address', execution({ to: OTHER }), CALLS],
  [403, 'a call on another chain', execution({ chainId: 1 }), { ...CALLS, destinationChainId: 8453 }],
  [403, 'a call with a value', execution({ value: '1' }), CALLS],
  [403, 'a call without a value', execution({ value: undefined }), CALLS],
  [200, 'a call when the rules name execution', execution(), { ...CALLS, components: ['app', 'execution'] }],
  [200, 'a call when the rules allow rent', execution(), { ...CALLS, subsidizeRent: true }],
  [403, 'a second authorization', execution(signed(2)), CALLS],
  [403, '500 authorizations', execution(signed(500)), CALLS],
  [403, 'one byte more than 100,000 gas allow', execution(bytes(1_351)), CALLS],
  [403, '60 kB of data', execution(bytes(60_000)), CALLS],
  [403, 'data that is a number', execution({ data: 0 }), CALLS],
  [403, 'data with half a byte', execution({ data: '0x0' }), CALLS],
  [403, 'a call without data', execution({ data: undefined }), CALLS],
  [403, 'a gas limit of its own', execution({ gas: '99999999' }), CALLS],
];
for (const [title, executionOptions] of [
  ['no options', undefined],
  ['empty options', {}],
  ['options without subsidizeFees', { referrer: 'shop' }],
  ['subsidizeFees that is no boolean', { subsidizeFees: 'false' }],
  ['subsidizeFees true', { subsidizeFees: true }],
  ['options that are a text', 'subsidizeFees'],
  ['options that are a list', [{ subsidizeFees: false }]],
] as const) {
  test(`createProxy without sponsor rules forwards no execution with ${title}`, async () => {
    const body = { ...execution(), executionOptions };
    assert.deepEqual(await post('/execute', body, undefined), { status: 403, sent: null });
  });
}

for (const [status, title, body, rules] of executions) {
  test(`sponsor rules ${status === 200 ? 'accept' : 'refuse'} ${title}`, async () => {
    assert.equal((await post('/execute', body, rules)).status, status);
  });
}

test('V-1 V-2 createProxy names the field and the reason when it refuses what would cost', async () => {
  const reasonOf = async (path: string, body: Body, options: object): Promise<string> => {
    const proxy = createProxy({
      baseUrl: 'https://pay.example',
      apiKey: 'key',
      origins: ['https://shop.example'],
      ...options,
    });
    const headers = { 'content-type': 'application/json' };
    const init = { method: 'POST', body: JSON.stringify(body), headers };
    const { message } = (await (await proxy(new Request(`https://a.example${path}`, init))).json()) as {
      message: string;
    };
    return message;
  };
  const unsaid = { ...execution(), executionOptions: {} };
  assert.equal(await reasonOf('/execute', unsaid, {}), 'This proxy does not forward executions.');
  assert.match(await reasonOf('/execute', unsaid, { execute: true }), /^executionOptions\.subsidizeFees: it must be/u);
  const sponsor = { ...LEAST, calls: {} };
  assert.match(await reasonOf('/quote', quote({ recipient: OTHER }), { sponsor }), /^recipient: .*not sponsored/u);
  const twice = execution({ authorizationList: [AUTHORIZATION, AUTHORIZATION] });
  const options = { sponsor, execute: true };
  assert.equal(await reasonOf('/execute', twice, options), 'data.authorizationList: at most 1 is sponsored.');
});
