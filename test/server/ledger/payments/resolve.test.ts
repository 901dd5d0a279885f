/** Tests what changes when a person has decided. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { databases, kinds } from '../databases.js';
import { idOf, OTHER_TOKEN, STRANGER } from '../../../support/fake-service.js';
import { NOW, openShop, runUntil, type Shop } from '../shop.js';
import { isConfig } from '../is-config.js';

const { postgres, sqlite } = databases;
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
    await assert.rejects(() => shop.ledger.resolve(id, note as string), isConfig(message));
});

test('money about which a person has decided is never judged again, and its events are not told later', async () => {
  const shop = await openShop(sqlite);
  await shop.add('1');
  await shop.store(idOf(1), '1');
  shop.service.records.set(idOf(1), { amount: '1', sentAt: NOW });
  await shop.ledger.check('1');
  await shop.ledger.resolve(idOf(1), 'Returned on Monday.');
  const [payment] = (await shop.order('1')).payments;
  assert.deepEqual(payment?.resolution, {
    at: new Date(NOW).toISOString(),
    note: 'Returned on Monday.',
    accepted: false,
  });
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

test('a payment that a person has accepted pays its order, without a call of onPaid', async () => {
  for (const [number, record] of [
    { amount: '1' },
    { currency: OTHER_TOKEN },
    { more: { protocol: {} } },
    { recipient: STRANGER },
  ].entries()) {
    const shop = await openShop(sqlite);
    await shop.add('1');
    await shop.store(idOf(1), '1');
    await shop.store(idOf(2), '1');
    shop.service.records.set(idOf(1), { ...record, sentAt: NOW });
    await shop.ledger.check('1');
    assert.equal((await shop.order('1')).status, 'review', String(number));
    await shop.ledger.resolve(idOf(1), 'Shipped by hand.', { accepted: true });
    const order = await shop.order('1');
    assert.deepEqual([order.status, order.paidAt], ['paid', new Date(NOW).toISOString()], String(number));
    assert.equal(await shop.store(idOf(3), '1'), 409);
    // What arrives later ships nothing again.
    for (const id of [1, 2]) shop.service.records.set(idOf(id), { sentAt: NOW });
    shop.clock.sleep(DAY);
    await runUntil([shop], async () => (await shop.standing('1')).endsWith('second'));
    assert.equal((await shop.order('1')).status, 'paid');
    assert.deepEqual(shop.paid, [], String(number));
    assert.deepEqual(
      (await shop.ledger.attention()).map(({ kind, requestId }) => [kind, requestId]),
      [['second', idOf(2)]],
    );
  }
});

test('an accepted payment that the service then refunds is told', async () => {
  const shop = await openShop(sqlite);
  await shop.add('1');
  await shop.store(idOf(1), '1');
  shop.service.records.set(idOf(1), { more: { protocol: {} }, sentAt: NOW });
  await shop.ledger.check('1');
  await shop.ledger.resolve(idOf(1), 'Shipped by hand.', { accepted: true });
  shop.service.records.set(idOf(1), { status: 'refund', sentAt: NOW });
  shop.clock.sleep(DAY);
  await runUntil([shop], () => shop.attention.length > 0);
  assert.equal(shop.attention[0]?.kind, 'reversed');
  assert.equal(await shop.standing('1'), 'disputed reversed');
});

for (const kind of [postgres, sqlite])
  test(`${kind.name}: a decision in the merchant's own transaction is undone and kept with it`, async () => {
    const shop = await openShop(kind);
    await shop.add('1');
    await shop.store(idOf(1), '1');
    shop.service.records.set(idOf(1), { amount: '1', sentAt: NOW });
    await shop.ledger.check('1');
    for (const isKept of [false, true]) {
      const end = new Error('undone');
      const own = shop.db.transaction(async (query, transaction) => {
        await shop.ledger.resolve(idOf(1), 'Shipped by hand.', { accepted: true }, transaction);
        const [row] = await query(`select status from ${shop.prefix}orders`);
        assert.equal(row?.['status'], 'paid');
        if (!isKept) throw end;
      });
      await (isKept ? own : assert.rejects(own, end));
      assert.equal(await shop.standing('1'), isKept ? 'paid short' : 'review short');
      assert.equal((await shop.ledger.attention()).length, isKept ? 0 : 1);
    }
  });

test('a decision in a transaction that reads an old state of another payment fails, and changes nothing', async () => {
  const shop = await openShop(postgres);
  await shop.add('1');
  for (const id of [1, 2]) await shop.store(idOf(id), '1');
  shop.service.records.set(idOf(1), { amount: '1', sentAt: NOW });
  await shop.ledger.check('1');
  const decision = shop.db.transaction(async (query, transaction) => {
    await query('set transaction isolation level repeatable read');
    await query(`select status from ${shop.prefix}orders`);
    shop.service.records.set(idOf(2), { status: 'pending' });
    await shop.ledger.check('1');
    await shop.ledger.resolve(idOf(1), 'Returned.', undefined, transaction);
  });
  await assert.rejects(decision, { code: '40001' });
  const [row] = await shop.db.query(`select status from ${shop.prefix}orders`);
  assert.equal(row?.['status'], 'review');
  assert.equal(await shop.standing('1'), 'review short pending');
});

test('only a payment whose money can have come is accepted, and only by a clear word', async () => {
  const shop = await openShop(sqlite);
  await shop.add('1');
  await shop.store(idOf(1), '1');
  shop.service.records.set(idOf(1), { status: 'failure', sentAt: NOW });
  await shop.ledger.check('1');
  for (const [decision, message] of [
    [{ accepted: true }, /a payment with the status failed cannot be accepted/u],
    [{ accepted: 1 }, /^decision\.accepted: must be true or false, not 1/u],
    [{ accept: true }, /^decision\.accepted: is missing/u],
    [{ accepted: true, acepted: true }, /^decision\.acepted: .*did you mean "accepted"\?/u],
    [{ accepted: true, note: 'x' }, /^decision\.note: is not a field of a decision/u],
    [true, /is not \{ accepted: true \}/u],
    [null, /is not \{ accepted: true \}/u],
    [{}, /^decision\.accepted: is missing/u],
  ] as const)
    await assert.rejects(
      () => shop.ledger.resolve(idOf(1), 'x', decision as { accepted: boolean }),
      isConfig(message),
      JSON.stringify(decision),
    );
  assert.equal((await shop.ledger.attention()).length, 0);
  assert.equal(await shop.standing('1'), 'review failed');
});

/** A shop with an order for which these ids arrived, all of them late. */
async function lateShop(kind: Parameters<typeof openShop>[0], ...ids: readonly number[]): Promise<Shop> {
  const shop = await openShop(kind);
  await shop.add('1', { expiresAt: new Date(NOW + 1_000).toISOString() });
  for (const id of ids) assert.equal(await shop.store(idOf(id), '1'), 204);
  shop.clock.sleep(2_000);
  for (const id of ids) shop.service.records.set(idOf(id), { sentAt: NOW + 2_000 });
  await shop.ledger.check('1');
  assert.equal(await shop.standing('1'), `review ${ids.map(() => 'late').join(' ')}`);
  return shop;
}

const ACCEPTED = { accepted: true };

for (const kind of kinds) {
  test(`${kind.name}: only one of two payments that came late is accepted for their order`, async () => {
    const shop = await lateShop(kind, 1, 2);
    await shop.ledger.resolve(idOf(1), 'Shipped by hand.', ACCEPTED);
    const refused = isConfig(/^accepted: is true, but another payment has paid the order/u);
    await assert.rejects(() => shop.ledger.resolve(idOf(2), 'Shipped by hand.', ACCEPTED), refused);
    assert.deepEqual(
      (await shop.ledger.attention()).map(({ requestId }) => requestId),
      [idOf(2)],
    );
    // The note about the accepted payment can still be corrected.
    await shop.ledger.resolve(idOf(1), 'Shipped on 3 May.', ACCEPTED);
    await runUntil([shop], async () => (await shop.standing('1')) === 'paid late second');
    assert.deepEqual(
      (await shop.ledger.attention()).map((each) => [each.kind, each.requestId]),
      [['second', idOf(2)]],
    );
    assert.ok(shop.clock.now() < NOW + 60_000, 'the advice about the second payment is corrected at once');
    await shop.ledger.resolve(idOf(2), 'Returned on 4 May.');
    assert.equal(await shop.standing('1'), 'paid late second');
    assert.deepEqual(await shop.ledger.attention(), []);
    assert.deepEqual(shop.paid, []);
  });

  test(`${kind.name}: two people who accept two payments of one order at once do not both succeed`, async () => {
    const shop = await lateShop(kind, 1, 2);
    const other = await shop.other();
    const decisions = await Promise.allSettled([
      shop.ledger.resolve(idOf(1), 'Shipped by hand.', ACCEPTED),
      other.ledger.resolve(idOf(2), 'Shipped by hand.', ACCEPTED),
    ]);
    assert.deepEqual(decisions.map(({ status }) => status).toSorted(), ['fulfilled', 'rejected']);
    const { payments } = await shop.order('1');
    assert.equal(payments.filter(({ resolution }) => resolution?.accepted).length, 1);
    assert.equal((await shop.ledger.attention()).length, 1);
  });
}

test('a payment is not accepted after another one has paid the order, even if that money went back', async () => {
  for (const [record, kindOf] of [
    [{ amount: '1' }, 'short'],
    [{ more: { protocol: {} } }, 'unreadable'],
    [{ status: 'pending' }, 'pending'],
  ] as const) {
    const shop = await openShop(sqlite);
    await shop.add('1');
    for (const id of [1, 2]) await shop.store(idOf(id), '1');
    shop.service.records.set(idOf(1), { sentAt: NOW });
    shop.service.records.set(idOf(2), { sentAt: NOW, ...record });
    await shop.ledger.check('1');
    assert.equal(await shop.standing('1'), `paid paid ${kindOf}`);
    const refused = isConfig(/another payment has paid the order/u);
    await assert.rejects(() => shop.ledger.resolve(idOf(2), 'x', ACCEPTED), refused, kindOf);
    shop.service.records.set(idOf(1), { sentAt: NOW, status: 'refund' });
    shop.clock.sleep(DAY);
    await runUntil([shop], async () => (await shop.standing('1')) === `disputed reversed ${kindOf}`);
    await assert.rejects(() => shop.ledger.resolve(idOf(2), 'x', ACCEPTED), refused, kindOf);
    assert.equal(await shop.standing('1'), `disputed reversed ${kindOf}`);
  }
});

for (const kind of [postgres, sqlite])
  test(`${kind.name}: a decision that is refused in the merchant's own transaction keeps the event`, async () => {
    const shop = await openShop(kind);
    await shop.add('1');
    await shop.store(idOf(1), '1');
    shop.service.records.set(idOf(1), { sentAt: NOW - 2 * 3_600_000 });
    await shop.ledger.check('1');
    assert.equal(await shop.standing('1'), 'unpaid too-old');
    await shop.db.transaction(async (_, transaction) => {
      const decision = shop.ledger.resolve(idOf(1), 'Shipped by hand.', ACCEPTED, transaction);
      await assert.rejects(decision, isConfig(/a payment with the status too-old cannot be accepted/u));
    });
    assert.equal((await shop.ledger.attention()).length, 1);
  });

test('another payment is accepted after a person has taken back the first decision', async () => {
  const shop = await lateShop(sqlite, 1, 2);
  await shop.ledger.resolve(idOf(1), 'Shipped by hand.', ACCEPTED);
  await shop.ledger.resolve(idOf(1), 'It was the other one.', { accepted: false });
  await shop.ledger.resolve(idOf(2), 'Shipped by hand.', ACCEPTED);
  assert.deepEqual(
    (await shop.order('1')).payments.map(({ resolution }) => resolution?.accepted),
    [false, true],
  );
});

for (const kind of Object.values(databases))
  test(`a payment counts again on ${kind.name} when the acceptance of another one is taken back`, async () => {
    const shop = await openShop(kind);
    await shop.add('1');
    for (const id of [1, 2]) await shop.store(idOf(id), '1');
    shop.service.records.set(idOf(1), { amount: '1', sentAt: NOW });
    await shop.ledger.check('1');
    await shop.ledger.resolve(idOf(1), 'Shipped by hand.', ACCEPTED);
    shop.service.records.set(idOf(2), { sentAt: NOW });
    await shop.ledger.check('1');
    assert.equal(await shop.standing('1'), 'paid short second');
    await shop.ledger.resolve(idOf(1), 'It was the other one.', { accepted: false });
    await runUntil([shop], async () => (await shop.standing('1')) === 'paid short paid');
    assert.equal(shop.paid.length, 1);
  });
