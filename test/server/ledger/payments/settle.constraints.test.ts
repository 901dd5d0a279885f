/** Tests that a constraint of the merchant's own tables, which `onPaid` breaks, is told in clear words. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { kinds } from '../databases.js';
import { idOf } from '../../../support/fake-service.js';
import { NOW, openShop, runUntil } from '../shop.js';

for (const kind of kinds)
  for (const deferred of ['', ' deferrable initially deferred'])
    test(`${kind.name}: a foreign key${deferred} that onPaid breaks is told, and the order is paid later`, async (context) => {
      const errors = context.mock.method(console, 'error', () => undefined);
      const shop = await openShop(kind, {
        onPaid: async ({ id }, _, transaction) =>
          void (await shop.db.within(transaction)(`insert into ${shop.prefix}parcels (place) values ($1)`, [id])),
      });
      await shop.db.query(`create table ${shop.prefix}places (id text primary key)`);
      await shop.db.query(
        `create table ${shop.prefix}parcels (place text not null references ${shop.prefix}places (id)${deferred})`,
      );
      await shop.add('1');
      await shop.store(idOf(1), '1');
      shop.service.records.set(idOf(1), { sentAt: NOW });
      await shop.ledger.check('1');
      assert.equal(await shop.standing('1'), 'paying confirming');
      assert.equal((await shop.order('1')).paidAt, null);
      assert.match(String(errors.mock.calls[0]?.arguments[0]), /order 1, .*: onPaid failed, so the order is not paid/u);
      await runUntil([shop], async () => (await shop.ledger.attention()).length > 0);
      const [event] = await shop.ledger.attention();
      assert.equal(event?.kind, 'handler-failed');
      assert.match(event.message, /foreign key/u);
      if (kind.name === 'sqlite') assert.match(event.message, /a row of your own refers to one that does not exist/u);
      await shop.db.query(`insert into ${shop.prefix}places (id) values ('1')`);
      await runUntil([shop], async () => (await shop.order('1')).status === 'paid');
      assert.deepEqual(await shop.ledger.attention(), []);
    });
