/** Tests how many questions a page asks about the payments that are not on its screen. */
import { expect } from 'chai';
import type { StoredEntry } from '../../../src/payment/journal/stored-entry.js';
import { journalKey } from '../../../src/payment/journal/keys.js';
import { settle } from '../../support/clock.js';
import { MINUTE, SECOND } from '../../support/times.js';
import { OPTIONS, type Tab, type World } from '../../support/world.js';
import { abandoned, type Lost } from '../lost-answer.js';
import { sent } from '../sent.js';

const STATUS = '/intents/status/v3';
const idOf = (number: number): string => `0x${String(number).padStart(2, '0').repeat(32)}`;

/** Stores copies of the payment, given up and the newest first, and ends the page. Returns the ids of the copies. */
async function givenUp(count: number, lost?: Pick<Lost, 'world' | 'tab'>): Promise<{ world: World; ids: string[] }> {
  const { world, tab } = lost ?? (await abandoned());
  tab.close();
  const [key, text] = world.journalItem();
  const [first] = JSON.parse(text) as [StoredEntry];
  const copies = Array.from({ length: count }, (_, at) => ({
    ...first,
    id: `copy-${at}`,
    stage: 'abandoned',
    payment: { ...first.payment, requestId: idOf(at + 1) },
    createdAt: first.createdAt - at,
  }));
  world.storage.items.set(key, JSON.stringify(copies));
  // The transaction of the payment belongs to a payment of another order, so no copy finds it as its own.
  const other = key.replace(/.$/u, (last) => (last === '0' ? '1' : '0'));
  if (lost) world.storage.items.set(other, JSON.stringify([{ ...first, stage: 'settled', order: ['another'] }]));
  const ids = copies.map(({ payment }) => payment.requestId);
  for (const id of ids) world.service.statuses.set(id, { status: 'waiting' });
  return { world, ids };
}

/** Returns how often the page asked the service and the node since the last call, and for how many statuses. */
function counter(world: World): () => { all: number; status: number } {
  const now = (): { all: number; status: number } => {
    const status = world.requestsTo(STATUS).length;
    return { status, all: status + world.requestsTo('/requests/v2').length + world.chain.methods.length };
  };
  let before = now();
  return () => {
    const [last, next] = [before, now()];
    before = next;
    return { all: next.all - last.all, status: next.status - last.status };
  };
}

/** The request ids about which the page asked the service, in order. */
const asked = (world: World, from = 0): string[] =>
  world
    .requestsTo(STATUS)
    .slice(from)
    .map(({ query }) => query.slice(-66));

describe('questions about payments that are not on the screen', () => {
  it('P-50 are few in the first second and in each minute with fifteen given-up payments, the newest first', async () => {
    const { world, ids } = await givenUp(15);
    const count = counter(world);
    const before = world.requestsTo(STATUS).length;
    world.open();
    await world.clock.advance(SECOND);
    const first = count();
    expect(first.all).to.be.within(1, 8);
    expect(asked(world, before)).to.deep.equal(ids.slice(0, first.status));
    for (let minute = 1; minute <= 6; minute += 1) {
      await world.clock.advance(MINUTE);
      expect(count().all, `minute ${minute}`).to.be.within(10, 30);
    }
    expect(new Set(asked(world, before)), 'nobody waits for ever').to.have.property('size', 15);
  });

  it('P-50 are as frequent as before with a single given-up payment', async () => {
    const { world } = await givenUp(1);
    const count = counter(world);
    world.open();
    await world.clock.advance(SECOND);
    expect(count().status).to.equal(1);
    await world.clock.advance(MINUTE);
    expect(count().status).to.equal(4);
  });

  it('P-50 are few when fifteen given-up payments have transactions that no block contains', async () => {
    const given = await sent();
    given.world.chain.drop(given.hash);
    const { world } = await givenUp(15, given);
    const count = counter(world);
    world.open();
    await world.clock.advance(SECOND);
    expect(count().all).to.be.within(1, 12);
    for (let minute = 1; minute <= 3; minute += 1) {
      await world.clock.advance(MINUTE);
      expect(count().all, `minute ${minute}`).to.be.within(10, 40);
    }
  });

  it('P-50 are few when the payments were given up more than a week ago', async () => {
    const { world, ids } = await givenUp(15);
    const count = counter(world);
    await world.clock.advance(0);
    world.clock.sleep(8 * 24 * 60 * MINUTE);
    const before = world.requestsTo(STATUS).length;
    world.open();
    await world.clock.advance(SECOND);
    expect(count().all).to.be.within(1, 8);
    await world.clock.advance(5 * MINUTE);
    expect(asked(world, before), 'each once').to.have.members(ids);
  });

  it('P-50 share one budget with all elements of the page', async () => {
    const { world } = await givenUp(15);
    const [, text] = world.journalItem();
    const other = { reference: 'order-8' };
    // Other ids, because one id cannot pay two orders.
    const renamed = text.replaceAll('copy-', 'other-').replaceAll(/"0x(\d\d)\1{31}"/gu, '"0xa$1$1"');
    world.storage.items.set(journalKey({ ...OPTIONS, ...other }), renamed);
    const sent: typeof fetch = () => new Promise(() => undefined);
    const count = counter(world);
    for (const options of [{}, other]) world.open(options, { sender: () => sent });
    await world.clock.advance(SECOND);
    expect(count().all).to.be.within(1, 8);
  });

  it('P-50 do not delay the payment on the screen, however many wait', async () => {
    const current = await sent();
    const { world } = current;
    current.say('pending');
    const [key, text] = world.journalItem();
    const [first] = JSON.parse(text) as [StoredEntry];
    const old = Array.from({ length: 40 }, (_, at) => ({
      ...first,
      id: `old-${at}`,
      stage: 'abandoned',
      payment: { ...first.payment, requestId: idOf(at + 1), payingHash: undefined, submissions: [] },
      createdAt: first.createdAt - at - 1,
    }));
    current.tab.kill();
    world.storage.items.set(key, JSON.stringify([first, ...old]));
    for (const { payment } of old) world.service.statuses.set(payment.requestId, { status: 'waiting' });
    const before = world.requestsTo(STATUS).length;
    const tab: Tab = world.open();
    await tab.reach('processing');
    await world.clock.advance(10 * SECOND);
    const own = asked(world, before).filter((id) => id === current.requestId);
    expect(own.length).to.be.at.least(9);
    current.say('success');
    await world.clock.advance(2 * SECOND);
    expect(tab.state.name).to.equal('succeeded');
  });

  it('P-50 N8 stay within the budget when the payer comes back to the page again and again', async () => {
    const { world } = await givenUp(15);
    const tab = world.open();
    await world.clock.advance(MINUTE);
    const count = counter(world);
    for (let time = 0; time < 20; time += 1) {
      await tab.do({ type: 'woken' });
      await world.clock.advance(SECOND);
    }
    expect(count().all).to.be.at.most(16);
  });

  it('P-50 are asked at once about a payment that comes to the screen', async () => {
    const { world, ids } = await givenUp(15);
    const tab = world.open();
    await world.clock.advance(2 * SECOND);
    const last = ids.at(-1)!;
    world.service.statuses.set(last, { status: 'pending' });
    const before = world.requestsTo(STATUS).length;
    void tab.session.resume(last).catch(() => undefined);
    await world.clock.advance(3 * SECOND);
    expect(asked(world, before).filter((id) => id === last)).to.not.be.empty;
  });

  it('P-50 find a given-up payment that was delivered, also the oldest of fifteen', async () => {
    const { world, ids } = await givenUp(15);
    world.service.statuses.set(ids.at(-1)!, { status: 'success', txHashes: [idOf(77)], inTxHashes: [idOf(78)] });
    const tab = world.open();
    await world.clock.until(() => tab.emitted.includes('hub-success'), 10 * MINUTE);
    expect(tab.detail('hub-success')).to.include({ requestId: ids.at(-1) });
  });

  it('P-50 I24 leave no timer when the session ends while they wait', async () => {
    const { world } = await givenUp(15);
    const tab = world.open();
    await world.clock.advance(SECOND);
    expect(world.clock.pending).to.be.greaterThan(0);
    tab.close();
    await settle();
    expect(world.clock.pending).to.equal(0);
  });
});
