/** Tests that the delivery of an accepted payment pays no further order, and that the ledger goes on watching it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { databases } from '../databases.js';
import { idOf, OTHER_TOKEN, TERMS, type FakeRecord } from '../../../support/fake-service.js';
import { isConfig } from '../is-config.js';
import { NOW, openShop, runUntil, type Shop } from '../shop.js';

const { postgres, sqlite } = databases;
const DAY = 86_400_000;
const ACCEPTED = { accepted: true };
const OWN: FakeRecord = { isOwn: true, hash: idOf(7), sentAt: NOW };

/** Opens a shop in which the payment 1 is of order 1, and the payment 2 of order 2. */
async function opened(kind = sqlite, first: FakeRecord = {}): Promise<Shop> {
  const shop = await openShop(kind);
  for (const number of [1, 2]) {
    await shop.add(String(number));
    assert.equal(await shop.store(idOf(number), String(number)), 204);
  }
  shop.service.records.set(idOf(1), { ...OWN, ...first });
  await shop.ledger.check('1');
  return shop;
}

/** Lets the job verify the payments of an order once more. */
async function verified(shop: Shop, id: string): Promise<string> {
  const before = (await shop.order(id)).payments[0]?.checkedAt;
  await runUntil([shop], async () => (await shop.order(id)).payments[0]?.checkedAt !== before);
  return shop.standing(id);
}

const kindsOf = async (shop: Shop): Promise<string[]> =>
  (await shop.ledger.attention()).map(({ kind, orderId }) => `${orderId} ${kind}`);

const UNDECIDED = [
  ['pending', { status: 'pending' }],
  ['unreadable', { more: { protocol: {} } }],
  ['wrong', { chainId: 1, originChainId: 8453 }],
  ['short', { amount: '1' }],
  ['other-token', { currency: OTHER_TOKEN }],
] as const;

for (const kind of [postgres, sqlite])
  for (const [status, record] of UNDECIDED)
    test(`${kind.name}: a delivery that was accepted while ${status} pays no other order`, async () => {
      const shop = await opened(kind, record);
      assert.match(await shop.standing('1'), new RegExp(`${status}$`, 'u'));
      await shop.ledger.resolve(idOf(1), 'Shipped by hand.', ACCEPTED);
      shop.service.records.set(idOf(2), OWN);
      await shop.ledger.check('2');
      assert.equal(await shop.standing('2'), 'disputed disputed');
      assert.deepEqual([await kindsOf(shop), shop.paid], [['2 disputed'], []]);
    });

test('each key of an accepted delivery is taken: its transfers and its request', async () => {
  const shop = await opened(sqlite, { more: { protocol: {} } });
  await shop.ledger.resolve(idOf(1), 'Shipped by hand.', ACCEPTED);
  const rows = await shop.db.query(`select delivery from ${shop.prefix}deliveries order by delivery`);
  assert.deepEqual(
    rows.map((row) => row['delivery']),
    [idOf(1), `8453:${idOf(7)}`],
  );
  shop.service.records.set(idOf(2), { status: 'refund', supersededBy: idOf(1) });
  shop.service.records.set(idOf(1), { ...OWN, hash: idOf(8) });
  await shop.ledger.check('2');
  assert.equal(await shop.standing('2'), 'disputed disputed');
});

test('a delivery that the service reports only after it was accepted is taken, or told if it has paid', async () => {
  for (const isPaidFirst of [false, true]) {
    const shop = await opened(sqlite, { status: 'waiting' });
    await shop.ledger.resolve(idOf(1), 'Shipped by hand.', ACCEPTED);
    const report = async (number: number): Promise<void> => {
      shop.service.records.set(idOf(number), OWN);
      await verified(shop, String(number));
    };
    for (const number of isPaidFirst ? [2, 1] : [1, 2]) await report(number);
    assert.equal(await shop.standing('1'), 'paid pending');
    assert.equal(await shop.standing('2'), isPaidFirst ? 'paid paid' : 'disputed disputed');
    assert.deepEqual(await kindsOf(shop), [isPaidFirst ? '1 contradicted' : '2 disputed']);
    if (!isPaidFirst) continue;
    const [event] = await shop.ledger.attention();
    assert.match(event?.message ?? '', /have accepted .* The order 2 has been paid by the same delivery\.$/u);
    await shop.ledger.resolve(idOf(1), 'Both are right.', ACCEPTED);
    await verified(shop, '1');
    assert.deepEqual([await kindsOf(shop), await shop.standing('1')], [[], 'paid pending']);
  }
});

test('a delivery that has paid an order is not accepted for another one, unless a person knows that', async () => {
  const shop = await opened();
  assert.equal(await shop.standing('1'), 'paid paid');
  shop.service.records.set(idOf(2), { ...OWN, more: { protocol: {} } });
  await shop.ledger.check('2');
  assert.equal(await shop.standing('2'), 'review unreadable');
  const refused = isConfig(/^accepted: is true, but the same delivery has paid the order "1"/u);
  await assert.rejects(() => shop.ledger.resolve(idOf(2), 'x', ACCEPTED), refused);
  assert.equal(await shop.standing('2'), 'review unreadable');
  shop.service.records.set(idOf(2), OWN);
  await shop.ledger.check('2');
  assert.equal(await shop.standing('2'), 'disputed disputed');
  await shop.ledger.resolve(idOf(2), 'This payer is the right one.', ACCEPTED);
  assert.deepEqual([await shop.standing('1'), await shop.standing('2')], ['paid paid', 'paid disputed']);
});

test('a disputed delivery that a person accepts no longer pays the order that it came to first', async () => {
  const shop = await opened(sqlite, { amount: '1' });
  shop.service.records.set(idOf(2), OWN);
  await shop.ledger.check('2');
  assert.equal(await shop.standing('2'), 'disputed disputed');
  await shop.ledger.resolve(idOf(2), 'This payer is the right one.', ACCEPTED);
  shop.service.records.set(idOf(1), OWN);
  await runUntil([shop], async () => (await shop.standing('1')) === 'disputed disputed');
  assert.deepEqual([await kindsOf(shop), shop.paid], [['1 disputed'], []]);
  assert.equal(await shop.standing('2'), 'paid disputed');
});

for (const kind of [postgres, sqlite])
  test(`${kind.name}: of an acceptance and a verification at once, one gets the delivery`, async () => {
    for (let round = 0; round < 8; round += 1) {
      const shop = await opened(kind, { more: { protocol: {} } });
      const other = await shop.other();
      shop.service.records.set(idOf(2), OWN);
      const [decision] = await Promise.allSettled([
        shop.ledger.resolve(idOf(1), 'Shipped by hand.', ACCEPTED),
        other.ledger.check('2'),
      ]);
      const isAccepted = decision.status === 'fulfilled';
      assert.equal(await shop.standing('1'), isAccepted ? 'paid unreadable' : 'review unreadable');
      assert.equal(await shop.standing('2'), isAccepted ? 'disputed disputed' : 'paid paid');
    }
  });

test('another id of the order with the accepted delivery is the same, and is not returned', async () => {
  const shop = await opened(sqlite, { status: 'failure' });
  assert.equal(await shop.store(idOf(3), '1'), 409);
  const second = await openShop(sqlite);
  await second.add('1');
  for (const number of [1, 3]) await second.store(idOf(number), '1');
  second.service.records.set(idOf(1), { ...OWN, more: { protocol: {} } });
  await second.ledger.check('1');
  await second.ledger.resolve(idOf(1), 'Shipped by hand.', ACCEPTED);
  second.service.records.set(idOf(3), OWN);
  await second.ledger.check('1');
  assert.equal(await second.standing('1'), 'paid unreadable same');
});

for (const [status, record] of [...UNDECIDED, ['late', { sentAt: NOW + 120_000 }]] as const)
  test(`a refund of a payment that was accepted while ${status} is told, also days later`, async () => {
    const shop = await openShop(sqlite);
    await shop.add('1', { expiresAt: new Date(NOW + 60_000).toISOString() });
    await shop.store(idOf(1), '1');
    shop.service.records.set(idOf(1), { ...OWN, ...record });
    await shop.ledger.check('1');
    assert.match(await shop.standing('1'), new RegExp(`${status}$`, 'u'));
    // Longer than a payment with a final status is watched.
    shop.clock.sleep(8 * DAY);
    await verified(shop, '1');
    await shop.ledger.resolve(idOf(1), 'Shipped by hand.', ACCEPTED);
    await verified(shop, '1');
    shop.clock.sleep(3 * DAY);
    await verified(shop, '1');
    assert.equal(await shop.standing('1'), `paid ${status}`);
    shop.service.records.set(idOf(1), { ...OWN, status: 'refund' });
    shop.clock.sleep(DAY);
    await runUntil([shop], async () => (await shop.standing('1')) === 'disputed reversed');
    assert.deepEqual(await kindsOf(shop), ['1 reversed']);
    assert.equal(await shop.store(idOf(2), '1'), 409);
  });

test('what the service says against an accepted payment is told once, and the decision stays', async () => {
  const shop = await opened(sqlite, { status: 'pending' });
  await shop.ledger.resolve(idOf(1), 'Shipped by hand.', ACCEPTED);
  shop.service.records.set(idOf(1), { ...OWN, status: 'failure' });
  for (let round = 0; round < 3; round += 1) await verified(shop, '1');
  assert.deepEqual([await kindsOf(shop), await shop.standing('1')], [['1 contradicted'], 'paid pending']);
  await shop.ledger.resolve(idOf(1), 'The money is here.', ACCEPTED);
  await verified(shop, '1');
  assert.deepEqual([await kindsOf(shop), await shop.standing('1')], [[], 'paid pending']);
});

test('an order whose acceptance is taken back has never been paid, until another payment pays it', async () => {
  const shop = await opened(sqlite, { amount: '1' });
  await shop.store(idOf(3), '2');
  const paidAt = async (id: string): Promise<string | null> => (await shop.order(id)).paidAt;
  assert.equal(await paidAt('1'), null);
  await shop.ledger.resolve(idOf(1), 'Shipped by hand.', ACCEPTED);
  const accepted = await paidAt('1');
  assert.equal(accepted, new Date(NOW).toISOString());
  shop.clock.sleep(DAY);
  // A second note changes nothing.
  await shop.ledger.resolve(idOf(1), 'Shipped on Monday.', ACCEPTED);
  assert.equal(await paidAt('1'), accepted);
  await shop.ledger.resolve(idOf(1), 'It was another order.', { accepted: false });
  assert.equal(await paidAt('1'), null);
  assert.equal(await shop.standing('1'), 'unpaid short');
  assert.equal(await shop.store(idOf(4), '1'), 204);
  shop.service.records.set(idOf(4), { sentAt: shop.clock.now() });
  shop.clock.sleep(15_000);
  await shop.ledger.check('1');
  assert.equal(await paidAt('1'), new Date(shop.clock.now()).toISOString());
});

test('an order whose onPaid has failed has no time at which it was paid, and a reversed one keeps it', async (context) => {
  context.mock.method(console, 'error', () => undefined);
  const shop = await openShop(sqlite, {
    onPaid: ({ id }) => (id === '1' ? Promise.reject(new Error('no')) : undefined),
  });
  for (const number of [1, 2]) {
    await shop.add(String(number));
    await shop.store(idOf(number), String(number));
    shop.service.records.set(idOf(number), { sentAt: NOW });
    await shop.ledger.check(String(number));
  }
  assert.deepEqual([await shop.standing('1'), (await shop.order('1')).paidAt], ['paying confirming', null]);
  shop.service.records.set(idOf(2), { status: 'refund', sentAt: NOW });
  shop.clock.sleep(DAY);
  await runUntil([shop], async () => (await shop.standing('2')) === 'disputed reversed');
  assert.equal((await shop.order('2')).paidAt, new Date(NOW).toISOString());
});

test('no transfer of a delivery of several ones pays another order, also one that is named later', async () => {
  const transfers = [7, 8, 9].map((number) => ({ chainId: 8453, hash: idOf(number), timestamp: NOW / 1_000 }));
  const record = (hashes: typeof transfers): FakeRecord => {
    const value = {
      currency: { chainId: 8453, address: TERMS.currency, symbol: 'USDC', decimals: 6 },
      amount: '25000000',
    };
    const metadata = { recipient: TERMS.recipient, currencyIn: value, currencyOut: value };
    return { more: { data: { inTxs: hashes, outTxs: [], metadata } } };
  };
  const shop = await opened(sqlite, record(transfers.slice(0, 2)));
  assert.equal(await shop.standing('1'), 'paid paid');
  shop.service.records.set(idOf(1), record(transfers));
  shop.clock.sleep(DAY);
  await verified(shop, '1');
  for (const number of [7, 8, 9]) {
    const id = String(number);
    await shop.add(id);
    await shop.store(idOf(number * 10), id);
    shop.service.records.set(idOf(number * 10), { isOwn: true, hash: idOf(number), sentAt: shop.clock.now() });
    await shop.ledger.check(id);
    assert.equal(await shop.standing(id), 'disputed disputed', id);
  }
  assert.deepEqual(shop.paid, ['1']);
});
