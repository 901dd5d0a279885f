/** Tests each row of the table that says how a merchant's test reaches a status of a payment. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import Database from 'better-sqlite3';
import { createLedger, sqlite, type Ledger, type PaymentStatus } from '../../src/server/index.js';
import { answerWith, testRecord, type TestPayment, type TestRecord } from '../../src/testing/records.js';
import { VirtualClock } from '../support/clock.js';
import { read } from '../tools/sources.js';

const NOW = Date.parse('2026-11-21T09:00:00Z');
const [requestId, other] = ['ab', 'cd'].map((digits) => `0x${digits.repeat(32)}`) as [string, string];
const order = {
  recipient: '0x7A3bC1de5f60718293a4B5c6d7E8f90123456789',
  chainId: 8453,
  currency: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
  amount: '25000000',
};
const STRANGER = `0x${'99'.repeat(20)}`;
const record = (changes: Partial<TestPayment> = {}): TestRecord => testRecord({ requestId, ...order, ...changes });
/** The record of the first id names the other id as its successor, so both stand for one delivery. */
const replaced = [{ ...record({ status: 'refund' }), supersededByRequestId: other }, record({ requestId: other })];

type Way = {
  records: readonly TestRecord[];
  /** The order of the other id, which is stored too, and verified first. */
  otherOrder?: '1042' | '1043';
  expiresAt?: string;
  onPaid?: () => void;
  /** What the service says ten minutes later. */
  later?: readonly TestRecord[];
};

const fails = (): never => {
  throw new Error('out of stock');
};

const WAYS: Readonly<Record<PaymentStatus, Way>> = {
  stored: { records: [] },
  pending: { records: [record({ status: 'pending' })] },
  confirming: { records: [record()], onPaid: fails },
  paid: { records: [record()] },
  same: { records: replaced, otherOrder: '1042' },
  second: { records: [record(), record({ requestId: other })], otherOrder: '1042' },
  late: { records: [record({ sentAt: '2026-11-21T10:00:01Z' })], expiresAt: '2026-11-21T10:00:00Z' },
  disputed: { records: replaced, otherOrder: '1043' },
  conflicting: { records: [record({ status: 'refund' })], later: [record()] },
  refunded: { records: [record({ status: 'refund' })] },
  reversed: { records: [record()], later: [record({ status: 'refund' })] },
  failed: { records: [record({ status: 'failure' })] },
  short: { records: [record({ amount: '24999999' })] },
  'other-token': { records: [record({ currency: STRANGER })] },
  wrong: { records: [record({ recipient: STRANGER })] },
  'too-old': { records: [record({ sentAt: '2026-11-21T08:54:59Z' })] },
  unreadable: { records: [{ ...record(), protocol: {} }] },
};

const store = async (ledger: Ledger, orderId: string, id: string): Promise<void> => {
  const headers = { 'content-type': 'application/json' };
  const init = { method: 'POST', headers, body: JSON.stringify({ requestId: id }) };
  const { status } = await ledger.storeHandler(new Request('https://shop.example/', init), orderId);
  assert.equal(status, 204);
};

async function statusAfter({ records, otherOrder, expiresAt, onPaid, later }: Way): Promise<string | undefined> {
  const clock = new VirtualClock(NOW);
  let answer = answerWith();
  const ledger = createLedger({
    baseUrl: 'https://pay.example',
    database: sqlite(new Database(':memory:')),
    fetch: (...request) => answer(...request),
    clock,
    ...(onPaid && { onPaid }),
  });
  const status = async (): Promise<string | undefined> =>
    (await ledger.order('1042'))?.payments.find((each) => each.requestId === requestId)?.status;
  await ledger.migrate();
  for (const id of ['1042', '1043']) await ledger.addOrder({ id, ...order, ...(expiresAt && { expiresAt }) });
  await store(ledger, '1042', requestId);
  if (otherOrder) await store(ledger, otherOrder, other);
  answer = answerWith(...records);
  if (otherOrder) await ledger.check(otherOrder);
  await ledger.check('1042');
  if (!later) return status();
  answer = answerWith(...later);
  const stop = ledger.run();
  for (let minutes = 0; minutes <= 10 && ['paid', 'refunded'].includes(String(await status())); minutes += 1)
    await clock.advance(60_000);
  await stop();
  return status();
}

test('testing.md has a row for each status of a payment', () => {
  const [, section = ''] = read('stories/docs/testing.md').split('### How to see each status');
  const named = [...(section.split('\n#')[0] ?? '').matchAll(/^\| `([\w-]+)` \|/gmu)].map(([, name]) => name);
  assert.deepEqual(named, Object.keys(WAYS));
});

for (const [status, way] of Object.entries(WAYS))
  test(`a merchant's test reaches ${status} in the way of its row`, async (context) => {
    if (way.onPaid) context.mock.method(console, 'error', () => undefined);
    assert.equal(await statusAfter(way), status);
  });
