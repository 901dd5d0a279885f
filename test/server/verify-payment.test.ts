/** Tests that a server accepts only payment records that match the order. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { HubPayError } from '../../src/errors.js';
import { verifyPayment, type ExpectedPayment, type VerifyOptions, type VerifyResult } from '../../src/server/index.js';
import type { Registry } from '../../src/types.js';

const ID = `0x${'ab'.repeat(32)}`;
const OTHER_ID = `0x${'cd'.repeat(32)}`;
const SHOP = '0x7A3bC1de5f60718293a4B5c6d7E8f90123456789';
const USDC = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913';
const SVM_SHOP = '4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T';

const ZERO = `0x${'0'.repeat(40)}`;
const registry: Registry = {
  chains: [
    { id: 8453, vmType: 'evm', erc20Currencies: [{ symbol: 'USDC', name: 'USD Coin', address: USDC, decimals: 6 }] },
  ],
};
const whole = { amount: '25.00', currency: 'USDC', registry };

const expect: ExpectedPayment = { recipient: SHOP, chainId: 8453, currency: USDC, amount: '25000000' };

const amount = (chainId: number, address: string, units: string, symbol = 'USDC') => ({
  currency: { chainId, address, symbol, decimals: 6 },
  amount: units,
  amountFormatted: '25.0',
});

type Data = Record<string, unknown> & { metadata?: Record<string, unknown> };
type Record_ = Record<string, unknown> & { data: Data };

/** The service's order of a payment, which pays the shop 25 USDC and runs no calls. */
const protocol = (changes: Record<string, unknown> = {}) => ({
  v2: { orderData: { output: { chainId: 'base', payments: [pays()], calls: [], ...changes } } },
});
const pays = (changes: Record<string, unknown> = {}) => ({
  recipient: SHOP.toLowerCase(),
  currency: USDC.toLowerCase(),
  minimumAmount: '25000000',
  expectedAmount: '25000000',
  ...changes,
});

/** A delivered payment that matches the order. Some of its addresses are in lower case. */
function paid(changes: Record<string, unknown> = {}, data: Data = {}): Record_ {
  return {
    id: ID,
    status: 'success',
    user: '0x1111111111111111111111111111111111111111',
    recipient: SHOP.toLowerCase(),
    protocol: protocol(),
    ...changes,
    data: {
      inTxs: [{ chainId: 10, hash: '0x01' }],
      outTxs: [{ chainId: 8453, hash: '0x02' }],
      ...data,
      metadata: {
        recipient: SHOP.toLowerCase(),
        currencyIn: amount(10, USDC, '25100000'),
        currencyOut: amount(8453, USDC.toLowerCase(), '25000000'),
        ...data.metadata,
      },
    },
  };
}

const ordered = (changes: Record<string, unknown>): Record_ => paid({ protocol: protocol(changes) });

const json = (body: unknown, status = 200): Response => Response.json(body, { status });
const serving =
  (...requests: unknown[]): typeof fetch =>
  () =>
    Promise.resolve(json({ requests }));

const verify = (fetch: typeof globalThis.fetch, changes: Partial<VerifyOptions> = {}): Promise<VerifyResult> =>
  verifyPayment({ baseUrl: 'https://pay.example/hub', requestId: ID, expect, fetch, ...changes });

async function refusal(result: Promise<VerifyResult>): Promise<string> {
  const verdict = await result;
  if (verdict.ok) return 'none';
  assert.match(verdict.message, /^[A-Z0-9].{10,}/u);
  return verdict.reason;
}

test('verifyPayment returns the paid and the received amount when the payment is delivered', async () => {
  const requests: Request[] = [];
  const result = await verify(
    (input, init) => {
      requests.push(new Request(input, init));
      return serving(paid())(input);
    },
    { apiKey: 'secret' },
  );
  assert.deepEqual(
    requests.map(({ method, url, headers }) => [method, url, headers.get('x-api-key')]),
    [['GET', `https://pay.example/hub/requests/v2?id=${ID}&includeOrderData=true`, 'secret']],
  );
  const usdc = { symbol: 'USDC', decimals: 6, currency: USDC.toLowerCase() };
  assert.deepEqual(result, {
    ok: true,
    delivery: ID,
    deliveries: [ID],
    payment: {
      requestId: ID,
      reference: null,
      paid: { ...usdc, chainId: 10, amount: '25100000', amountFormatted: '25.1' },
      received: { ...usdc, chainId: 8453, amount: '25000000', amountFormatted: '25' },
      origin: [{ chainId: 10, hash: '0x01', url: null }],
      destination: [{ chainId: 8453, hash: '0x02', url: null }],
    },
  });
});

const passes: [title: string, record: Record_, changes?: Partial<VerifyOptions>][] = [
  ['one unit more', paid({}, { metadata: { currencyOut: amount(8453, USDC, '25000001') } })],
  ['an id requested in upper case', paid(), { requestId: ID.toUpperCase().replace('X', 'x') }],
  ['an id written in upper case by the service', paid({ id: ID.toUpperCase().replace('X', 'x') })],
  ['a record without the paid currency', paid({}, { metadata: { currencyIn: undefined } })],
  [
    'a payment on one chain, which the payer’s own transaction delivers',
    paid({}, { inTxs: [{ chainId: 8453, hash: '0x03' }], outTxs: [] }),
  ],
  [
    'V-3 an order whose payments add up to the amount',
    ordered({ payments: [pays({ expectedAmount: '1', minimumAmount: '1' }), pays()] }),
  ],
  [
    'an order that guarantees less, when the merchant states this amount',
    paid(
      { protocol: protocol({ payments: [pays({ minimumAmount: '24500000' })] }) },
      { metadata: { currencyOut: { ...amount(8453, USDC, '25000000'), minimumAmount: '24500000' } } },
    ),
    { expect: { ...expect, minimumAmount: '24500000' } },
  ],
  [
    'an order that guarantees less, when the merchant states this amount in whole tokens',
    ordered({ payments: [pays({ minimumAmount: '24500000' })] }),
    { expect: { ...expect, ...whole, minimumAmount: '24.50' } },
  ],
  ['V-3 an order that also pays the shop another currency', ordered({ payments: [pays(), pays({ currency: ZERO })] })],
  ['V-3 an order without expected amounts', ordered({ payments: [pays({ expectedAmount: null })] })],
  ['V-3 a record without an order when none is required', paid({ protocol: {} }), { requireOrder: false }],
  ['V-6 an amount in whole tokens of a registry', paid(), { expect: { ...expect, ...whole } }],
  [
    'V-6 whole tokens of a currency that is given by its address',
    paid(),
    { expect: { ...expect, ...whole, currency: USDC } },
  ],
];
for (const [title, record, changes] of passes) {
  test(`verifyPayment accepts ${title}`, async () =>
    assert.equal(await refusal(verify(serving(record), changes)), 'none'));
}

const metadata = (changes: Record<string, unknown>): Record_ => paid({}, { metadata: changes });
const refusals: [reason: string, title: string, records: unknown[], changes?: Partial<VerifyOptions>][] = [
  ['unknown-id', 'no record', []],
  ['unknown-id', 'only the record of another payment', [paid({ id: OTHER_ID })]],
  ['unknown-id', 'an invalid id', [paid()], { requestId: '../chains' }],
  [
    'unknown-id',
    'the child of a request, so that one delivery would pay two orders',
    [paid({ parentRequestId: OTHER_ID })],
  ],
  ['unreachable', 'two records of the same id', [paid(), paid({ status: 'refund' })]],
  ...['waiting', 'depositing', 'pending', 'submitted', 'delayed', 'SUCCESS', 'an unknown status'].map(
    (status): [string, string, unknown[]] => ['pending', `status ${status}`, [paid({ status })]],
  ),
  ['refunded', 'a refund', [paid({ status: 'refund' })]],
  ['failed', 'a failure', [paid({ status: 'failure' })]],
  ['recipient', 'another recipient', [paid({ recipient: USDC }, { metadata: { recipient: USDC } })]],
  ['recipient', 'another recipient in the first of two places', [metadata({ recipient: USDC })]],
  ['recipient', 'another recipient in the second of two places', [paid({ recipient: USDC })]],
  [
    'recipient',
    'a recipient in another case on a chain where case counts',
    [paid({ recipient: SVM_SHOP.toLowerCase() }, { metadata: { recipient: SVM_SHOP } })],
    { expect: { ...expect, recipient: SVM_SHOP } },
  ],
  ['calls', 'V-3 calls on the destination chain', [ordered({ calls: [{}] })]],
  ['calls', 'V-3 calls though no order is required', [ordered({ calls: [{}] })], { requireOrder: false }],
  ['unreachable', 'V-3 a record without the order', [paid({ protocol: {} })]],
  ['unreachable', 'V-3 an order whose calls cannot be counted', [ordered({ calls: '0x12' })]],
  ['unreachable', 'V-3 an order without payments', [ordered({ payments: [] })]],
  [
    'unreachable',
    'V-3 an order with a payment of no amount',
    [ordered({ payments: [pays(), pays({ expectedAmount: 25 })] })],
  ],
  ['recipient', 'V-3 an order that pays somebody else', [ordered({ payments: [pays({ recipient: USDC })] })]],
  [
    'recipient',
    'V-3 an order that also pays somebody else',
    [ordered({ payments: [pays(), pays({ recipient: USDC })] })],
  ],
  ['currency', 'V-3 an order in another currency', [ordered({ payments: [pays({ currency: ZERO })] })]],
  ['amount', 'V-3 an order of one unit less', [ordered({ payments: [pays({ expectedAmount: '24999999' })] })]],
  [
    'amount',
    'V-3 an order of one unit less though no order is required',
    [ordered({ payments: [pays({ expectedAmount: '24999999' })] })],
    { requireOrder: false },
  ],
  ['amount', 'an order that guarantees one unit', [ordered({ payments: [pays({ minimumAmount: '1' })] })]],
  [
    'amount',
    'an order that guarantees one unit less than the stated amount',
    [ordered({ payments: [pays({ minimumAmount: '24499999' })] })],
    { expect: { ...expect, minimumAmount: '24500000' } },
  ],
  [
    'amount',
    'a record that guarantees one unit, though no order is required',
    [paid({ protocol: {} }, { metadata: { currencyOut: { ...amount(8453, USDC, '25000000'), minimumAmount: '1' } } })],
    { requireOrder: false },
  ],
  ['unreachable', 'an order that guarantees no amount', [ordered({ payments: [pays({ minimumAmount: undefined })] })]],
  [
    'amount',
    'V-6 one unit less than the whole tokens',
    [paid()],
    { expect: { ...expect, ...whole, amount: '25.000001' } },
  ],
  [
    'amount',
    'V-6 a payment of fewer tokens than smallest units',
    [paid()],
    { expect: { ...expect, ...whole, amount: '25000000' } },
  ],
  ['chain', 'another chain', [metadata({ currencyOut: amount(10, USDC, '25000000') })]],
  ['currency', 'another token of the same symbol', [metadata({ currencyOut: amount(8453, SHOP, '25000000') })]],
  ['amount', 'one unit too little', [metadata({ currencyOut: amount(8453, USDC, '24999999') })]],
  [
    'amount',
    'a number that is larger only when compared as text',
    [metadata({ currencyOut: amount(8453, USDC, '3') })],
  ],
  [
    'amount',
    'a difference beyond the precision of a float',
    [metadata({ currencyOut: amount(8453, USDC, '9007199254740992') })],
    { expect: { ...expect, amount: '9007199254740993' } },
  ],
  ['unreachable', 'no recipient', [paid({ recipient: undefined }, { metadata: { recipient: undefined } })]],
  ['unreachable', 'no delivered amount', [metadata({ currencyOut: undefined })]],
  ['unreachable', 'an amount that is no integer', [metadata({ currencyOut: amount(8453, USDC, '25e6') })]],
  ['unreachable', 'no data at all', [{ ...paid(), data: undefined }]],
  ['unreachable', 'a delivery without a transaction', [paid({}, { outTxs: [] })]],
  ['unreachable', 'a transaction on another chain only', [paid({}, { outTxs: [{ chainId: 10, hash: '0x02' }] })]],
];
for (const [reason, title, records, changes] of refusals) {
  test(`verifyPayment refuses with \`${reason}\` when the service returns ${title}`, async () => {
    let claims = 0;
    const claim = (): boolean => Boolean(++claims);
    assert.equal(await refusal(verify(serving(...records), { claim, ...changes })), reason);
    assert.equal(claims, 0, 'the claim is asked last');
  });
}

test('verifyPayment refuses with `unreachable` when the service gives no valid answer', async () => {
  const answers: (() => Response)[] = [
    () => json({ message: 'slow down' }, 429),
    () => json({ message: 'a key is needed' }, 401),
    () => new Response('<html>', { status: 404 }),
    () => json({ requests: 'none' }),
    () => json({ requests: [{ id: ID }] }),
  ];
  for (const answer of answers) {
    assert.equal(await refusal(verify(() => Promise.resolve(answer()))), 'unreachable');
  }
  const down = (): Promise<Response> => Promise.reject(new TypeError('fetch failed'));
  assert.equal(await refusal(verify(down)), 'unreachable');
});

test('F-196 verifyPayment refuses with `already-used` unless the claim returns true for the id in lower case', async () => {
  const used = new Set<string>();
  const claim = (id: string): Promise<boolean> => {
    const isNew = !used.has(id);
    used.add(id);
    return Promise.resolve(isNew);
  };
  const requestId = ID.toUpperCase().replace('X', 'x');
  assert.equal(await refusal(verify(serving(paid()), { claim, requestId })), 'none');
  assert.equal(await refusal(verify(serving(paid()), { claim })), 'already-used');
  assert.deepEqual([...used], [ID]);
  const forgetful = (() => undefined) as unknown as () => boolean;
  assert.equal(await refusal(verify(serving(paid()), { claim: forgetful })), 'already-used');
  const broken = (): Promise<boolean> => Promise.reject(new Error('the database is down'));
  await assert.rejects(verify(serving(paid()), { claim: broken }), /the database is down/u);
});

test('verifyPayment throws a config error without a request when the expected order is invalid', async () => {
  const wrong: Partial<Record<keyof ExpectedPayment, unknown>>[] = [
    { amount: '25.00' },
    { amount: '0' },
    { amount: '' },
    { amount: 25_000_000 },
    { amount: undefined },
    { minimumAmount: '24.50' },
    { minimumAmount: '24.5000001', ...whole },
    { minimumAmount: 1 },
    { minimumAmount: '25000001' },
    { recipient: '' },
    { chainId: '8453' },
    { currency: undefined },
    { amount: '25.0000001', currency: 'USDC', registry },
    { amount: '0.00', currency: 'USDC', registry },
    { amount: '', currency: 'USDC', registry },
    { amount: 25, currency: 'USDC', registry },
    { currency: 'USDT', amount: '25.00', registry },
    { chainId: 10, ...whole },
    { registry: '[object Object]' },
    { registry: null },
  ];
  for (const change of wrong) {
    const isConfig = (error: unknown): boolean =>
      error instanceof HubPayError && error.attribute === `expect.${Object.keys(change)[0]}`;
    const never = (): never => assert.fail('it asked');
    await assert.rejects(verify(never, { expect: { ...expect, ...change } as ExpectedPayment }), isConfig);
  }
});

test('verifyPayment names the wrong value of an option and says what it must be', async () => {
  const never = (): never => assert.fail('it asked');
  const said = async (change: unknown): Promise<string> => {
    const error: unknown = await verify(never, { expect: change as ExpectedPayment }).catch((cause: unknown) => cause);
    assert.ok(error instanceof HubPayError && error.code === 'config');
    return error.message;
  };
  const amount =
    'expect.amount: "25.00" is not a whole number in the smallest unit, such as "25000000" (or set registry)';
  assert.ok((await said({ ...expect, amount: '25.00' })).startsWith(amount));
  assert.ok((await said({ ...expect, chainId: '31338' })).startsWith('expect.chainId: "31338" is not a number'));
  assert.ok((await said({ ...expect, recipient: undefined })).startsWith('expect.recipient: is missing'));
  assert.ok((await said(undefined)).startsWith('expect: is missing'));
  const misspelt = await said({ ...expect, minimumAmmount: '24000000' });
  assert.ok(misspelt.startsWith('expect.minimumAmmount: is unknown: did you mean "minimumAmount"?'), misspelt);
  assert.ok((await said({ ...expect, colour: 1 })).startsWith('expect.colour: is unknown: leave it out'));
  assert.ok((await said({ ...expect, minimumAmount: undefined })).startsWith('expect.minimumAmount: is undefined'));
});

test('F-198 verifyPayment refuses an option that is misspelt, of another type or undefined', async () => {
  const never = (): never => assert.fail('it asked');
  for (const [more, message] of [
    [{ requireOrders: true }, 'requireOrders: is not a field of the options: did you mean "requireOrder"?'],
    [{ claims: () => true }, 'claims: is not a field of the options: did you mean "claim"?'],
    [{ requireOrder: 'yes' }, 'requireOrder: must be true or false, not "yes"'],
    [{ claim: true }, 'claim: must be a function, not true'],
    [{ apiKey: 7 }, 'apiKey: 7 is a number: write "7"'],
    [{ claim: undefined }, 'claim: is undefined: set it, or leave it out'],
    [{ requireOrder: undefined }, 'requireOrder: is undefined: set it, or leave it out'],
  ] as const)
    await assert.rejects(verify(never, more as never), (error: HubPayError) => error.message.startsWith(message));
});

test('verifyPayment names a wrong recipient once, however its record writes it', async () => {
  const other = paid({ recipient: USDC }, { metadata: { recipient: USDC.toLowerCase() } });
  const result = await verify(() => Promise.resolve(json({ requests: [other] })));
  assert.equal('message' in result && result.message, `The payment went to ${USDC}.`);
});

test('verifyPayment accepts a saved record for its amount and refuses it when one unit more is expected', async () => {
  const file = new URL('../support/fixtures/requests-deposit-address.json', import.meta.url);
  const answer = JSON.parse(readFileSync(file, 'utf8')) as { requests: { id: string; recipient: string }[] };
  const { id, recipient } = answer.requests[0]!;
  const all = { recipient, chainId: 8453, currency: USDC, amount: '79902723' };
  const order = { ...all, minimumAmount: '79503210' };
  const exact = { requestId: id, expect: order, requireOrder: false };
  assert.equal(await refusal(verify(() => Promise.resolve(json(answer)), exact)), 'none');
  const safe = { ...exact, expect: all };
  assert.equal(await refusal(verify(() => Promise.resolve(json(answer)), safe)), 'amount');
  const more = { ...exact, expect: { ...order, amount: '79902724' } };
  assert.equal(await refusal(verify(() => Promise.resolve(json(answer)), more)), 'amount');
});

test('a payment that several transfers have delivered names each of them, and its request', async () => {
  const transfers = [
    { chainId: 8453, hash: '0xAB' },
    { chainId: 8453, hash: '0xcd' },
  ];
  for (const outTxs of [transfers, []]) {
    const result = await verify(serving(paid({}, { inTxs: transfers, outTxs })));
    assert.deepEqual(result.ok && [result.delivery, result.deliveries], ['8453:0xab', ['8453:0xab', '8453:0xcd', ID]]);
  }
  const result = await verify(serving(paid({}, { inTxs: transfers, outTxs: transfers.slice(1) })));
  assert.deepEqual(result.ok && result.deliveries, ['8453:0xcd', ID]);
});
