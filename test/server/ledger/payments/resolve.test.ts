/** Tests what changes when a person has decided. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HubPayError } from '../../../../src/errors.js';
import { kinds, type Kind } from '../databases.js';
import { idOf } from '../../fake-service.js';
import { NOW, openShop, runUntil } from '../shop.js';

const [, , sqlite] = kinds as [Kind, Kind, Kind];
const DAY = 86_400_000;

test('a decision needs a payment that waits for one, and a note', async () => {
  const shop = await openShop(sqlite);
  await shop.add('1');
  await shop.store(idOf(1), '1');
  for (const [id, note, message] of [
    [idOf(1), 'x', /nobody needs to decide/u],
    [idOf(2), 'x', /no stored payment/u],
    ['0x1', 'x', /32 bytes/u],
    [idOf(1), ' ', /write what was decided/u],
    [idOf(1), undefined, /write what was decided/u],
  ] as const)
    await assert.rejects(
      () => shop.ledger.resolve(id, note as string),
      (error) => error instanceof HubPayError && error.code === 'config' && message.test(error.message),
    );
});

test('money about which a person has decided is never judged again, and its events are not told later', async () => {
  const shop = await openShop(sqlite);
  await shop.add('1');
  await shop.store(idOf(1), '1');
  shop.service.records.set(idOf(1), { amount: '1', sentAt: NOW });
  await shop.ledger.check('1');
  await shop.ledger.resolve(idOf(1), 'Returned on Monday.');
  const [payment] = (await shop.order('1')).payments;
  assert.deepEqual(payment?.resolution, { at: new Date(NOW).toISOString(), note: 'Returned on Monday.' });
  shop.service.records.set(idOf(1), { sentAt: NOW });
  await shop.store(idOf(2), '1');
  shop.service.records.set(idOf(2), { sentAt: NOW });
  shop.clock.sleep(DAY);
  await runUntil([shop], async () => (await shop.order('1')).status === 'paid');
  await runUntil([shop], () => shop.events.length === 1);
  assert.equal(await shop.standing('1'), 'paid short paid');
  assert.deepEqual(shop.attention, []);
});

test('a payment that arrives after somebody gave it up is told again when it is reversed', async () => {
  const shop = await openShop(sqlite);
  await shop.add('1');
  await shop.store(idOf(1), '1');
  shop.service.records.set(idOf(1), { status: 'failure', sentAt: NOW });
  await shop.ledger.check('1');
  await shop.ledger.resolve(idOf(1), 'Given up.');
  shop.service.records.set(idOf(1), { sentAt: NOW });
  assert.equal((await shop.ledger.check('1')).status, 'paid');
  shop.service.records.set(idOf(1), { status: 'refund', sentAt: NOW });
  await runUntil([shop], () => shop.attention.length > 0);
  assert.deepEqual(
    shop.attention.map(({ kind }) => kind),
    ['reversed'],
  );
  assert.equal((await shop.order('1')).status, 'disputed');
});
