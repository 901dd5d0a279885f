import { expect } from 'chai';
import type { HistoryPage, HistoryQuery } from '../../src/payment/history.js';
import { people } from '../support/quotes.js';
import { sent, shownId } from './sent.js';
import { USDC, World, type Tab } from '../support/world.js';

const idOf = (number: number): string => `0x${String(number).padStart(64, '0')}`;
const record = (number: number, more: object = {}): Record<string, unknown> => ({
  id: idOf(number),
  status: 'success',
  recipient: people.recipient,
  createdAt: '2026-11-01T12:00:00.000Z',
  data: { inTxs: [{ chainId: 8453, hash: `0x${'a1'.repeat(32)}` }], outTxs: [] },
  ...more,
});
const idsIn = ({ payments }: HistoryPage): string[] => payments.map(({ requestId }) => requestId);
const asked = (world: World): number => world.asked('/requests/v2').length;

/** An order that was paid on this device. */
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

/** Of another order, with the wallet connected. */
async function connected(world: World): Promise<Tab> {
  const tab = world.open({ reference: 'now' });
  await tab.review();
  return tab;
}

const historyOf = async (tab: Tab, query?: HistoryQuery): Promise<HistoryPage> => tab.session.history(query);

describe('past payments', () => {
  it('are those of every order on this device, newest first, with how they came out', async () => {
    const world = new World();
    const first = await paid(world, 'one');
    world.service.fate = 'refund';
    const back = world.open({ reference: 'two' });
    await back.review();
    await back.press();
    await back.reach('refunded');
    const page = await historyOf(world.open({ reference: 'three' }));
    expect(page.payments.map(({ requestId, reference, status }) => [requestId, reference, status])).to.deep.equal([
      [shownId(back), 'two', 'refund'],
      [first, 'one', 'success'],
    ]);
    expect(page.payments[0]!.at).to.match(/^2026-11-21T\d\d:\d\d:\d\d\.\d{3}Z$/);
    expect(page.payments[0]!.submissions).to.have.length(1);
    expect(page).not.to.have.any.keys('continuation', 'problem');
    expect(asked(world), 'nobody is asked about somebody who is not connected').to.equal(0);
  });

  it('are none that the wallet was not asked to pay, and one that is under way by its last word', async () => {
    const one = await sent();
    one.say('pending');
    await one.world.clock.advance(2_000);
    const other = one.world.open({ reference: 'only allowed' });
    await other.review(USDC);
    await other.press();
    const { payments } = await historyOf(one.world.open({ reference: 'later' }));
    expect(payments.map(({ requestId, status }) => [requestId, status])).to.deep.equal([[one.requestId, 'pending']]);
  });

  it('are told as the service says now, where no page of their order is open', async () => {
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

  it('that came to nothing on the chain did not go through', async () => {
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

  it('go on with the service’s list of the connected account, each told once', async () => {
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

  it('come page by page: this device’s, then the service’s', async () => {
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

  it('of this device are shown where the service does not answer, which is said', async () => {
    const world = new World();
    const own = await paid(world, 'one');
    const tab = await connected(world);
    world.service.outages.set('/requests/v2', { status: 401, json: { message: 'a key', errorCode: 'UNAUTHORIZED' } });
    const page = await historyOf(tab);
    expect(idsIn(page)).to.deep.equal([own]);
    expect(page.problem).to.include({ code: 'service-refused', money: 'unknown' });
    world.storage.items.clear();
    const error = await historyOf(tab).catch((cause: unknown) => cause);
    expect(error).to.have.property('code', 'service-refused');
  });

  it('tell what there is of a record that says little', async () => {
    const world = new World();
    world.service.history.push({ id: idOf(1), status: 'pending' });
    const [payment] = (await historyOf(await connected(world))).payments;
    expect(payment).to.deep.include({ requestId: idOf(1), status: 'pending', at: '', submissions: [] });
    expect(payment!.quote.pays.amount).to.equal('');
  });

  it('of a query that cannot be are a config error that names the field', async () => {
    const tab = new World().open();
    for (const [query, attribute] of [
      [{ limit: 0 }, 'limit'],
      [{ limit: 51 }, 'limit'],
      [{ limit: 1.5 }, 'limit'],
      [{ continuation: 'later' }, 'continuation'],
      [{ continuation: '-1' }, 'continuation'],
    ] as const) {
      const error = await historyOf(tab, query).catch((cause: unknown) => cause);
      expect(error, JSON.stringify(query)).to.include({ code: 'config', attribute });
    }
  });

  it('read nothing of the page’s storage that is not a payment', async () => {
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
