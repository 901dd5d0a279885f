/** Tests the ledger as a whole, on every database. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { kinds } from './databases.js';
import { isConfig } from './is-config.js';
import { idOf, OTHER_TOKEN, STRANGER, type FakeRecord } from '../../support/fake-service.js';
import { NOW, openShop, runUntil, type Shop } from './shop.js';

const HOUR = 3_600_000;

/** Stores a payment for an order, which the service then knows. */
async function pay(shop: Shop, orderId: string, number: number, record: FakeRecord = {}): Promise<void> {
  assert.equal(await shop.store(idOf(number), orderId), 204);
  shop.service.records.set(idOf(number), { sentAt: shop.clock.now(), ...record });
}

for (const kind of kinds) {
  const title = (text: string): string => `${kind.name}: ${text}`;

  test(title('a stored payment that is delivered pays its order once'), async () => {
    const shop = await openShop(kind);
    const added = await shop.add('1042', { expiresAt: '2027-01-01T00:00:00+01:00' });
    assert.deepEqual(added, {
      id: '1042',
      recipient: '0x7a3bc1de5f60718293a4b5c6d7e8f90123456789',
      chainId: 8453,
      currency: '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913',
      amount: '25000000',
      minimumAmount: '25000000',
      expiresAt: '2026-12-31T23:00:00.000Z',
      status: 'unpaid',
      paidAt: null,
      payments: [],
    });
    await pay(shop, '1042', 1, { status: 'pending' });
    assert.equal((await shop.ledger.check('1042')).status, 'paying');
    shop.service.records.set(idOf(1), { sentAt: NOW });
    shop.clock.sleep(60_000);
    const order = await shop.ledger.check('1042');
    assert.equal(order.status, 'paid');
    assert.equal(order.paidAt, new Date(NOW + 60_000).toISOString());
    const [payment] = order.payments;
    assert.ok(payment);
    assert.equal(payment.status, 'paid');
    assert.equal(payment.delivery, idOf(1));
    assert.equal(payment.received?.amountFormatted, '25');
    assert.equal(payment.result?.requestId, idOf(1));
    await shop.ledger.check('1042');
    assert.deepEqual(shop.paid, ['1042']);
    assert.deepEqual(await shop.ledger.attention(), []);
  });

  test(title('an order is added again only with the same values, and its id is a text'), async () => {
    const shop = await openShop(kind);
    const first = await shop.add('7');
    assert.deepEqual(await shop.add('7', { recipient: first.recipient.toUpperCase().replace('X', 'x') }), first);
    await assert.rejects(() => shop.add('7', { amount: '25000001' }), isConfig(/^order\.amount: is 25000001/u));
    for (const id of [7, 7n, '', 'undefined', 'null', null, undefined, 'a\u0000b', '\ud800', 'x'.repeat(201)])
      await assert.rejects(() => shop.add(id as string), isConfig(/^order\.id: /u), String(id));
    await assert.rejects(() => shop.ledger.order(7 as never), isConfig(/write "7"/u));
    await shop.add('seven');
    await shop.add('Seven');
    await shop.add('Straße/№ 7 ✓ "\'; drop table x');
    assert.equal((await shop.order('Seven')).id, 'Seven');
    assert.equal(await shop.ledger.order('SEVEN'), null);
  });

  test(title('a new order that has expired is refused, and one that expires later is added again'), async () => {
    const shop = await openShop(kind);
    const [passed, soon] = [NOW, NOW + 60_000].map((ms) => new Date(ms).toISOString());
    await assert.rejects(
      () => shop.add('7', { expiresAt: passed }),
      isConfig(/^order\.expiresAt: 2026-11-21T09:00:00\.000Z has passed/u),
    );
    assert.equal(await shop.ledger.order('7'), null);
    const first = await shop.add('7', { expiresAt: soon });
    shop.clock.sleep(60_000);
    assert.deepEqual(await shop.add('7', { expiresAt: soon }), first);
  });

  test(title('what needs a person names the payer, and an event of an older version names none'), async () => {
    const shop = await openShop(kind);
    const payer = { chainId: 10, address: `0x${'ab'.repeat(20)}` };
    await shop.add('1');
    await pay(shop, '1', 1, { amount: '1', user: payer.address });
    await shop.ledger.check('1');
    assert.deepEqual((await shop.ledger.attention())[0]?.payer, payer);
    assert.deepEqual((await shop.order('1')).payments[0]?.payer, payer);
    const body = (await shop.ledger.attention()).map(({ payer: _, ...rest }) => JSON.stringify(rest))[0] ?? '';
    await shop.db.query(`update ${shop.prefix}events set body = $1`, [body]);
    assert.equal((await shop.ledger.attention())[0]?.payer, null);
  });

  test(title('two requests that stand for one delivery pay one order, and the other is disputed'), async () => {
    const shop = await openShop(kind);
    await shop.add('1');
    await shop.add('2');
    const own = { isOwn: true, hash: `0x${'Cd'.repeat(32)}` };
    await pay(shop, '1', 1, own);
    await pay(shop, '2', 2, { ...own, hash: own.hash.toLowerCase() });
    await Promise.all([shop.ledger.check('1'), shop.ledger.check('2')]);
    const standings = [await shop.standing('1'), await shop.standing('2')].sort();
    assert.deepEqual(standings, ['disputed disputed', 'paid paid']);
    const [event, ...rest] = await shop.ledger.attention();
    assert.deepEqual(rest, []);
    assert.ok(event);
    assert.equal(event.kind, 'disputed');
    assert.equal(shop.paid.length, 1);
    // A person frees the other order.
    await shop.ledger.resolve(event.requestId, 'The first payer has sent it.');
    assert.deepEqual(await shop.ledger.attention(), []);
    assert.equal(await shop.standing(event.orderId), 'unpaid disputed');
    await pay(shop, event.orderId, 3);
    assert.equal((await shop.ledger.check(event.orderId)).status, 'paid');
  });

  test(title('each of five ids that one new request has replaced is the same payment'), async () => {
    const shop = await openShop(kind);
    await shop.add('1');
    for (const number of [1, 2, 3, 4, 5]) assert.equal(await shop.store(idOf(number), '1'), 204);
    for (const number of [1, 2, 3, 4, 5])
      shop.service.records.set(idOf(number), { status: 'refund', supersededBy: idOf(9), sentAt: NOW });
    shop.service.records.set(idOf(9), { sentAt: NOW });
    await shop.ledger.check('1');
    assert.deepEqual((await shop.standing('1')).split(' ').sort(), ['paid', 'paid', 'same', 'same', 'same', 'same']);
    assert.deepEqual(shop.paid, ['1']);
    assert.deepEqual(await shop.ledger.attention(), []);
  });

  test(title('two orders that a solver delivers in one transaction are both paid'), async () => {
    const shop = await openShop(kind);
    const shared = `0x${'ee'.repeat(32)}`;
    for (const number of [1, 2]) {
      await shop.add(String(number));
      await pay(shop, String(number), number, { outHash: shared });
      await shop.ledger.check(String(number));
    }
    assert.deepEqual(shop.paid, ['1', '2']);
  });

  const told: [title: string, record: FakeRecord, kind: string, order: string][] = [
    ['too little', { amount: '24999999' }, 'short', 'review'],
    ['a lower guarantee', { minimum: '1' }, 'short', 'review'],
    ['another token', { currency: OTHER_TOKEN }, 'other-token', 'review'],
    ['another recipient', { recipient: STRANGER }, 'wrong', 'review'],
    ['calls of the payer', { calls: [{}] }, 'wrong', 'review'],
    ['another chain', { chainId: 10 }, 'wrong', 'review'],
    ['older money', { sentAt: NOW - HOUR }, 'too-old', 'unpaid'],
    ['money older than the request', { createdAt: NOW + HOUR }, 'too-old', 'unpaid'],
    ['money after the end of the order', { sentAt: NOW + 2 * HOUR }, 'late', 'review'],
  ];
  test(title('money that does not match is told with its amounts, and holds the order'), async () => {
    const shop = await openShop(kind);
    for (const [what, record, status, order] of told) {
      await shop.add(what, { expiresAt: new Date(NOW + HOUR).toISOString() });
      await pay(shop, what, told.findIndex(([name]) => name === what) + 1, record);
      await shop.ledger.check(what);
      assert.equal(await shop.standing(what), `${order} ${status}`, what);
      const event = (await shop.ledger.attention()).find(({ orderId }) => orderId === what);
      assert.ok(event);
      assert.equal(event.kind, status, what);
      assert.equal(event.received?.amount, record.amount ?? '25000000', what);
      assert.equal(event.transactions.length, 2, what);
      const next = idOf(1_000 + (await shop.order(what)).payments.length + told.findIndex(([name]) => name === what));
      assert.equal(await shop.store(next, what), order === 'unpaid' ? 204 : 409, what);
      if (order === 'unpaid') continue;
      await shop.ledger.resolve(event.requestId.toUpperCase().replace('X', 'x'), 'Returned.');
      assert.equal((await shop.order(what)).status, 'unpaid', what);
      await shop.ledger.check(what);
      assert.equal(
        (await shop.ledger.attention()).some(({ orderId }) => orderId === what),
        false,
        what,
      );
    }
    assert.deepEqual(shop.paid, []);
    await assert.rejects(() => shop.ledger.resolve(idOf(77), 'x'), isConfig(/no stored payment/u));
  });

  test(title('a second payment is told, and one that was refunded after it had paid is reversed'), async () => {
    const shop = await openShop(kind);
    await shop.add('1');
    assert.equal(await shop.store(idOf(1), '1'), 204);
    assert.equal(await shop.store(idOf(2), '1'), 204);
    for (const number of [1, 2]) shop.service.records.set(idOf(number), { sentAt: NOW });
    await shop.ledger.check('1');
    const kindsOf = async (): Promise<string[]> => (await shop.ledger.attention()).map((each) => each.kind);
    assert.deepEqual(await kindsOf(), ['second']);
    const paid = (await shop.order('1')).payments.find(({ status }) => status === 'paid');
    assert.ok(paid);
    shop.service.records.set(paid.requestId, { status: 'refund', sentAt: NOW });
    await runUntil([shop], async () => (await shop.order('1')).status === 'disputed');
    assert.deepEqual((await kindsOf()).sort(), ['reversed', 'second']);
    await runUntil([shop], () => shop.attention.length === 2);
    assert.deepEqual(shop.paid, ['1']);
    assert.equal(await shop.store(idOf(3), '1'), 409);
    await shop.ledger.resolve(paid.requestId, 'The goods came back.');
    assert.equal((await shop.order('1')).status, 'refunded');
    assert.equal(await shop.store(idOf(3), '1'), 409);
  });

  test(title('nothing is paid while onPaid throws, and it is tried again until it succeeds'), async () => {
    let failures = 4;
    const rows: string[] = [];
    const errors: unknown[] = [];
    const original = console.error;
    console.error = (...parts: unknown[]) => void errors.push(parts[0]);
    try {
      const shop = await openShop(kind, {
        async onPaid({ id }, _, transaction) {
          const { query } = { query: shopDb().within(transaction) };
          await query(`insert into ${shop.prefix}shipments (id) values ($1)`, [id]);
          rows.push(id);
          if ((failures -= 1) >= 0) throw new Error('out of stock');
        },
      });
      const shopDb = () => shop.db;
      await shop.db.query(`create table ${shop.prefix}shipments (id text primary key)`);
      await shop.add('1');
      await pay(shop, '1', 1);
      const first = await shop.ledger.check('1');
      assert.equal(first.status, 'paying');
      assert.equal(first.payments[0]?.status, 'confirming');
      assert.deepEqual(await shop.db.query(`select * from ${shop.prefix}shipments`), []);
      assert.equal(await shop.store(idOf(2), '1'), 409);
      await runUntil([shop], async () => (await shop.order('1')).status === 'paid');
      assert.equal(rows.length, 5);
      assert.equal((await shop.db.query(`select * from ${shop.prefix}shipments`)).length, 1);
      assert.deepEqual(await shop.ledger.attention(), []);
      await runUntil([shop], () => shop.events.length > 0);
      assert.equal(shop.events[0]?.key, `${idOf(1)}:paid`);
      assert.equal(shop.events[0].order.status, 'paid');
      assert.ok(errors.some((each) => /order 1, payment 0x0.*onPaid failed/u.test(String(each))));
    } finally {
      console.error = original;
    }
  });

  test(title('the job of several processes tells each event once, and pays each order once'), async () => {
    const shop = await openShop(kind);
    const others = [await shop.other(), await shop.other()];
    const all = [shop, ...others];
    const ids = Array.from({ length: 12 }, (_, at) => String(at));
    for (const id of ids) {
      await shop.add(id);
      await pay(shop, id, Number(id) + 1, Number(id) % 3 === 0 ? { amount: '1' } : {});
    }
    await runUntil(
      [shop, ...others],
      () => all.flatMap((each) => [...each.events, ...each.attention]).length >= ids.length,
    );
    const keys = all.flatMap((each) => [...each.events, ...each.attention].map(({ key }) => key));
    assert.equal(new Set(keys).size, keys.length);
    assert.equal(keys.length, ids.length);
    assert.deepEqual(all.flatMap((each) => each.paid).sort(), ids.filter((id) => Number(id) % 3 !== 0).sort());
  });
}
