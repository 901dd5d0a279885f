/** Tests which ids an order stores beside others. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { databases } from '../databases.js';
import { idOf, SHOP, USDC } from '../../../support/fake-service.js';
import { shortHash, writeTestId } from '../../../../src/shared/test-mode/test-id.js';
import { NOW, openShop, post } from '../shop.js';

const { sqlite } = databases;
const DAY = 86_400_000;

/** The id of a payment of test mode, which pays the order of the tests at this time. */
const testIdOf = (endsAt: number): string =>
  writeTestId(
    {
      ...{ outcome: 'success', endsAt, chainId: 8453, originChainId: 10, amount: 25_000_000n },
      ...{ isMadeUp: false, hasCalls: false, recipient: shortHash(SHOP), currency: shortHash(USDC) },
    },
    'abcdef',
  );

test('an order stores a limited number of ids that can still pay it', async () => {
  const shop = await openShop(sqlite, { maxPayments: 3 });
  await shop.add('1');
  for (const [number, status] of [
    [1, 204],
    [2, 204],
    [3, 204],
    [4, 429],
    [3, 204],
  ] as const)
    assert.equal(await shop.store(idOf(number), '1'), status, String(number));
  // What the service has sent back makes room, and so does what it has not known for a week.
  shop.service.records.set(idOf(1), { status: 'refund' });
  shop.clock.sleep(10_000);
  assert.equal(await shop.store(idOf(4), '1'), 204);
  assert.equal(await shop.store(idOf(5), '1'), 429);
  shop.clock.sleep(7 * DAY);
  assert.equal(await shop.store(idOf(5), '1'), 204);
});

test('a payment that arrives between the check and the storing is seen', async () => {
  const shop = await openShop(sqlite);
  await shop.add('1');
  assert.equal(await shop.store(idOf(1), '1'), 204);
  const other = await shop.other();
  // While the service answers about the second id, another process records the first one as paid.
  shop.service.beforeAnswer = async (id) => {
    if (id !== idOf(2)) return;
    shop.service.records.set(idOf(1), { sentAt: NOW });
    await other.ledger.check('1');
  };
  assert.equal(await shop.store(idOf(2), '1'), 409);
  assert.equal(await shop.standing('1'), 'paid paid');
});

test('one id that is stored for two orders at once belongs to one of them', async () => {
  const shop = await openShop(sqlite);
  const other = await shop.other();
  for (const id of ['1', '2']) await shop.add(id);
  const answers = await Promise.all([shop.store(idOf(1), '1'), other.store(idOf(1), '2')]);
  assert.deepEqual(answers.sort(), [204, 409]);
});

test('a ledger stores no id of the other mode, and the console says which page sent it', async (context) => {
  const errors = context.mock.method(console, 'error', () => undefined);
  const testId = testIdOf(NOW);
  const inTest = await openShop(sqlite, { baseUrl: 'demo:', allowTestPayments: true });
  const live = await openShop(sqlite);
  for (const { shop, refused, taken, message, line } of [
    {
      shop: inTest,
      refused: idOf(1),
      taken: testId,
      message: 'This server is in test mode and takes no real payment.',
      line: 'hub-pay: order 1042: the page is live, but baseUrl of createLedger is demo:',
    },
    {
      shop: live,
      refused: testId,
      taken: idOf(1),
      message: 'This server takes no payment of test mode.',
      line: 'hub-pay: order 1042: the payment is one of test mode: is base-url of the page still "demo:"?',
    },
  ]) {
    await shop.add('1042');
    const answer = await shop.ledger.storeHandler(post({ requestId: refused }), '1042');
    assert.deepEqual([answer.status, await answer.json()], [409, { message }]);
    assert.equal(await shop.store(refused, '1042'), 409);
    const lines = errors.mock.calls.map((call) => String(call.arguments[0]));
    errors.mock.resetCalls();
    assert.deepEqual(lines, [line], 'once a minute');
    assert.deepEqual((await shop.order('1042')).payments, []);
    assert.equal(await shop.store(taken, '1042'), 204);
  }
  assert.deepEqual(live.service.asked, [idOf(1)], 'no service is asked about an id of test mode');
});

const REFUSED = 'Check baseUrl and apiKey of createLedger.';
for (const [name, answer, words] of [
  ['401', () => Response.json({ message: 'no key' }, { status: 401 }), `answered 401. ${REFUSED}`],
  ['404', () => new Response('Not found', { status: 404 }), `answered 404. ${REFUSED}`],
  [
    'a web page',
    () => new Response('<p>', { headers: { 'content-type': 'text/html' } }),
    `200 without JSON. ${REFUSED}`,
  ],
  [
    '503',
    () => new Response(null, { status: 503 }),
    'answered 503. The service has refused or failed, and is asked again.',
  ],
  [
    'no such host',
    () => Promise.reject(new TypeError('fetch failed', { cause: Object.assign(new Error(), { code: 'ENOTFOUND' }) })),
    'got no answer (ENOTFOUND). Check baseUrl of createLedger, and the network.',
  ],
] as const)
  test(`the console says once a minute why no payment can start: ${name}`, async (context) => {
    const errors = context.mock.method(console, 'error', () => undefined);
    const shop = await openShop(sqlite, { baseUrl: 'https://pay.example/hub' });
    await shop.add('1042');
    shop.service.answer = answer;
    for (const id of [idOf(1), idOf(2)]) {
      let status = 0;
      void shop.store(id, '1042').then((answered) => (status = answered));
      while (status === 0) await shop.clock.advance(100);
      assert.equal(status, 503);
    }
    const lines = errors.mock.calls.map((call) => String(call.arguments[0]));
    assert.equal(lines.length, 1, lines.join('\n'));
    const start = 'hub-pay: order 1042: no payment can start: GET https://pay.example/hub/requests/v2 ';
    assert.ok(lines[0]?.startsWith(start) && lines[0].endsWith(words), lines[0]);
  });
