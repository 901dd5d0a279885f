/** Tests what the ledger finds out about a payment, and how often it asks for that. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createFinder, type Finder, type Finding } from '../../../../src/server/ledger/payments/find-payment.js';
import { ReadBudget } from '../../../../src/server/ledger/payments/read-budget.js';
import { writeTestId } from '../../../../src/shared/test-mode/test-id.js';
import { shortHash } from '../../../../src/shared/test-mode/test-id.js';
import { VirtualClock } from '../../../support/clock.js';
import { FakeService, idOf, SHOP, TERMS, USDC, type FakeRecord } from '../../../support/fake-service.js';
import { NOW } from '../shop.js';

const MINUTE = 60_000;
const terms = { id: '1042', ...TERMS, minimumAmount: '25000000', expiresAt: null };

function open(changes: Partial<Parameters<typeof createFinder>[0]> = {}, perMinute = 1_000) {
  const clock = new VirtualClock(NOW);
  const service = new FakeService();
  const budget = new ReadBudget(perMinute, () => clock.now());
  const find: Finder = createFinder({
    baseUrl: 'https://pay.example',
    apiKey: undefined,
    registry: undefined,
    requireOrder: true,
    isTest: false,
    fetch: service.fetch,
    clock,
    budget,
    finality: () => Promise.resolve('final'),
    ...changes,
  });
  return { clock, service, budget, find };
}

const wanted = { requestId: idOf(1), storedAt: NOW, terms, waitsForFinality: true };
const found = async (record: FakeRecord | null, changes = {}): Promise<Finding['status'] | 'down' | 'limited'> => {
  const { service, find } = open(changes);
  if (record) service.records.set(idOf(1), record);
  return (await find(wanted, 'merchant')).status;
};

test('money that was sent before the id was stored is too old, whenever the service created the request', async () => {
  for (const [sentAt, createdAt, status] of [
    [NOW - 6 * MINUTE, undefined, 'too-old'],
    [NOW - 6 * MINUTE, NOW - 60 * MINUTE, 'too-old'],
    [NOW - 4 * MINUTE, NOW - 60 * MINUTE, 'delivered'],
    [NOW - 4 * MINUTE, NOW, 'too-old'],
    [NOW + MINUTE, NOW, 'delivered'],
    [null, NOW, 'delivered'],
    // No date has this time.
    [-1e300, undefined, 'too-old'],
  ] as const)
    assert.equal(
      await found({ sentAt, ...(createdAt !== undefined && { createdAt }) }),
      status,
      `${sentAt} ${createdAt}`,
    );
  // Older money takes no delivery, also if it is too little.
  assert.equal(await found({ sentAt: NOW - 6 * MINUTE, amount: '1' }), 'too-old');
});

test('the earliest time of a record decides about its age, and the latest one about its lateness', async () => {
  const at = (minutes: number) => ({ timestamp: (NOW + minutes * MINUTE) / 1_000 });
  const [first, second] = [1, 2].map((number) => ({ chainId: 8453, hash: idOf(number) }));
  const metadata = { recipient: SHOP, currencyIn: undefined, currencyOut: undefined };
  const value = { currency: { chainId: 8453, address: USDC, symbol: 'USDC', decimals: 6 }, amount: '25000000' };
  for (const [inTxs, outTxs, status, sentAt] of [
    [
      [
        { ...first, ...at(-60) },
        { ...second, ...at(1) },
      ],
      [],
      'too-old',
      1,
    ],
    [
      [
        { ...second, ...at(1) },
        { ...first, ...at(-60) },
      ],
      [],
      'too-old',
      1,
    ],
    [[{ ...second, ...at(1) }], [{ ...first, ...at(-60) }], 'too-old', 1],
    [[second], [{ ...first, ...at(-60) }], 'too-old', null],
    [
      [
        { ...first, ...at(1) },
        { ...second, ...at(3) },
      ],
      [],
      'delivered',
      3,
    ],
    [[first, second], [], 'delivered', null],
  ] as const) {
    const { service, find } = open();
    const data = { inTxs, outTxs, metadata: { ...metadata, currencyIn: value, currencyOut: value } };
    service.records.set(idOf(1), { more: { data } });
    const finding = await find(wanted, 'merchant');
    assert.ok('facts' in finding);
    assert.equal(finding.status, status, JSON.stringify(data));
    assert.equal(finding.facts.sentAt, sentAt === null ? null : NOW + sentAt * MINUTE);
  }
});

test('the merchant’s node decides about a delivery', async () => {
  for (const [finality, status] of [
    ['final', 'delivered'],
    ['waiting', 'confirming'],
    ['unreachable', 'confirming'],
    ['failed', 'unreadable'],
    ['absent', 'confirming'],
    [undefined, 'confirming'],
  ] as const)
    assert.equal(await found({ sentAt: NOW }, { finality: () => Promise.resolve(finality) }), status, finality);
  assert.equal(await found({ sentAt: NOW }, { finality: () => Promise.reject(new Error('no')) }), 'confirming');
});

test('a record that says too little is unreadable, and a service without an answer says nothing', async () => {
  assert.equal(await found({ more: { protocol: {} } }), 'unreadable');
  assert.equal(await found({ more: { protocol: {} } }, { requireOrder: false }), 'delivered');
  assert.equal(await found({ status: 'parked' }), 'pending');
  assert.equal(await found({ more: { status: 'success', data: { outTxs: 'none' } } }), 'unreadable');
  assert.equal(await found(null), 'stored');
  const { clock, service, find } = open();
  service.answer = () => Response.json({ message: 'slow down' }, { status: 429, headers: { 'retry-after': '30' } });
  assert.equal((await find(wanted, 'merchant')).status, 'down');
  const asked = service.asked.length;
  service.answer = null;
  service.records.set(idOf(1), { sentAt: NOW });
  assert.equal((await find(wanted, 'merchant')).status, 'limited');
  clock.sleep(29_000);
  assert.equal((await find(wanted, { orderId: 'x', visitor: null, isPoll: false })).status, 'limited');
  assert.equal(service.asked.length, asked);
  clock.sleep(1_000);
  assert.equal((await find(wanted, 'merchant')).status, 'delivered');
});

test('each request of a verification is counted', async () => {
  const { service, budget, find } = open({}, 40);
  service.records.set(idOf(1), { status: 'refund', supersededBy: idOf(2) });
  service.records.set(idOf(2), { status: 'refund', supersededBy: idOf(3) });
  service.records.set(idOf(3), { sentAt: NOW });
  const before = budget.forJob;
  assert.equal((await find(wanted, 'merchant')).status, 'delivered');
  assert.equal(budget.forJob, before - 3);
});

test('a payment of test mode is found without a request, by the clock of the ledger', async () => {
  const hashes = { recipient: shortHash(SHOP), currency: shortHash(USDC) };
  const flags = { isMadeUp: false, hasCalls: false, originChainId: 10, chainId: 8453, amount: 25_000_000n };
  const id = (outcome: 'success' | 'refund'): string =>
    writeTestId({ outcome, endsAt: NOW + MINUTE, ...flags, ...hashes }, 'abcdef');
  // No chain contains the hash of such a payment.
  const finality = () => Promise.resolve('absent' as const);
  const { clock, service, find } = open({ baseUrl: 'demo:', isTest: true, finality }, 1);
  const statusOf = async (requestId: string, storedAt: number | null = NOW): Promise<string> =>
    (await find({ ...wanted, requestId, storedAt }, 'merchant')).status;
  assert.equal(await statusOf(id('success'), null), 'stored');
  assert.equal(await statusOf(id('success')), 'pending');
  clock.sleep(MINUTE);
  assert.equal(await statusOf(id('success')), 'delivered');
  assert.equal(await statusOf(id('refund')), 'refunded');
  assert.equal(await statusOf(idOf(1)), 'stored');
  const dear = { ...wanted, terms: { ...terms, amount: '25000001' }, requestId: id('success') };
  const short = await find(dear, 'merchant');
  assert.ok('facts' in short);
  assert.deepEqual([short.status, short.facts.received?.amountFormatted], ['short', '25']);
  assert.deepEqual(service.asked, []);
});
