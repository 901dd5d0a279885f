/** Tests which payments are verified, and when. */
import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import { HubPayError } from '../../../../src/errors.js';
import { noOrder } from '../../../../src/server/ledger/payments/checker.js';
import { databases } from '../databases.js';
import { idOf } from '../../../support/fake-service.js';
import { NOW, openShop, runUntil } from '../shop.js';

const { sqlite } = databases;

test('two callers at once share one verification', async () => {
  const shop = await openShop(sqlite);
  await shop.add('1');
  await shop.store(idOf(1), '1');
  shop.service.asked.length = 0;
  shop.service.records.set(idOf(1), { sentAt: NOW });
  await Promise.all([shop.ledger.check('1'), shop.ledger.check('1'), shop.ledger.check('1')]);
  assert.deepEqual(shop.service.asked, [idOf(1)]);
  // A payment whose status is final is not asked for again, except by the job.
  await shop.ledger.check('1');
  assert.deepEqual(shop.service.asked, [idOf(1)]);
});

test('the newest payment is verified first, and the budget ends the round', async () => {
  const shop = await openShop(sqlite, { readsPerMinute: 4 });
  await shop.add('1');
  for (const number of [1, 2, 3, 4]) {
    shop.clock.sleep(3_600_000);
    assert.equal(await shop.store(idOf(number), '1'), 204);
    shop.clock.sleep(3_600_000);
  }
  shop.service.asked.length = 0;
  assert.equal((await shop.ledger.check('1')).status, 'unpaid');
  assert.deepEqual(shop.service.asked, [4, 3, 2, 1].map(idOf));
  await shop.ledger.check('1');
  assert.equal(shop.service.asked.length, 4);
  shop.clock.sleep(30_000);
  await shop.ledger.check('1');
  assert.deepEqual(shop.service.asked.slice(4), [4, 3].map(idOf));
});

test('an outage of the service changes nothing, and is told once a minute', async () => {
  const errors = mock.method(console, 'error', () => undefined);
  const shop = await openShop(sqlite);
  for (const id of ['1', '2']) {
    await shop.add(id);
    await shop.store(idOf(Number(id)), id);
  }
  // A refusal is not tried again at once, as an outage is.
  shop.service.answer = () => Response.json({ message: 'no key' }, { status: 401 });
  for (const id of ['1', '2']) assert.equal((await shop.ledger.check(id)).payments[0]?.status, 'stored');
  const told = errors.mock.calls.map((call) => String(call.arguments[0]));
  errors.mock.restore();
  assert.equal(told.length, 1);
  assert.match(told[0] ?? '', /^hub-pay: order 1: its payments could not be verified: GET https:.* answered 401/u);
});

test('an id that names no order is refused', async () => {
  const shop = await openShop(sqlite);
  await assert.rejects(() => shop.ledger.check('1'), HubPayError);
  assert.match(noOrder('1').message, /there is no order "1"/u);
});

const poll = (id: string): Request => new Request(`https://shop.example/api/orders/${id}`);

test('pages that look at orders cost no payer the verification of their payment', async () => {
  const shop = await openShop(sqlite, { readsPerMinute: 60 });
  for (let at = 1; at <= 60; at += 1) {
    await shop.add(String(at));
    assert.equal(await shop.store(idOf(at), String(at)), 204);
    shop.clock.sleep(2_000);
  }
  // Every page asks for its own order, as often as it can, for a minute.
  for (let round = 0; round < 60; round += 1) {
    for (let at = 1; at <= 60; at += 1) assert.equal((await shop.ledger.handler(poll(String(at)))).status, 200);
    shop.clock.sleep(1_000);
  }
  shop.service.records.set(idOf(1), { sentAt: shop.clock.now() });
  // A press of a payer, and the verification that the merchant asks for.
  assert.equal(await shop.store(idOf(100), '60'), 204);
  assert.equal((await shop.ledger.check('1')).status, 'paid');
});

test('pages that look at one order cost its payer nothing', async () => {
  const shop = await openShop(sqlite, { visitor: () => 'the same office' });
  await shop.add('1');
  for (let at = 1; at <= 10; at += 1) {
    assert.equal(await shop.store(idOf(at), '1'), 204);
    shop.clock.sleep(60_000);
  }
  for (let round = 0; round < 120; round += 1) {
    assert.equal((await shop.ledger.handler(poll('1'))).status, 200);
    shop.clock.sleep(1_000);
  }
  shop.clock.sleep(10_000);
  assert.equal(await shop.store(idOf(11), '1'), 204);
});

test('a page whose limit is reached does not share it with the merchant', async () => {
  const shop = await openShop(sqlite, { readsPerMinute: 1 });
  await shop.add('1');
  assert.equal(await shop.store(idOf(1), '1'), 204);
  shop.service.records.set(idOf(1), { sentAt: NOW });
  shop.clock.sleep(60_000);
  const [page, order] = await Promise.all([shop.ledger.handler(poll('1')), shop.ledger.check('1')]);
  assert.deepEqual([page.status, order.status], [200, 'paid']);
});

test('a page that finds the service down does not delay the job', async () => {
  const errors = mock.method(console, 'error', () => undefined);
  const shop = await openShop(sqlite);
  await shop.add('1');
  await shop.store(idOf(1), '1');
  shop.clock.sleep(14_000);
  shop.service.answer = () => Response.json({ message: 'no' }, { status: 401 });
  assert.equal((await shop.ledger.handler(poll('1'))).status, 200);
  shop.service.answer = null;
  shop.service.records.set(idOf(1), { sentAt: NOW });
  await runUntil([shop], async () => (await shop.order('1')).status === 'paid');
  errors.mock.restore();
  assert.ok(shop.clock.now() < NOW + 20_000, 'the job was delayed');
});
