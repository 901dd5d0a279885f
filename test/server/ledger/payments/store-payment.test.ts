/** Tests which ids an order stores beside others. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { databases } from '../databases.js';
import { idOf } from '../../../support/fake-service.js';
import { NOW, openShop } from '../shop.js';

const { sqlite } = databases;
const DAY = 86_400_000;

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
