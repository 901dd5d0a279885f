/** Tests how a server verifies payments of test mode: only ids that it stored, and never in production. */
import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';
import { verifyPayment, type VerifyOptions, type VerifyResult } from '../../src/server/index.js';

const TEST_ID = `0x7e57${'ab'.repeat(30)}`;
const USDC = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913';
const recipient = '0x7A3bC1de5f60718293a4B5c6d7E8f90123456789';

const verify = (changes: Partial<VerifyOptions> = {}): Promise<VerifyResult> =>
  verifyPayment({
    baseUrl: 'demo:',
    requestId: TEST_ID,
    expect: { recipient, chainId: 8453, currency: USDC, amount: '25000000' },
    fetch: () => Promise.reject(new Error('test mode sends no request')),
    ...changes,
  });

const reasonOf = async (changes: Partial<VerifyOptions> = {}): Promise<string> => {
  const result = await verify(changes);
  return result.ok ? 'ok' : result.reason;
};

const environment = process.env['NODE_ENV'];
beforeEach(() => {
  process.env['NODE_ENV'] = 'test';
});
afterEach(() => {
  if (environment === undefined) delete process.env['NODE_ENV'];
  else process.env['NODE_ENV'] = environment;
});

test('does not know a test payment that the server has not stored', async () => {
  assert.equal(await reasonOf(), 'unknown-id');
  assert.equal(await reasonOf({ claim: () => false }), 'unknown-id');
  assert.equal(await reasonOf({ claim: () => 'yes' as unknown as boolean }), 'unknown-id');
});

test('accepts a stored test payment with the values of the order, and says `test`', async () => {
  const asked: string[] = [];
  const result = await verify({
    requestId: TEST_ID.toUpperCase().replace('0X', '0x'),
    claim: (id) => !!asked.push(id),
  });
  assert.deepEqual(asked, [TEST_ID]);
  assert.ok(result.ok);
  assert.equal(result.test, true);
  assert.equal(result.payment.requestId, TEST_ID);
  assert.deepEqual([result.payment.received.currency, result.payment.received.amount], [USDC, '25000000']);
});

test('refuses the id of a real payment', async () => {
  assert.equal(await reasonOf({ requestId: `0x${'ab'.repeat(32)}`, claim: () => true }), 'unknown-id');
});

for (const name of ['production', 'prod', '', undefined])
  test(`throws when NODE_ENV is ${String(name)}, because anyone can write a test id`, async () => {
    if (name === undefined) delete process.env['NODE_ENV'];
    else process.env['NODE_ENV'] = name;
    await assert.rejects(verify({ claim: () => true }), /baseUrl: demo: accepts payments without money/u);
  });

test('checks `expect` as for a real payment', async () => {
  const expect = { recipient, chainId: 8453, currency: USDC, amount: '25.00' };
  await assert.rejects(verify({ expect, claim: () => true }), /expect\.amount/u);
});
