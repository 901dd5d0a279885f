/** Tests how a server verifies payments of test mode: as the request id tells, and never on a live site. */
import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';
import { verifyPayment, type VerifyOptions, type VerifyResult } from '../../src/server/index.js';
import { shortHash, writeTestId, type TestTerms } from '../../src/shared/test-mode/test-id.js';
import { arrivedInTest } from '../../src/server/verify-test-payment.js';
import { withAmount } from '../../src/shared/amounts.js';
import { DAY } from '../support/times.js';

const USDC = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913';
const OTHER = `0x${'99'.repeat(20)}`;
const recipient = '0x7A3bC1de5f60718293a4B5c6d7E8f90123456789';
const expect = { recipient, chainId: 8453, currency: USDC, amount: '25000000' };
const chains = [{ id: 8453, vmType: 'evm' as const, erc20Currencies: [token('USDX', OTHER, 2)] }];

const idOf = (changes: Partial<TestTerms> = {}): string => {
  const terms: TestTerms = {
    ...{ outcome: 'success', endsAt: Date.now() - 1_000, chainId: 8453, originChainId: 10, amount: 25_000_000n },
    ...{ isMadeUp: false, hasCalls: false, recipient: shortHash(recipient), currency: shortHash(USDC) },
    ...changes,
  };
  return writeTestId(terms, 'abcdef');
};
const TEST_ID = idOf();

const verify = (changes: Partial<VerifyOptions> = {}): Promise<VerifyResult> =>
  verifyPayment({
    baseUrl: 'demo:',
    requestId: TEST_ID,
    expect,
    fetch: () => Promise.reject(new Error('test mode sends no request')),
    ...changes,
  });

const reasonOf = async (changes: Partial<VerifyOptions> = {}): Promise<string> => {
  const result = await verify(changes);
  return result.ok ? 'ok' : result.reason;
};

const environment = process.env['NODE_ENV'];
const setEnvironment = (name: string | undefined): void => {
  if (name === undefined) delete process.env['NODE_ENV'];
  else process.env['NODE_ENV'] = name;
};
beforeEach(() => setEnvironment('test'));
afterEach(() => setEnvironment(environment));

test('does not know a test payment that the server has not stored', async () => {
  assert.equal(await reasonOf(), 'unknown-id');
  assert.equal(await reasonOf({ claim: () => false }), 'unknown-id');
  assert.equal(await reasonOf({ claim: () => 'yes' as unknown as boolean }), 'unknown-id');
});

test('accepts a stored test payment with what the id tells, and says `test`', async () => {
  const asked: string[] = [];
  const result = await verify({
    requestId: TEST_ID.toUpperCase().replace('0X', '0x'),
    claim: (id) => !!asked.push(id),
  });
  assert.deepEqual(asked, [TEST_ID]);
  const nothing = { currency: '', symbol: '', decimals: 0, amount: null, amountFormatted: null };
  assert.deepEqual(result, {
    ok: true,
    test: true,
    delivery: TEST_ID,
    deliveries: [TEST_ID],
    payment: {
      requestId: TEST_ID,
      reference: null,
      paid: { chainId: 10, ...nothing },
      received: {
        ...{ chainId: 8453, currency: USDC.toLowerCase(), symbol: 'USDC', decimals: 6 },
        ...{ amount: '25000000', amountFormatted: '25' },
      },
      origin: [{ chainId: 10, hash: `0xda${TEST_ID.slice(4)}`, url: null }],
      destination: [{ chainId: 8453, hash: `0xf1${TEST_ID.slice(4)}`, url: null }],
    },
  });
});

/** A test can run minutes after this file has loaded, so a payment ends a day later. */
const refusals: [reason: string, title: string, changes: Partial<TestTerms>][] = [
  ['pending', 'a delivery that is still to come', { endsAt: Date.now() + DAY }],
  ['pending', 'a refund that is still to come', { outcome: 'refund', endsAt: Date.now() + DAY }],
  ['refunded', 'a refund', { outcome: 'refund' }],
  ['failed', 'a failure', { outcome: 'failure' }],
  ['recipient', 'another recipient', { recipient: shortHash(OTHER) }],
  ['chain', 'another chain', { chainId: 10 }],
  ['currency', 'another token', { currency: shortHash(OTHER) }],
  ['amount', 'one unit less', { amount: 24_999_999n }],
  ['calls', 'calls on the destination chain', { hasCalls: true }],
  ['recipient', 'another recipient of a token that test mode made up', { isMadeUp: true, recipient: 1 }],
];
for (const [reason, title, changes] of refusals)
  test(`refuses with "${reason}": ${title}`, async () => {
    assert.equal(await reasonOf({ requestId: idOf(changes), claim: () => true }), reason);
  });

test('names the token that was delivered, if it knows its hash', async () => {
  const sepolia = '0x036cbd53842c5426634e7929541ec2318f3dcf7e';
  const told = async (currency: string, changes: Partial<TestTerms>): Promise<string> => {
    const requestId = idOf({ chainId: 84532, currency: shortHash(sepolia), ...changes });
    const result = await verify({ requestId, claim: () => true, expect: { ...expect, chainId: 84532, currency } });
    return result.ok ? 'ok' : `${result.reason}: ${result.message}`;
  };
  assert.equal(
    await told(USDC, {}),
    `currency: The payment delivered the token USDC ${sepolia} of chain 84532, not ${USDC}.`,
  );
  assert.equal(await told(sepolia, {}), 'ok');
  const unknown = await told(USDC, { currency: shortHash(OTHER) });
  assert.equal(unknown, `currency: The payment delivered another token, not ${USDC}.`);
});

test('accepts more than the amount, and says how much', async () => {
  const result = await verify({ requestId: idOf({ amount: 30_000_000n }), claim: () => true });
  assert.equal(result.ok && result.payment.received.amountFormatted, '30');
});

test('compares neither token nor amount if test mode made up the token, because the real token has others', async () => {
  const requestId = idOf({ isMadeUp: true, currency: 1, amount: 1n });
  const result = await verify({ requestId, claim: () => true });
  assert.equal(result.ok && result.payment.received.amount, '25000000');
});

test('takes the symbol and the decimals from the registry, and leaves them out if nobody knows them', async () => {
  const requestId = idOf({ currency: shortHash(OTHER) });
  const received = async (changes: Partial<VerifyOptions['expect']>): Promise<unknown> => {
    const result = await verify({ requestId, claim: () => true, expect: { ...expect, currency: OTHER, ...changes } });
    assert.ok(result.ok);
    const { symbol, amount, amountFormatted } = result.payment.received;
    return [symbol, amount, amountFormatted];
  };
  const named = { currency: 'USDX', amount: '250000.00', registry: { chains } };
  assert.deepEqual(await received(named), ['USDX', '25000000', '250000']);
  assert.deepEqual(await received({}), ['', '25000000', null]);
});

test('refuses the id of a real payment', async () => {
  assert.equal(await reasonOf({ requestId: `0x${'ab'.repeat(32)}`, claim: () => true }), 'unknown-id');
  assert.equal(await reasonOf({ requestId: `0x7e57${'ff'.repeat(30)}`, claim: () => true }), 'unknown-id');
});

for (const name of ['production', 'prod', '', undefined])
  test(`throws when NODE_ENV is ${String(name)}, because anyone can write a test id`, async () => {
    setEnvironment(name);
    await assert.rejects(verify({ claim: () => true }), /baseUrl: demo: accepts payments without money/u);
    await assert.rejects(verify({ claim: () => true }), /allowTestPayments: true/u);
  });

test('accepts test payments in production only if the server’s own code says so', async () => {
  setEnvironment('production');
  assert.equal(await reasonOf({ claim: () => true, allowTestPayments: true }), 'ok');
  await assert.rejects(verify({ claim: () => true, allowTestPayments: false }), /accepts payments without money/u);
  for (const given of ['true', 1] as unknown as boolean[])
    await assert.rejects(
      verify({ claim: () => true, allowTestPayments: given }),
      /allowTestPayments: must be true or/u,
    );
});

test('accepts no test payment from a real service, whatever the options say', async () => {
  const fetch = (): Promise<Response> => Promise.resolve(Response.json({ requests: [] }));
  const changes = { baseUrl: 'https://pay.example', allowTestPayments: true, claim: () => true, fetch };
  assert.equal(await reasonOf(changes), 'unknown-id');
});

test('checks `expect` as for a real payment', async () => {
  await assert.rejects(verify({ expect: { ...expect, amount: '25.00' }, claim: () => true }), /expect\.amount/u);
});

function token(symbol: string, address: string, decimals: number) {
  return { symbol, name: symbol, address, decimals };
}

test('arrivedInTest tells what has arrived, also if it does not match the order, and nothing that it cannot know', () => {
  const now = Date.now();
  const usdc = { chainId: 8453, currency: USDC.toLowerCase(), symbol: 'USDC', decimals: 6 };
  assert.deepEqual(arrivedInTest(idOf({ amount: 1n }), undefined, now), withAmount(usdc, '1'));
  const other = idOf({ currency: shortHash(OTHER), amount: 2_500n });
  assert.equal(arrivedInTest(other, { chains }, now)?.amountFormatted, '25');
  assert.equal(arrivedInTest(other, undefined, now), null);
  for (const changes of [{ outcome: 'refund' as const }, { endsAt: now + 5_000 }, { isMadeUp: true }])
    assert.equal(arrivedInTest(idOf(changes), undefined, now), null, JSON.stringify(changes));
});
