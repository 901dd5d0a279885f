/** Variations of findings about how often a page asks the service: other limits, more payments, and more tabs. */
import { expect } from 'chai';
import { MINUTE, SECOND } from '../../support/times.js';
import { World, type Tab } from '../../support/world.js';
import { awaiting } from '../deposits.js';
import { sent, shownId } from '../sent.js';

const FILL = `0x${'fe'.repeat(32)}`;
const STATUS = '/intents/status/v3';

type Case = readonly [row: string, title: string, run: () => Promise<void>];

/** The times of the requests to a path after a moment. */
const timesOf = (world: World, path: string, from = 0): number[] =>
  world.requestsTo(path).flatMap(({ at }) => (at > from ? [at] : []));

const limits: readonly Case[] = [
  ...(['5', '61', '0'] as const).map((retryAfter): Case => [
    'P-18',
    `requests no second quote within a Retry-After of ${retryAfter} seconds`,
    async () => {
      const world = new World();
      const tab = world.open();
      await tab.review();
      await world.clock.advance(3 * SECOND);
      world.service.outages.set('/quote/v2', { status: 429, retryAfter });
      await world.clock.advance(30 * SECOND);
      const [first, ...others] = timesOf(world, '/quote/v2', world.clock.now() - 30 * SECOND);
      for (let n = 0; n < 4; n += 1) await tab.do({ type: 'quote-aged' }, { type: 'woken' }, { type: 'quote-asked' });
      const until = (first ?? 0) + Number(retryAfter) * SECOND;
      expect(others.filter((at) => at < until)).to.deep.equal([]);
      expect(timesOf(world, '/quote/v2', world.clock.now() - 1).filter((at) => at < until)).to.deep.equal([]);
    },
  ]),
  [
    'P-20',
    'asks seldom for a payment by deposit address when the page is hidden from the start',
    async () => {
      const { world, tab } = await awaiting();
      world.service.statuses.set(shownId(tab), { status: 'pending' });
      tab.kill();
      const next = world.open({ useDepositAddress: true });
      await next.hide();
      const from = world.clock.now();
      await world.clock.advance(5 * MINUTE);
      expect(timesOf(world, STATUS, from).length).to.be.at.most(25);
    },
  ],
  [
    'P-20',
    'asks seldom for a payment whose hash was lost when the page is hidden from the start',
    async () => {
      const { world, tab } = await sent();
      world.service.statuses.set(shownId(tab), { status: 'waiting' });
      tab.kill();
      const next = world.open();
      await next.hide();
      const from = world.clock.now();
      await world.clock.advance(5 * MINUTE);
      expect(timesOf(world, STATUS, from).length).to.be.at.most(25);
    },
  ],
  [
    'P-20',
    'asks often again as soon as the page is shown',
    async () => {
      const { world, tab, say } = await sent();
      say('pending');
      tab.kill();
      const next = world.open();
      await next.hide();
      await world.clock.advance(MINUTE);
      await next.show();
      const from = world.clock.now();
      await world.clock.advance(MINUTE);
      expect(timesOf(world, STATUS, from).length).to.be.above(20);
    },
  ],

  ...([20, 40] as const).map((count): Case => [
    'P-21',
    `asks at most five questions about ${count} given-up payments at one press`,
    async () => {
      const { world, tab } = await givenUp(count);
      await tab.review();
      const from = world.clock.now();
      await tab.press();
      await world.clock.advance(SECOND);
      expect(timesOf(world, STATUS, from).length).to.be.at.most(10);
    },
  ]),
  [
    'P-21',
    'finds the delivered payment among twenty that were given up, before a prompt',
    async () => {
      const { world, tab } = await givenUp(20);
      world.service.statuses.set(world.service.requestIds[19]!, { status: 'success', txHashes: [FILL] });
      await tab.review();
      await tab.press();
      await world.clock.advance(15 * SECOND);
      expect(world.prompts.filter(({ isOpen }) => isOpen)).to.have.length(0);
    },
  ],
  ...([5, 30] as const).map((count): Case => [
    'P-50',
    `asks within the budget about ${count} given-up payments in two tabs`,
    async () => {
      const { world } = await givenUp(count);
      world.open();
      world.open();
      await world.clock.advance(MINUTE);
      const from = world.clock.now();
      await world.clock.advance(MINUTE);
      // Each of the three pages has a budget of twenty a minute, and six more for a page that was quiet.
      expect(timesOf(world, STATUS, from).length).to.be.at.most(3 * 26);
    },
  ]),
  [
    'P-50',
    'asks every second for the payment on the screen beside twenty that were given up',
    async () => {
      const { world, tab } = await givenUp(20);
      world.service.outcome = 'none';
      world.payer = 'approves';
      await tab.review();
      await tab.press();
      await world.clock.advance(10 * SECOND);
      if (tab.state.name === 'reviewing') await tab.press();
      await tab.reach('processing');
      const id = shownId(tab);
      const from = world.clock.now();
      await world.clock.advance(20 * SECOND);
      const own = world.requestsTo(STATUS).filter(({ at, query }) => at > from && query.includes(id));
      expect(own.length).to.be.at.least(15);
    },
  ],
];

/** The payer has given up this many payments of the order, of which the service knows nothing. */
async function givenUp(count: number): Promise<{ world: World; tab: Tab }> {
  const { world, tab, requestId } = await sent();
  await tab.do({ type: 'wallet-closed' });
  tab.kill();
  const [key, json] = world.journalItem();
  const [entry] = JSON.parse(json) as [{ id: string; payment: { requestId: string } }];
  const all = Array.from({ length: count }, (_, n) => {
    const id = n === 0 ? requestId : `0x${(n + 1).toString(16).padStart(64, 'a')}`;
    world.service.requestIds[n] = id;
    world.service.statuses.set(id, { status: 'waiting' });
    return {
      ...entry,
      id: `${entry.id}-${n}`,
      stage: 'abandoned',
      reset: 'abandoned',
      payment: { ...entry.payment, requestId: id },
    };
  });
  world.chain.drop(world.chain.transactions().at(-1)!.hash);
  world.storage.items.set(key, JSON.stringify(all));
  world.payer = 'waits';
  return { world, tab: world.open() };
}

describe('a variation of a limit of the service', () => {
  for (const [row, title, run] of limits) it(`${row} ${title}`, run);
});
