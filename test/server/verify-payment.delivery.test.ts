/** Tests that one delivery pays one order: its keys, its age, and records that contradict themselves. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { verifyPayment, type VerifyOptions, type VerifyResult } from '../../src/server/index.js';

const idOf = (number: number): string => `0x${number.toString(16).padStart(64, '0')}`;
const [FIRST, SECOND, THIRD] = [idOf(1), idOf(2), idOf(3)];
const SHOP = '0x7A3bC1de5f60718293a4B5c6d7E8f90123456789';
const OTHER = `0x${'99'.repeat(20)}`;
const USDC = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913';
const HASH = `0x${'AB'.repeat(32)}`;
const SINCE = Date.parse('2026-04-05T01:12:00.000Z');
const expect = { recipient: SHOP, chainId: 8453, currency: USDC, amount: '25000000' };

type Fields = Record<string, unknown>;
type Tx = { chainId: number; hash: string; timestamp?: number; status?: string; data?: Fields; stateChanges?: unknown };

const word = (hex: string): string => hex.replace('0x', '').toLowerCase().padStart(64, '0');
/** Calldata of a transfer of tokens. An order id follows it, as in the service's transactions. */
const transfer = (to: string, amount = 25_000_000): Fields => ({
  to: USDC,
  data: `0xa9059cbb${word(to)}${word(amount.toString(16))}${'77'.repeat(32)}`,
  value: '0',
});

const tx = (changes: Partial<Tx> = {}, seconds = 30): Tx => ({
  ...{ chainId: 8453, hash: HASH, timestamp: SINCE / 1000 + seconds, status: 'success' },
  ...changes,
});

type Entry = { status?: string; next?: string; inTxs?: Tx[]; outTxs?: Tx[]; createdAt?: number | null; order?: Fields };

/** A record of the service. By default, the payer's own transaction has delivered the payment. */
function recordOf(id: string, { status = 'success', next, inTxs = [tx()], outTxs, createdAt, order }: Entry): Fields {
  const usdc = { chainId: 8453, address: USDC, symbol: 'USDC', decimals: 6 };
  const amount = { currency: usdc, amount: '25000000', minimumAmount: '25000000' };
  const payments = [{ recipient: SHOP, currency: USDC, minimumAmount: '25000000' }];
  return {
    ...{ id, status, recipient: SHOP, supersededByRequestId: next },
    ...(createdAt !== null && { createdAt: new Date(createdAt ?? SINCE).toISOString() }),
    data: { inTxs, outTxs: outTxs ?? [], metadata: { recipient: SHOP, currencyOut: amount } },
    protocol: { v2: { orderData: { output: { payments, calls: [], ...order } } } },
  };
}

async function verify(
  entries: Record<string, Entry>,
  requestId = FIRST,
  options: Partial<VerifyOptions> = {},
): Promise<VerifyResult> {
  const fetch = (input: RequestInfo | URL): Promise<Response> => {
    const id = new URL(new Request(input).url).searchParams.get('id') ?? '';
    const entry = entries[id];
    return Promise.resolve(Response.json({ requests: entry ? [recordOf(id, entry)] : [] }));
  };
  return verifyPayment({ baseUrl: 'https://pay.example', requestId, expect, fetch, ...options });
}

const keys = (result: VerifyResult): string[] | string => (result.ok ? result.delivery : result.reason);
const reasonOf = async (entry: Entry, options?: Partial<VerifyOptions>): Promise<string> => {
  const result = await verify({ [FIRST]: entry }, FIRST, options);
  return result.ok ? 'ok' : result.reason;
};
const OWN = `8453:${HASH.toLowerCase()}`;
/** A solver's delivery of a payment from another chain. */
const bySolver = (changes: Partial<Tx> = {}, seconds = 40): Entry => ({
  inTxs: [tx({ chainId: 10, hash: '0x01' })],
  outTxs: [tx({ hash: '0x02', ...changes }, seconds)],
});

test('V-7 the keys name the transaction when it is the payer’s own, in one letter case', async () => {
  assert.deepEqual(keys(await verify({ [FIRST]: {} })), [FIRST, OWN]);
  // The service can list the payer's own transaction also as the delivery.
  const listed = { outTxs: [tx()] };
  assert.deepEqual(keys(await verify({ [SECOND]: listed }, SECOND)), [SECOND, OWN]);
});

test('V-7 a solver’s transaction is no key, because it can deliver several orders', async () => {
  assert.deepEqual(keys(await verify({ [FIRST]: bySolver() })), [FIRST]);
});

test('V-8 requests that name one replacement have its id as a key, with and without a parent', async () => {
  const replaced = { status: 'pending', next: THIRD };
  const entries = { [FIRST]: replaced, [SECOND]: replaced, [THIRD]: bySolver() };
  assert.deepEqual(keys(await verify(entries)), [THIRD, FIRST]);
  assert.deepEqual(keys(await verify(entries, SECOND)), [THIRD, SECOND]);
  assert.deepEqual(keys(await verify(entries, THIRD)), [THIRD]);
});

test('V-8 every request of a chain is a key, because a replaced request can still become delivered', async () => {
  const chain = { [FIRST]: { status: 'pending', next: SECOND }, [SECOND]: { status: 'refund', next: THIRD } };
  assert.deepEqual(keys(await verify({ ...chain, [THIRD]: bySolver() })), [THIRD, SECOND, FIRST]);
});

for (const [title, entry, reason] of [
  ['61 s older than the request', { inTxs: [tx({}, -61)] }, 'too-old'],
  ['a minute older, because clocks differ', { inTxs: [tx({}, -60)] }, 'ok'],
  ['without a time', { inTxs: [tx({ timestamp: NaN })] }, 'unreachable'],
  ['of a request without a time', { createdAt: null }, 'unreachable'],
  ['by a solver without times', { ...bySolver({ timestamp: NaN }), createdAt: null }, 'ok'],
  ['by a solver, 61 s older', bySolver({}, -61), 'too-old'],
  ['whose deposit is a day older', { ...bySolver(), inTxs: [tx({ chainId: 10, hash: '0x01' }, -86_400)] }, 'too-old'],
] as const)
  test(`V-7 a payment ${title} ends as \`${reason}\``, async () => {
    assert.equal(await reasonOf(entry as Entry), reason);
  });

test('V-7 a replacement may be younger than the deposit, because only the stored request counts', async () => {
  const later = { ...bySolver(), createdAt: SINCE + 3_600_000 };
  assert.deepEqual(keys(await verify({ [FIRST]: { status: 'pending', next: SECOND }, [SECOND]: later })), [
    SECOND,
    FIRST,
  ]);
  const young = { status: 'pending', next: SECOND, createdAt: SINCE + 3_600_000 };
  assert.equal(keys(await verify({ [FIRST]: young, [SECOND]: bySolver() })), 'too-old');
});

const gain = (address: string, tokenAddress = USDC, balanceDiff = '25000000') => ({
  ...{ address, change: { kind: 'token', data: { tokenKind: 'ft', tokenAddress }, balanceDiff } },
});

for (const [title, entry, reason] of [
  ['a failed delivery', bySolver({ status: 'failure' }), 'unreachable'],
  ['a failed transaction of the payer', { inTxs: [tx({ status: 'failure' })] }, 'unreachable'],
  [
    'a failed attempt beside a delivery',
    { outTxs: [tx({ hash: '0x05', status: 'failure' }), tx({ hash: '0x06' })] },
    'ok',
  ],
  ['a transfer to another recipient', bySolver({ data: transfer(OTHER) }), 'unreachable'],
  ['a transfer to the recipient', bySolver({ data: transfer(SHOP) }), 'ok'],
  ['a transfer of one unit less', bySolver({ data: transfer(SHOP, 24_999_999) }), 'amount'],
  ['a transfer of native currency', bySolver({ data: { to: OTHER, data: '0x', value: '25000000' } }), 'unreachable'],
  ['a transfer of another token', bySolver({ data: { ...transfer(SHOP), to: OTHER } }), 'unreachable'],
  ['a call that nobody can read', bySolver({ data: { to: OTHER, data: '0x12345678', value: '0' } }), 'ok'],
  ['gains of another account only', bySolver({ stateChanges: [gain(OTHER), gain(SHOP, USDC, '-1')] }), 'unreachable'],
  ['gains of several accounts', bySolver({ stateChanges: [gain(OTHER), gain(SHOP)] }), 'ok'],
  ['an order on the chain of another name', { ...bySolver(), order: { chainId: 'optimism' } }, 'unreachable'],
  ['an order on the chain of another id', { ...bySolver(), order: { chainId: 10 } }, 'unreachable'],
  ['an order on the chain of another id as text', { ...bySolver(), order: { chainId: '10' } }, 'unreachable'],
  ['an order on its chain', { ...bySolver(), order: { chainId: 'base' } }, 'ok'],
  ['an order on a chain of an unknown name', { ...bySolver(), order: { chainId: 'somewhere' } }, 'ok'],
] as const)
  test(`V-14 a record with ${title} ends as \`${reason}\``, async () => {
    assert.equal(await reasonOf(entry as Entry), reason);
  });

test('V-14 a registry decides how the order names the chain', async () => {
  const chain = { id: 8453, vmType: 'evm' as const, protocol: { v2: { chainId: 'base-2' } } };
  const currency = { address: USDC, symbol: 'USDC', name: 'USD Coin', decimals: 6 };
  const registry = { chains: [{ ...chain, erc20Currencies: [currency] }] };
  const options = { expect: { ...expect, amount: '25.00', registry } };
  for (const [chainId, reason] of [
    ['base-2', 'ok'],
    ['base', 'unreachable'],
  ])
    assert.equal(await reasonOf({ ...bySolver(), order: { chainId } }, options), reason);
});

test('V-14 calls and payments that cannot be read are refused even if no order is required', async () => {
  for (const order of [{ calls: '0x12' }, { payments: 'all' }, { payments: [] }])
    assert.equal(await reasonOf({ ...bySolver(), order }, { requireOrder: false }), 'unreachable');
});

test('V-14 the message of a contradiction says what contradicts what', async () => {
  const result = await verify({ [FIRST]: bySolver({ status: 'failure' }) });
  assert.match(result.ok ? '' : result.message, /contradicts itself: it reports a delivery, but .* failed\./u);
});

test('V-15 an id that is no text is unknown, and ends no process', async () => {
  for (const requestId of [{ toString: 1 }, null, 7, [FIRST]] as unknown as string[])
    assert.equal(keys(await verify({ [FIRST]: {} }, requestId)), 'unknown-id');
});
