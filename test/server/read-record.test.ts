/** Tests which record of the service decides about a payment that the service has replaced. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { verifyPayment, type VerifyResult } from '../../src/server/index.js';
import { testRecord, type TestPayment } from '../../src/testing/index.js';

const idOf = (number: number): string => `0x${number.toString(16).padStart(64, '0')}`;
const [FIRST, SECOND, THIRD] = [idOf(1), idOf(2), idOf(3)];
const expect = {
  recipient: '0x7A3bC1de5f60718293a4B5c6d7E8f90123456789',
  chainId: 8453,
  currency: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
  amount: '25000000',
};

type Entry = Partial<TestPayment> & { supersededByRequestId?: string; parentRequestId?: string };

/** Verifies the first request. Returns the result, the ids that the service was asked for, and those of `claim`. */
async function verify(entries: Record<string, Entry>, requestId = FIRST) {
  const [asked, claimed]: [string[], string[]] = [[], []];
  const fetch = (input: RequestInfo | URL): Promise<Response> => {
    const id = new URL(new Request(input).url).searchParams.get('id') ?? '';
    asked.push(id);
    const { supersededByRequestId, parentRequestId, ...changes } = entries[id] ?? {};
    const record = { ...testRecord({ requestId: id, ...expect, ...changes }), supersededByRequestId, parentRequestId };
    return Promise.resolve(Response.json({ requests: entries[id] ? [record] : [] }));
  };
  const claim = (id: string): boolean => claimed.push(id) > 0 && id === FIRST;
  const result = await verifyPayment({ baseUrl: 'https://pay.example', requestId, expect, claim, fetch });
  return { result, asked, claimed };
}

const verdict = (result: VerifyResult): string => (result.ok ? 'ok' : result.reason);

for (const status of ['waiting', 'pending', 'failure', 'refund'] as const)
  test(`a delivered new request pays for the stored id when the first request is \`${status}\``, async () => {
    const entries = {
      [FIRST]: { status, supersededByRequestId: SECOND.toUpperCase().replace('X', 'x') },
      [SECOND]: {},
    };
    const { result, claimed } = await verify(entries);
    assert.equal(result.ok && result.payment.requestId, FIRST);
    assert.deepEqual(claimed, [FIRST]);
    // The new id is stored for no order, so the delivery pays only once.
    assert.equal(verdict((await verify(entries, SECOND)).result), 'already-used');
  });

test('the last of several new requests decides', async () => {
  const replaced = { status: 'pending', supersededByRequestId: SECOND } as const;
  const next = { status: 'failure', supersededByRequestId: THIRD } as const;
  for (const [last, reason] of [
    [{ parentRequestId: FIRST }, 'ok'],
    [{ status: 'pending' }, 'pending'],
    [{ status: 'refund' }, 'refunded'],
    [{ amount: '24999999' }, 'amount'],
    [{ recipient: expect.currency }, 'recipient'],
    [{ chainId: 10 }, 'chain'],
    [{ parentRequestId: idOf(9) }, 'unreachable'],
  ] as const) {
    const { result, asked } = await verify({ [FIRST]: replaced, [SECOND]: next, [THIRD]: last });
    assert.equal(verdict(result), reason);
    assert.deepEqual(asked, [FIRST, SECOND, THIRD]);
  }
});

test('a delivered request needs no new request', async () => {
  const { result, asked } = await verify({ [FIRST]: { supersededByRequestId: SECOND } });
  assert.deepEqual([verdict(result), asked], ['ok', [FIRST]]);
});

test('a request whose new request is not known yet stays pending, so that no server stores its id again', async () => {
  for (const status of ['pending', 'refund'] as const)
    assert.equal(verdict((await verify({ [FIRST]: { status, supersededByRequestId: SECOND } })).result), 'pending');
});

test('a circle, an endless list and a malformed id end, and are asked for again later', async () => {
  const circle = { [FIRST]: { status: 'pending', supersededByRequestId: SECOND } } as const;
  const back = { [SECOND]: { status: 'pending', supersededByRequestId: FIRST } } as const;
  assert.equal(verdict((await verify({ ...circle, ...back })).result), 'unreachable');
  const endless = Object.fromEntries(
    Array.from({ length: 50 }, (_, at) => [
      idOf(at + 1),
      { status: 'pending' as const, supersededByRequestId: idOf(at + 2) },
    ]),
  );
  const { result, asked } = await verify(endless);
  assert.deepEqual([verdict(result), asked.length], ['unreachable', 9]);
  const malformed = { [FIRST]: { status: 'refund', supersededByRequestId: '../chains' } } as const;
  assert.equal(verdict((await verify(malformed)).result), 'unreachable');
});
