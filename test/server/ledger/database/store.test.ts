/** Tests the statements that several processes run at once. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { migrate } from '../../../../src/server/ledger/database/schema.js';
import { createStore, isoOf, type Store } from '../../../../src/server/ledger/database/store.js';
import { kinds, newPrefix, type Kind } from '../databases.js';
import { idOf, TERMS } from '../../../support/fake-service.js';
import { isConfig } from '../is-config.js';
import { NOW } from '../shop.js';

const now = isoOf(NOW);

async function open(kind: Kind, payments: number) {
  const prefix = newPrefix();
  const db = await kind.connect();
  await migrate(db, prefix, () => now);
  const store = createStore(db, prefix);
  for (const id of ['a', 'b'])
    await store.addOrder(db.query, { id, ...TERMS, minimumAmount: '1', expiresAt: null }, now);
  for (let at = 0; at < payments; at += 1)
    await store.addPayment(db.query, {
      requestId: idOf(at),
      orderId: at % 2 === 0 ? 'a' : 'b',
      isTest: false,
      now: isoOf(NOW + at),
      // The oldest ones are due longest ago.
      nextCheckAt: isoOf(NOW - payments + at),
    });
  return { prefix, db, store };
}

for (const kind of kinds) {
  test(`${kind.name}: a payment is claimed by one process, until its claim has ended`, async () => {
    const { prefix, db, store } = await open(kind, 20);
    const processes = [{ db, store }];
    for (let at = 0; at < 4; at += 1) {
      const other = await kind.connect();
      processes.push({ db: other, store: createStore(other, prefix) });
    }
    const options = { now, until: isoOf(NOW + 1_000), limit: 3, isTest: false, order: 'newest' as const };
    const claims: Awaited<ReturnType<Store['claim']>>[] = [];
    for (let round = 0; round < 3; round += 1)
      claims.push(...(await Promise.all(processes.map(async (each) => each.store.claim(each.db.query, options)))));
    const ids = claims.flat().map(({ requestId }) => requestId);
    assert.equal(new Set(ids).size, ids.length);
    assert.equal(ids.length, 20);
    assert.deepEqual(await store.claim(db.query, { ...options, now: isoOf(NOW + 999) }), []);
    const later = { ...options, now: isoOf(NOW + 1_000), until: isoOf(NOW + 9_000), limit: 2 };
    for (const [order, ids] of [
      ['newest', [idOf(18), idOf(19)]],
      ['longest', [idOf(0), idOf(1)]],
    ] as const) {
      const claimed = await store.claim(db.query, { ...later, order });
      assert.deepEqual(claimed.map(({ requestId }) => requestId).sort(), ids, order);
    }
    assert.deepEqual(await store.claim(db.query, { ...later, isTest: true }), []);
  });

  test(`${kind.name}: each key of a delivery has one owner`, async () => {
    const { db, store } = await open(kind, 2);
    const [first, second] = [
      { requestId: idOf(0), orderId: 'a' },
      { requestId: idOf(1), orderId: 'b' },
    ];
    const take = async (keys: string[], taker: typeof first): Promise<string[]> =>
      (await store.takeDelivery(db.query, keys, taker)).map(({ requestId }) => requestId);
    assert.deepEqual(await take(['z', 'y'], first), []);
    assert.deepEqual(await take(['z', 'y'], first), []);
    assert.deepEqual(await take(['x', 'y'], second), [first.requestId]);
    assert.deepEqual(await take(['x', 'y', 'z'], first), [second.requestId]);
    assert.deepEqual(await take([], second), []);
  });

  test(`${kind.name}: a status of a newer version is named, and says to update`, async () => {
    const { prefix, db, store } = await open(kind, 1);
    await db.query(`update ${prefix}payments set status = 'parked'`);
    const message =
      /^database: payment 0x0+ has the status parked, which this hub-pay does not know: update hub-pay\./u;
    const options = { now, until: now, limit: 1, isTest: false, order: 'newest' as const };
    for (const read of [() => store.payment(db.query, idOf(0)), () => store.payments(db.query, 'a')])
      await assert.rejects(read, isConfig(message));
    // The job of a newer version claims it, and this job goes on with the others.
    assert.deepEqual(await store.claim(db.query, options), []);
  });

  test(`${kind.name}: what is written is read`, async () => {
    const { db, store } = await open(kind, 1);
    const before = await store.payment(db.query, idOf(0));
    assert.ok(before);
    const amount = {
      chainId: 1,
      currency: 'x',
      symbol: 'X',
      decimals: 78,
      amount: '9'.repeat(78),
      amountFormatted: '9',
    };
    const transactions = [{ chainId: 1, hash: '0x01', url: null }];
    const result = { requestId: idOf(0), reference: null, paid: amount, received: amount, origin: [], destination: [] };
    const change = {
      ...before,
      status: 'paid' as const,
      message: "it's ✓",
      delivery: 'd',
      received: amount,
      paid: amount,
    };
    await store.change(
      db.query,
      idOf(0),
      { ...change, result, transactions, failures: 3, changedAt: NOW + 7, nextCheckAt: null },
      now,
    );
    const after = await store.payment(db.query, idOf(0));
    assert.deepEqual(after, { ...change, result, transactions, failures: 3, changedAt: NOW + 7, checkedAt: now });
    const resolution = { at: now, note: 'decided', accepted: true };
    await store.resolve(db.query, idOf(0), resolution);
    await store.setOrder(db.query, 'a', 'paid', now);
    const terms = await store.readOrder(db.query, 'a');
    assert.ok(terms && after);
    assert.equal(terms.status, 'paid');
    assert.equal(terms.paidAt, now);
    assert.deepEqual(await store.payments(db.query, 'a'), [{ ...after, resolution }]);
    assert.equal(await store.readOrder(db.query, 'c'), null);
    assert.equal(await store.payment(db.query, idOf(9)), null);
  });
}
