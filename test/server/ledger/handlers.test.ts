/** Tests what the ledger answers to pages, also to those that mean harm. */
import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import { databases } from './databases.js';
import { shortHash, writeTestId } from '../../../src/shared/test-mode/test-id.js';
import { idOf, SHOP, USDC, type FakeRecord } from '../../support/fake-service.js';
import { NOW, openShop, post, type Shop } from './shop.js';

const { postgres, sqlite } = databases;
/** An id of test mode. */
const TEST_ID = writeTestId(
  {
    outcome: 'success',
    endsAt: NOW,
    isMadeUp: true,
    hasCalls: false,
    originChainId: 10,
    chainId: 8453,
    amount: 25_000_000n,
    recipient: shortHash(SHOP),
    currency: shortHash(USDC),
  },
  'abcdef',
);
const BASE = 'https://shop.example/api/orders';

/** Opens a shop with the order 1042. */
async function opened(options: Parameters<typeof openShop>[1] = {}, kind = sqlite): Promise<Shop> {
  const shop = await openShop(kind, options);
  await shop.add('1042');
  return shop;
}

/** Sends a request. Returns the status and the body of the answer. */
async function answer(response: Promise<Response>): Promise<[status: number, body: unknown]> {
  const found = await response;
  const text = await found.text();
  return [found.status, text === '' ? null : JSON.parse(text)];
}

/** A body of chunks, which names no length. */
function chunked(chunks: number, size: number): { request: Request; sent: () => number } {
  let sent = 0;
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      if ((sent += 1) > chunks) controller.close();
      else controller.enqueue(new Uint8Array(size).fill(32));
    },
  });
  const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body, duplex: 'half' };
  return { request: new Request(`${BASE}/1042/payment`, init), sent: () => sent };
}

test('a request id is stored once, in any letter case, and again without an error', async () => {
  const shop = await opened();
  const id = `0x${'aB'.repeat(32)}`;
  assert.deepEqual(await answer(shop.ledger.storeHandler(post({ requestId: id, reference: null }), '1042')), [
    204,
    null,
  ]);
  assert.equal(await shop.store(id.toUpperCase().replace('X', 'x'), '1042'), 204);
  assert.deepEqual(
    (await shop.order('1042')).payments.map(({ requestId }) => requestId),
    [id.toLowerCase()],
  );
  await shop.add('1043');
  assert.equal(await shop.store(id.toLowerCase(), '1043'), 409);
  // The service was asked for it once, and not again for what is stored.
  assert.deepEqual(shop.service.asked, [id.toLowerCase()]);
});

test('a request of Express is no Request, and the console says what is missing', async () => {
  const errors = mock.method(console, 'error', () => undefined);
  const shop = await opened();
  const express = { method: 'POST', url: '/api/orders/1042/payment', headers: { host: 'shop.example' }, body: {} };
  for (const answer of [
    shop.ledger.handler(express as never),
    shop.ledger.storeHandler(express as never, '1042'),
    shop.ledger.handler(undefined as never),
  ])
    assert.equal((await answer).status, 503);
  for (const { arguments: parts } of errors.mock.calls)
    assert.match(String(parts[1]), /wrap the handler in nodeListener/u);
  assert.ok(errors.mock.callCount() > 0);
  errors.mock.restore();
});

test('a body that is not { requestId } is refused, and never fails', async () => {
  const shop = await opened();
  const bodies: unknown[] = [
    { requestId: { toString: 1 } },
    { requestId: [idOf(1)] },
    { requestId: 1 },
    [idOf(1)],
    null,
  ];
  const texts = [
    '',
    '{',
    '"x"',
    '{"requestId":"0x1"}',
    `{"requestId":"${idOf(1)} "}`,
    '{"__proto__":{"requestId":"x"}}',
  ];
  for (const body of [...bodies, { request_id: idOf(1) }, {}, ...texts, '[]', 'null', '\u0000'])
    assert.equal((await shop.ledger.storeHandler(post(body), '1042')).status, 400, JSON.stringify(body));
  const headers = { 'content-type': 'application/json' };
  const invalid = new Request(BASE, { method: 'POST', headers, body: new Uint8Array([0xff, 0xfe]) });
  assert.equal((await shop.ledger.storeHandler(invalid, '1042')).status, 400);
  for (const type of ['text/plain', 'application/jsonx', 'application/x-www-form-urlencoded', ''])
    assert.equal((await shop.ledger.storeHandler(post({}, { 'content-type': type }), '1042')).status, 415, type);
  assert.equal(
    (
      await shop.ledger.storeHandler(
        post({ requestId: idOf(1) }, { 'content-type': 'Application/JSON; charset=utf-8' }),
        '1042',
      )
    ).status,
    204,
  );
  assert.equal((await shop.ledger.storeHandler(new Request(BASE), '1042')).status, 405);
});

test('a long body is read only up to the limit, also without a length', async () => {
  const shop = await opened();
  const { request, sent } = chunked(10_000, 1024);
  assert.equal((await shop.ledger.storeHandler(request, '1042')).status, 413);
  assert.ok(sent() < 20, `${sent()} chunks were read`);
  const padded = `{"requestId":"${idOf(1)}"}`.padEnd(8 * 1024);
  assert.equal((await shop.ledger.storeHandler(post(padded), '1042')).status, 204);
  assert.equal((await shop.ledger.storeHandler(post(`${padded} `), '1042')).status, 413);
});

test('a body that never ends is given up after ten seconds', async () => {
  const shop = await opened();
  const body = new ReadableStream<Uint8Array>({ pull: () => new Promise(() => undefined) });
  const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body, duplex: 'half' };
  const waiting = shop.ledger.storeHandler(new Request(BASE, init), '1042');
  await shop.clock.advance(10_000);
  assert.equal((await waiting).status, 408);
});

test('an order that does not exist is not found, and the order of another visitor is forbidden', async () => {
  const shop = await opened({ authorize: (request) => request.headers.get('cookie') === 'session=1' });
  for (const id of ['1043', '', 'undefined', 'a\u0000', '../1042', "' or 1=1 --"])
    assert.equal((await shop.ledger.storeHandler(post({ requestId: idOf(1) }), id)).status, 404, id);
  assert.equal(await shop.store(idOf(1), '1042'), 403);
  const own = post({ requestId: idOf(1) }, { cookie: 'session=1' });
  assert.equal((await shop.ledger.storeHandler(own, '1042')).status, 204);
  assert.equal((await shop.ledger.handler(new Request(`${BASE}/1042`))).status, 403);
  const page = new Request(`${BASE}/1042`, { headers: { cookie: 'session=1' } });
  assert.equal((await shop.ledger.handler(page)).status, 200);
  // Only true allows: a promise that somebody forgot to await, or a word, is none.
  const careless = await opened({ authorize: () => 'yes' as never });
  assert.equal(await careless.store(idOf(1), '1042'), 403);
});

test('an error of the shop or of the database says nothing to the page', async () => {
  const errors = mock.method(console, 'error', () => undefined);
  const shop = await opened({ authorize: () => Promise.reject(new Error('password=secret')) });
  const [status, body] = await answer(shop.ledger.storeHandler(post({ requestId: idOf(1) }), '1042'));
  assert.deepEqual([status, body], [503, { message: 'The shop cannot answer now. Try again in a minute.' }]);
  assert.equal((await shop.ledger.storeHandler(post({ requestId: idOf(1) }), 1042 as never)).status, 503);
  assert.match(String(errors.mock.calls.at(-1)?.arguments[1]), /write "1042"/u);
  errors.mock.restore();
});

test('an order that is paid, has expired or may still be paid takes no other payment', async () => {
  const shop = await opened();
  const states: [FakeRecord, number][] = [
    [{ status: 'pending' }, 409],
    [{ status: 'failure' }, 409],
    [{ status: 'refund' }, 204],
    [{ amount: '1' }, 409],
    [{}, 409],
  ];
  for (const [at, [record, status]] of states.entries()) {
    const id = `order ${at}`;
    await shop.add(id);
    assert.equal(await shop.store(idOf(100 + at), id), 204);
    shop.clock.sleep(15_000);
    shop.service.records.set(idOf(100 + at), { sentAt: shop.clock.now(), ...record });
    assert.equal(await shop.store(idOf(200 + at), id), status, JSON.stringify(record));
    assert.equal(await shop.store(idOf(100 + at), id), 409, JSON.stringify(record));
  }
  for (const id of ['soon', 'tried'])
    await shop.add(id, { expiresAt: new Date(shop.clock.now() + 3_600_000).toISOString() });
  assert.equal(await shop.store(idOf(299), 'tried'), 204);
  shop.clock.sleep(3_600_000);
  // Nothing was stored for it, so the payer must not read that money may be on its way.
  const late = await shop.ledger.storeHandler(post({ requestId: idOf(300) }), 'soon');
  assert.deepEqual([late.status, await late.json()], [410, { message: 'This order has expired.' }]);
  assert.equal(await shop.store(idOf(301), 'tried'), 409);
  // The same for an id of test mode, which this shop does not take.
  const errors = mock.method(console, 'error', () => undefined);
  for (const [id, status] of [
    ['soon', 410],
    ['tried', 409],
    ['1042', 409],
  ] as const)
    assert.equal(await shop.store(TEST_ID, id), status, id);
  errors.mock.restore();
  // A failure holds the order for a day.
  shop.clock.sleep(86_400_000);
  assert.equal(await shop.store(idOf(301), 'order 1'), 204);
});

test('an id that the service knows before it is stored is refused', async () => {
  const shop = await opened();
  for (const record of [{ status: 'waiting' }, { status: 'pending' }, {}, { status: 'refund' }, { parent: idOf(9) }]) {
    shop.service.records.set(idOf(1), record);
    assert.equal(await shop.store(idOf(1), '1042'), 409, JSON.stringify(record));
  }
  assert.deepEqual((await shop.order('1042')).payments, []);
});

test('nothing is stored while the service gives no answer', async () => {
  const shop = await opened();
  shop.service.answer = () => new Response(null, { status: 502 });
  let status = 0;
  void shop.store(idOf(1), '1042').then((answered) => (status = answered));
  while (status === 0) await shop.clock.advance(100);
  assert.equal(status, 503);
  assert.deepEqual((await shop.order('1042')).payments, []);
});

for (const kind of [postgres, sqlite])
  test(`${kind.name}: of 400 ids that are stored at once, an order keeps at most 20`, async () => {
    const shop = await opened({}, kind);
    const others = [shop, await shop.other(), await shop.other()];
    const answers = await Promise.all(Array.from({ length: 400 }, (_, at) => others[at % 3]!.store(idOf(at), '1042')));
    assert.equal((await shop.order('1042')).payments.length, 20);
    assert.equal(answers.filter((status) => status === 204).length, 20);
    assert.ok(
      answers.every((status) => [204, 409, 429].includes(status)),
      answers.join(' '),
    );
  });

for (const kind of [postgres, sqlite])
  test(`${kind.name}: eight clients that pay and check one order at once pay it once`, async () => {
    const shop = await opened({}, kind);
    const shops = await Promise.all(Array.from({ length: 8 }, () => shop.other()));
    await Promise.all(shops.map((each, at) => each.store(idOf(at), '1042')));
    for (let at = 0; at < 8; at += 1)
      shop.service.records.set(idOf(at), { sentAt: NOW, isOwn: true, hash: `0x${String(at % 4).repeat(64)}` });
    await Promise.all(shops.map((each) => each.ledger.check('1042')));
    const { status, payments } = await shop.order('1042');
    assert.equal(status, 'paid');
    const statuses = payments.map((each) => each.status).sort();
    assert.deepEqual(statuses, ['paid', 'same', 'same', 'same', 'same', 'second', 'second', 'second']);
    assert.equal(shops.flatMap((each) => each.paid).length, 1);
  });

test('a page learns no more than the status of its order', async () => {
  const shop = await opened();
  assert.equal((await shop.ledger.handler(post({ requestId: idOf(1) }))).status, 204);
  const read = (): Promise<[number, unknown]> => answer(shop.ledger.handler(new Request(`${BASE}/1042`)));
  const endless = { expiresAt: null, isExpired: false };
  const stored = { status: 'unpaid', ...endless, payments: [{ requestId: idOf(1), status: 'stored' }] };
  assert.deepEqual(await read(), [200, stored]);
  shop.service.records.set(idOf(1), { sentAt: NOW });
  // A verification of this moment is news enough.
  assert.deepEqual((await read())[1], stored);
  shop.clock.sleep(10_000);
  const message = 'The payment has paid the order.';
  assert.deepEqual(await read(), [
    200,
    { status: 'paid', ...endless, payments: [{ requestId: idOf(1), status: 'paid', message }] },
  ]);
  for (const [method, path, status] of [
    ['GET', '/1043', 404],
    ['GET', '', 404],
    ['GET', '/', 404],
    ['POST', '', 404],
    ['GET', '/%00', 404],
    ['GET', '/%E0%A4%A', 404],
    ['GET', '/1042/payment/x', 404],
    ['GET', '/1042/shipping', 404],
    ['GET', '/1042/payment', 405],
    ['DELETE', '/1042', 405],
  ] as const)
    assert.equal((await shop.ledger.handler(new Request(`${BASE}${path}`, { method }))).status, status, path);
});

test('a handler below another path than the option says so once', async (context) => {
  const errors = context.mock.method(console, 'error', () => undefined);
  const shop = await opened();
  for (const path of ['/wrong/orders/E1/payment', '/wrong/orders/E2/payment', '/api/orders/7'])
    assert.equal(
      (await shop.ledger.handler(new Request(`https://shop.example${path}`, { method: 'POST' }))).status < 406,
      true,
    );
  assert.deepEqual(
    errors.mock.calls.map((call) => call.arguments),
    [['hub-pay: POST /wrong/orders/E1/payment is not below path "/api/orders": set the option path of createLedger']],
  );
});

test('a page learns when its order expires, and that it has', async () => {
  const shop = await opened();
  const expiresAt = new Date(NOW + 60_000).toISOString();
  await shop.add('soon', { expiresAt });
  for (const isExpired of [false, true]) {
    const shown = await answer(shop.ledger.handler(new Request(`${BASE}/soon`)));
    assert.deepEqual(shown, [200, { status: 'unpaid', expiresAt, isExpired, payments: [] }]);
    shop.clock.sleep(60_000);
  }
});

test('an id is read from the path as the merchant wrote it', async () => {
  const shop = await opened({ path: '/shop/' });
  for (const id of ['a b', 'ä/1', '50%', '7?x#y']) {
    await shop.add(id);
    const url = `https://shop.example/shop/${encodeURIComponent(id)}`;
    assert.equal((await shop.ledger.handler(new Request(url))).status, 200, id);
  }
});

test('one visitor cannot use up the reads of the service', async () => {
  const shop = await opened({ readsPerMinute: 60, visitor: (request) => request.headers.get('x-visitor') ?? '' });
  for (let at = 0; at < 30; at += 1) await shop.add(`order ${at}`);
  const store = async (visitor: string, order: string, at: number): Promise<number> =>
    (await shop.ledger.storeHandler(post({ requestId: idOf(at) }, { 'x-visitor': visitor }), order)).status;
  const answers: number[] = [];
  for (let at = 0; at < 200; at += 1) answers.push(await store('mallory', `order ${at % 30}`, at));
  assert.ok(shop.service.asked.length <= 22, `${shop.service.asked.length} reads`);
  assert.equal(answers.at(-1), 429);
  const limited = await shop.ledger.storeHandler(post({ requestId: idOf(999) }), '1042');
  assert.match(limited.headers.get('retry-after') ?? '', /^[1-9]\d*$/u);
  // The merchant's own reads are not those of visitors.
  shop.clock.sleep(15_000);
  const before = shop.service.asked.length;
  await shop.ledger.check('order 0');
  assert.ok(shop.service.asked.length > before);
});

test('visitors whose name is no text share one limit, and can pay', async (context) => {
  const errors = context.mock.method(console, 'error', () => undefined);
  const names: unknown[] = [undefined, null, 7, {}, ['a'], Promise.resolve('b'), ''];
  let name: unknown;
  const shop = await opened({ readsPerMinute: 10_000, visitor: () => name as string });
  const answers: number[] = [];
  for (let at = 0; at < 35; at += 1) {
    name = names[at % names.length];
    await shop.add(`order ${at}`);
    answers.push((await shop.ledger.storeHandler(post({ requestId: idOf(at) }), `order ${at}`)).status);
  }
  assert.deepEqual(answers.slice(0, 30), Array(30).fill(204));
  assert.deepEqual(answers.slice(30), Array(5).fill(429));
  name = undefined;
  const shown = await shop.ledger.handler(new Request('https://shop.example/api/orders/order%200'));
  assert.equal(shown.status, 200);
  name = 'somebody';
  assert.equal((await shop.ledger.storeHandler(post({ requestId: idOf(99) }), 'order 34')).status, 204);
  assert.equal(errors.mock.callCount(), 0);
});

test('a visitor does not read that money was sent when the service still waits for it', async () => {
  const shop = await opened();
  await shop.add('7');
  await shop.ledger.storeHandler(post({ requestId: idOf(1) }), '7');
  shop.service.records.set(idOf(1), { status: 'waiting' });
  const other = await shop.ledger.storeHandler(post({ requestId: idOf(2) }), '7');
  assert.equal(other.status, 409);
  assert.deepEqual(await other.json(), { message: 'Another payment of this order may be on its way.' });
  const shown = await shop.ledger.handler(new Request('https://shop.example/api/orders/7'));
  assert.deepEqual(await shown.json(), {
    ...{ status: 'paying', expiresAt: null, isExpired: false },
    payments: [{ requestId: idOf(1), status: 'pending', message: 'The payment may be on its way.' }],
  });
});
