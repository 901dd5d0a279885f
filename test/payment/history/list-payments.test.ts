import { expect } from 'chai';
import type { HistoryPage, HistoryQuery } from '../../../src/payment/history/list-payments.js';
import type { StoredEntry } from '../../../src/payment/journal/stored-entry.js';
import { contracts, people } from '../../support/quotes.js';
import { idOf } from '../../support/samples.js';
import { awaiting } from '../deposits.js';
import { sent, shownId } from '../sent.js';
import { PINNED, USDC, World, type Tab } from '../../support/world.js';
import { SECOND, DAY } from '../../support/times.js';

const record = (number: number, more: object = {}): Record<string, unknown> => ({
  id: idOf(number),
  status: 'success',
  recipient: people.recipient,
  createdAt: '2026-11-01T12:00:00.000Z',
  data: { inTxs: [{ chainId: 8453, hash: `0x${'a1'.repeat(32)}` }], outTxs: [] },
  ...more,
});
const idsIn = ({ payments }: HistoryPage): string[] => payments.map(({ requestId }) => requestId);
const asked = (world: World): number =>
  world.requestsTo('/requests/v2').filter(({ query }) => query.includes('user=')).length;

/** Pays an order on this device and returns the request id of the payment. */
async function paid(world: World, reference: string): Promise<string> {
  const tab = world.open({ reference });
  await tab.review();
  await tab.press();
  await tab.reach('succeeded');
  const requestId = shownId(tab);
  await world.clock.advance(5_000);
  tab.close();
  return requestId;
}

/** Opens a page with another order and connects the wallet. */
async function connected(world: World): Promise<Tab> {
  const tab = world.open({ ...PINNED, reference: 'now' });
  await tab.review();
  return tab;
}

const historyOf = async (tab: Tab, query?: HistoryQuery): Promise<HistoryPage> => tab.session.history(query);

describe('list-payments', () => {
  it('lists the payments of every order on this device, newest first, with their outcomes', async () => {
    const world = new World();
    const first = await paid(world, 'one');
    world.service.outcome = 'refund';
    const back = world.open({ reference: 'two' });
    await back.review();
    await back.press();
    await back.reach('refunded');
    world.service.statuses.set(first, { status: 'success', inTxHashes: [idOf(1)] });
    const page = await historyOf(world.open({ reference: 'three' }));
    expect(page.payments.map(({ requestId, reference, status }) => [requestId, reference, status])).to.deep.equal([
      [shownId(back), 'two', 'refund'],
      [first, 'one', 'success'],
    ]);
    expect(page.payments[0]!.at).to.match(/^2026-11-21T\d\d:\d\d:\d\d\.\d{3}Z$/);
    expect(page.payments[0]!.submissions).to.have.length(1);
    expect(page).not.to.have.any.keys('continuation', 'problem');
    expect(page.deviceOnly).to.equal(true);
    expect(asked(world), 'no request for an account that is not connected').to.equal(0);
  });

  it('F-66 F-95 lists what was really paid, and that a second transaction was seen', async () => {
    const world = new World();
    world.payer = 'waits';
    const tab = world.open();
    await tab.review();
    await tab.press();
    const { transaction, answer } = world.prompts[0]!;
    const hash = world.chain.send({ ...transaction, value: 4_000_000_000_000_000n });
    const second = `0x${'d2'.repeat(32)}`;
    answer(hash);
    world.chain.mine();
    await tab.reach('processing');
    world.service.statuses.set(shownId(tab), { status: 'success', inTxHashes: [hash, second] });
    await tab.reach('succeeded');
    const inTxs = [hash, second].map((each) => ({ chainId: 8453, hash: each }));
    world.service.history.push(
      record(1, { data: { inTxs, outTxs: [] } }),
      record(2),
      record(3, { depositAddress: { address: people.recipient }, data: { inTxs, outTxs: [] } }),
    );
    const { payments } = await historyOf(tab);
    expect(payments[0]!.quote.pays.amountFormatted).to.equal('0.004');
    const twice = payments.filter(({ paidTwice }) => paidTwice).map(({ requestId }) => requestId);
    expect(twice).to.deep.equal([shownId(tab), idOf(1)]);
    expect(payments).to.have.length(4);
  });

  it('omits an order with only an approval, and lists a running payment with its last status', async () => {
    const one = await sent();
    one.say('pending');
    await one.world.clock.advance(2_000);
    const other = one.world.open({ reference: 'only allowed' });
    await other.review(USDC);
    await other.press();
    const { payments } = await historyOf(one.world.open({ reference: 'later' }));
    expect(payments.map(({ requestId, status }) => [requestId, status])).to.deep.equal([[one.requestId, 'pending']]);
  });

  it('lists the service’s current status when no page of the order is open, or the last one during an outage', async () => {
    const one = await sent();
    one.say('pending');
    await one.world.clock.advance(2_000);
    one.tab.close();
    one.say('refund');
    const later = one.world.open({ reference: 'later' });
    expect((await historyOf(later)).payments.map(({ status }) => status)).to.deep.equal(['refund']);
    one.world.service.outages.set('/intents/status/v3', 'unreachable');
    const page = historyOf(one.world.open({ reference: 'latest' }));
    await one.world.clock.advance(30_000);
    expect((await page).payments.map(({ status }) => status)).to.deep.equal(['pending']);
  });

  for (const status of ['failure', 'refund']) {
    it(`I13 lists a payment as waiting when its order ended in ${status} without a deposit`, async () => {
      const wallet = await sent();
      wallet.say(status, { inTxHashes: [] });
      const address = await awaiting();
      address.world.service.statuses.set(shownId(address.tab), { status, inTxHashes: [] });
      for (const { world, tab } of [wallet, address]) {
        await world.clock.advance(30 * SECOND);
        const { payments } = await historyOf(world.open({ reference: 'later' }));
        expect(payments.map((each) => each.status)).to.deep.equal(['waiting']);
        expect(tab.state.name).to.be.oneOf(['processing', 'awaiting-deposit']);
      }
    });

    it(`lists ${status} when only the service’s record names the deposit`, async () => {
      const { world, tab } = await awaiting();
      const id = shownId(tab);
      tab.close();
      world.service.statuses.set(id, { status });
      world.service.records.set(id, { id, status, data: { inTxs: [{ chainId: 8453, hash: idOf(1) }], outTxs: [] } });
      const { payments } = await historyOf(world.open({ reference: 'later' }));
      expect(payments.map((each) => each.status)).to.deep.equal([status]);
    });

    it(`lists the service’s payment as waiting when its order ended in ${status} without a deposit`, async () => {
      const world = new World();
      world.service.history.push(
        record(1, { status, data: { inTxs: [], outTxs: [{ chainId: 10, hash: '' }] } }),
        record(2, { status, data: { inTxs: [], outTxs: [{ chainId: 10, hash: idOf(2) }] } }),
        record(3, { status }),
        record(4, { status, data: undefined }),
      );
      const { payments } = await historyOf(await connected(world));
      expect(payments.map((each) => each.status)).to.deep.equal(['waiting', status, status, status]);
    });
  }

  it('lists a payment as failure when the chain reverted it and the order ended in refund without a deposit', async () => {
    const world = new World();
    world.payer = 'waits';
    world.mines = false;
    const tab = world.open();
    await tab.review();
    await tab.press();
    const requestId = shownId(tab);
    const { transaction, approve } = world.prompts[0]!;
    world.chain.drop(approve());
    world.chain.send({ ...transaction, value: BigInt(transaction.value), nonce: 0, reverts: true });
    world.chain.mine();
    await tab.reach('reviewing');
    tab.close();
    world.service.statuses.set(requestId, { status: 'refund', inTxHashes: [] });
    const { payments } = await historyOf(world.open({ reference: 'later' }));
    expect(payments.map(({ status }) => status)).to.deep.equal(['failure']);
  });

  it('lists a payment as failure when its transaction reverted', async () => {
    const world = new World();
    world.payer = 'waits';
    world.mines = false;
    const tab = world.open();
    await tab.review();
    await tab.press();
    const { transaction, approve } = world.prompts[0]!;
    world.chain.drop(approve());
    world.chain.send({ ...transaction, value: BigInt(transaction.value), nonce: 0, reverts: true });
    world.chain.mine();
    await tab.reach('reviewing');
    tab.close();
    const { payments } = await historyOf(world.open({ reference: 'later' }));
    expect(payments.map(({ status }) => status)).to.deep.equal(['failure']);
  });

  it('lists a payment as failure during an outage only on the page that has seen the transaction revert', async () => {
    const world = new World();
    world.payer = 'waits';
    world.mines = false;
    const tab = world.open();
    await tab.review();
    await tab.press();
    const { transaction, approve } = world.prompts[0]!;
    world.chain.drop(approve());
    world.chain.send({ ...transaction, value: BigInt(transaction.value), nonce: 0, reverts: true });
    world.chain.mine();
    await tab.reach('reviewing');
    world.service.outages.set('/intents/status/v3', 'unreachable');
    const pages = Promise.all([historyOf(tab), historyOf(world.open({ reference: 'later' }))]);
    await world.clock.advance(30_000);
    expect((await pages).map(({ payments }) => payments[0]?.status)).to.deep.equal(['failure', 'unknown']);
  });

  for (const status of ['success', 'refund', 'failure']) {
    it(`S-3 lists what the service says when a line of storage says ${status}, and otherwise that it is not known`, async () => {
      const { world, tab, say } = await sent();
      say('pending');
      tab.kill();
      const [key, text] = world.journalItem();
      const [entry] = JSON.parse(text) as [StoredEntry];
      world.storage.items.set(key, JSON.stringify([{ ...entry, stage: 'settled', status }]));
      const next = world.open({ reference: 'order-9' });
      expect((await historyOf(next)).payments.map((each) => each.status)).to.deep.equal(['pending']);
      world.service.outages.set('/intents/status/v3', 'unreachable');
      const page = historyOf(next);
      await world.clock.advance(30_000);
      expect((await page).payments.map((each) => each.status)).to.deep.equal(['unknown']);
    });
  }

  it('S-14 lists a payment as not known when a line of storage says that it failed and the service is down', async () => {
    const { world, tab } = await sent();
    tab.kill();
    const [key, text] = world.journalItem();
    const [entry] = JSON.parse(text) as [StoredEntry];
    world.storage.items.set(key, JSON.stringify([{ ...entry, stage: 'abandoned', problem: 'reverted' }]));
    world.service.outages.set('/intents/status/v3', 'unreachable');
    const page = historyOf(world.open({ reference: 'order-9' }));
    await world.clock.advance(30_000);
    expect((await page).payments.map(({ status }) => status)).to.deep.equal(['unknown']);
  });

  it('S-14 lists no failure of a sent payment when another script has stored it and the service waits', async () => {
    const { world, tab } = await sent();
    const [key, text] = world.journalItem();
    const [entry] = JSON.parse(text) as [StoredEntry];
    world.storage.items.set(key, JSON.stringify([{ ...entry, stage: 'abandoned', problem: 'reverted' }]));
    const { payments } = await historyOf(tab);
    expect(payments.map(({ status }) => status)).to.deep.equal(['waiting']);
  });

  it('lists a payment without a time when a line of storage names a time that no date has', async () => {
    const { world, tab, requestId } = await sent();
    tab.kill();
    const [key, text] = world.journalItem();
    const [entry] = JSON.parse(text) as [StoredEntry];
    for (const createdAt of [1e300, -8.64e15 - 1]) {
      world.storage.items.set(key, JSON.stringify([{ ...entry, createdAt }]));
      const { payments } = await historyOf(world.open({ reference: 'order-9' }));
      expect(payments.map((each) => [each.requestId, each.at])).to.deep.equal([[requestId, '']]);
    }
  });

  it('S-13 marks a listed refund as confirmed only on the page that has seen it on a chain', async () => {
    const { world, tab, say } = await sent(undefined, undefined, PINNED);
    world.chain.mine();
    const back = world.chain.send({ from: contracts.solver, to: people.payer, value: 8_000_000_000_000_000n });
    world.chain.mine();
    say('refund', { txHashes: [back] });
    await tab.reach('refunded');
    const [seen] = (await historyOf(tab)).payments;
    expect(seen).to.include({ status: 'refund', confirmed: true });
    const [told] = (await historyOf(world.open({ reference: 'order-9' }))).payments;
    expect(told).to.include({ status: 'refund' }).and.not.to.have.property('confirmed');
  });

  it('adds the connected account’s payments from the service and lists each payment once', async () => {
    const world = new World();
    const own = await paid(world, 'one');
    world.service.history.push(record(7), { ...record(8), id: own.toUpperCase().replace('0X', '0x') }, record(9));
    const page = await historyOf(await connected(world));
    expect(idsIn(page)).to.deep.equal([own, idOf(7), idOf(9)]);
    const theirs = page.payments[1]!;
    expect(theirs).to.include({ status: 'success', at: '2026-11-01T12:00:00.000Z', reference: null });
    expect(theirs.quote).to.include({ recipient: people.recipient });
    expect(theirs.submissions.map(({ url }) => url)).to.deep.equal([`https://scan.test/tx/0x${'a1'.repeat(32)}`]);
  });

  it('F-168 lists and follows a running payment of the account when the browser has deleted the page’s storage', async () => {
    const one = await sent();
    one.say('pending');
    await one.world.clock.advance(2_000);
    one.tab.kill();
    await one.world.clock.advance(7 * DAY);
    one.world.storage.items.clear();
    const inTxs = [{ chainId: 8453, hash: one.hash }];
    const known = record(1, { id: one.requestId, status: 'pending', data: { inTxs, outTxs: [] } });
    one.world.service.history.push(known);
    one.world.service.records.set(one.requestId, known);
    const later = await connected(one.world);
    const { payments } = await historyOf(later);
    expect(payments.map(({ requestId, status }) => [requestId, status])).to.deep.equal([[one.requestId, 'pending']]);
    const end = later.session.resume(one.requestId);
    one.say('success', { inTxHashes: [one.hash], txHashes: [idOf(9)] });
    await later.reach('succeeded');
    expect(await end).to.have.property('requestId', one.requestId);
    expect(one.world.prompts).to.have.length(1);
  });

  it('returns this device’s payments first, then the service’s, when read page by page', async () => {
    const world = new World();
    const own = [await paid(world, 'one'), await paid(world, 'two'), await paid(world, 'three')].reverse();
    for (let number = 1; number <= 5; number += 1) world.service.history.push(record(number));
    const tab = await connected(world);
    const pages: string[][] = [];
    let continuation: string | undefined;
    do {
      const page: HistoryPage = await historyOf(tab, { limit: 2, ...(continuation && { continuation }) });
      pages.push(idsIn(page));
      ({ continuation } = page);
    } while (continuation !== undefined && pages.length < 9);
    expect(pages).to.deep.equal([own.slice(0, 2), [own[2], idOf(1)], [idOf(2), idOf(3)], [idOf(4), idOf(5)]]);
  });

  it('lists this device’s payments with the problem when the service refuses, and rejects when there are none', async () => {
    const world = new World();
    const own = await paid(world, 'one');
    const tab = await connected(world);
    world.service.outages.set('/requests/v2', { status: 401, json: { message: 'a key', errorCode: 'UNAUTHORIZED' } });
    const page = await historyOf(tab);
    expect(idsIn(page)).to.deep.equal([own]);
    expect(page.problem).to.include({ code: 'service-refused', money: 'unknown' });
    expect(page).not.to.have.property('deviceOnly');
    world.storage.items.clear();
    const error = await historyOf(tab).catch((cause: unknown) => cause);
    expect(error).to.have.property('code', 'service-refused');
  });

  it('lists a payment with empty fields when the service’s record has only id and status', async () => {
    const world = new World();
    world.service.history.push({ id: idOf(1), status: 'pending' });
    const [payment] = (await historyOf(await connected(world))).payments;
    expect(payment).to.deep.include({ requestId: idOf(1), status: 'pending', at: '', submissions: [] });
    expect(payment!.quote.pays.amount).to.equal(null);
  });

  it('rejects with a config error that names the field when the query is invalid', async () => {
    const tab = new World().open();
    for (const [query, attribute] of [
      [{ limit: 0 }, 'limit'],
      [{ limit: 51 }, 'limit'],
      [{ limit: 1.5 }, 'limit'],
      [{ limit: '5' as never }, 'limit'],
      [{ limits: 5 } as never, 'limits'],
      [{ continuation: 5 as never }, 'continuation'],
      [{ continuation: 'later' }, 'continuation'],
      [{ continuation: '-1' }, 'continuation'],
    ] as const) {
      const error = await historyOf(tab, query).catch((cause: unknown) => cause);
      expect(error, JSON.stringify(query)).to.include({ code: 'config', attribute });
    }
  });

  it('ignores items in the page’s storage when they are not payments', async () => {
    const world = new World();
    const own = await paid(world, 'one');
    world.storage.items.set('hub-pay/1/0123456789abcdef', 'no list');
    world.storage.items.set(
      'hub-pay/1/fedcba9876543210',
      JSON.stringify([{ v: 1, payment: { requestId: own } }, null]),
    );
    world.storage.items.set('someone else’s', '[]');
    expect(idsIn(await historyOf(world.open()))).to.deep.equal([own]);
  });
});
