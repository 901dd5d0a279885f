/** Tests which status follows when the service changes its mind, and when several payments name the same money. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { databases, type Kind } from '../databases.js';
import { idOf, type FakeRecord } from '../../../support/fake-service.js';
import { NOW, openShop, runUntil, type Shop } from '../shop.js';

const { postgres, sqlite } = databases;
const DAY = 86_400_000;
const HASH = idOf(7);

/** Opens a shop with the orders 1 and 2, and stored payments, by the number of their order. */
async function opened(stored: Readonly<Record<number, string>>, kind: Kind = sqlite): Promise<Shop> {
  const shop = await openShop(kind);
  for (const id of ['1', '2']) await shop.add(id);
  for (const [number, order] of Object.entries(stored))
    assert.equal(await shop.store(idOf(Number(number)), order), 204);
  return shop;
}

/** What the service says of a payment now. */
const says = (shop: Shop, number: number, record: FakeRecord): void =>
  void shop.service.records.set(idOf(number), { sentAt: NOW, ...record });

/** Lets the job verify everything once more. */
async function verified(shop: Shop, id = '1'): Promise<string> {
  shop.clock.sleep(DAY);
  const before = (await shop.order(id)).payments.map(({ checkedAt }) => checkedAt);
  const isDone = async (): Promise<boolean> =>
    (await shop.order(id)).payments.every(({ checkedAt }, at) => checkedAt !== before[at]);
  await runUntil([shop], isDone);
  return shop.standing(id);
}

const kindsOf = async (shop: Shop): Promise<string[]> => (await shop.ledger.attention()).map(({ kind }) => kind);

test('money that was reported as sent back pays no order when it is then reported as delivered', async () => {
  const shop = await opened({ 1: '1' });
  says(shop, 1, { status: 'refund' });
  assert.equal(await verified(shop), 'refunded refunded');
  // What stands between the two reports changes nothing.
  for (const record of [{}, { amount: '1' }, { more: { protocol: {} } }, { status: 'pending' }, {}]) {
    says(shop, 1, record);
    await verified(shop);
  }
  assert.equal(await shop.standing('1'), 'review conflicting');
  assert.deepEqual([await kindsOf(shop), shop.paid], [['conflicting'], []]);
  const [event] = await shop.ledger.attention();
  assert.match(event?.message ?? '', /reports a refund of this money, and also a delivery/u);
  assert.doesNotMatch(event?.advice ?? '', /^(?:Return|Deliver)/u);
  await shop.ledger.resolve(idOf(1), 'It is here. Shipped by hand.', { accepted: true });
  assert.equal(await shop.standing('1'), 'paid conflicting');
  assert.deepEqual(shop.paid, []);
});

test('a person can free the order of money that was sent back and delivered, and another payment pays it', async () => {
  const shop = await opened({ 1: '1' });
  says(shop, 1, { status: 'refund' });
  await verified(shop);
  says(shop, 1, {});
  assert.equal(await verified(shop), 'review conflicting');
  assert.equal(await shop.store(idOf(2), '1'), 409);
  await shop.ledger.resolve(idOf(1), 'It went back.');
  assert.equal(await shop.store(idOf(2), '1'), 204);
  says(shop, 2, { sentAt: shop.clock.now(), hash: idOf(8) });
  shop.clock.sleep(15_000);
  await shop.ledger.check('1');
  assert.equal(await shop.standing('1'), 'paid conflicting paid');
});

test('a refund and a delivery of one order by the same transaction of the payer need a person', async () => {
  for (const isOwn of [true, false])
    for (const isRefundFirst of [true, false]) {
      const shop = await opened({ 1: '1', 2: '1' });
      const records = [{ status: 'refund', originChainId: isOwn ? 8453 : 10 }, { isOwn }].map((each) => ({
        ...each,
        hash: HASH,
      }));
      for (const number of isRefundFirst ? [0, 1] : [1, 0]) {
        says(shop, number + 1, records[number]!);
        await shop.ledger.check('1');
      }
      const wanted = isRefundFirst ? 'review refunded conflicting' : 'paid conflicting paid';
      assert.equal(await shop.standing('1'), wanted, `${isOwn}`);
      assert.deepEqual(await kindsOf(shop), ['conflicting']);
      assert.deepEqual(shop.paid, isRefundFirst ? [] : ['1']);
    }
});

for (const kind of [postgres, sqlite])
  test(`${kind.name}: a transaction that one order got back does not pay another one`, async () => {
    const shop = await opened({ 1: '1', 2: '2' }, kind);
    says(shop, 1, { status: 'refund', hash: HASH, isOwn: true });
    await shop.ledger.check('1');
    says(shop, 2, { hash: HASH, isOwn: true });
    await shop.ledger.check('2');
    assert.equal(await shop.standing('1'), 'refunded refunded');
    assert.equal(await shop.standing('2'), 'review conflicting');
    assert.deepEqual([await kindsOf(shop), shop.paid], [['conflicting'], []]);
  });

test('a payment that was sent back does not hinder another payment of its order', async () => {
  const shop = await opened({ 1: '1' });
  says(shop, 1, { status: 'refund' });
  await verified(shop);
  assert.equal(await shop.store(idOf(2), '1'), 204);
  says(shop, 2, { sentAt: shop.clock.now() });
  shop.clock.sleep(15_000);
  assert.equal((await shop.ledger.check('1')).status, 'paid');
  assert.deepEqual(await kindsOf(shop), []);
});
