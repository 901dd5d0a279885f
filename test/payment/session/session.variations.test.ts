/**
 * Variations of findings about the session as a whole: tabs, orders one after another, deposit addresses beside a
 * wallet, and what a page without a wallet hears.
 */
import { expect } from 'chai';
import sinon from 'sinon';
import { settle } from '../../support/clock.js';
import { walletError } from '../../support/fake-evm-wallet.js';
import { amounts } from '../../support/quotes.js';
import { DAY, HOUR, MINUTE, SECOND } from '../../support/times.js';
import { addressOf } from '../../support/world-service.js';
import { ETH, OPTIONS, USDC, World, type Tab } from '../../support/world.js';
import { awaiting, GETH, REFUND_TO, send } from '../deposits.js';
import { asked, promptedTwice } from '../lost-answer.js';
import { sent, shownId } from '../sent.js';
import { pollsOf, twoTabs } from '../two-tabs.js';
import { watched } from './watched.js';

const FILL = `0x${'fe'.repeat(32)}`;

type Case = readonly [row: string, title: string, run: () => Promise<void>];

const codeOf = ({ state }: Tab): string | undefined => ('problem' in state ? state.problem.code : undefined);
const moneyOf = ({ state }: Tab): string | undefined => ('problem' in state ? state.problem.money : undefined);

async function paid(tab: Tab): Promise<void> {
  await tab.review();
  await tab.press();
  await tab.reach('succeeded');
}

/** A payment that may be out, of which a page with another value of `resume` hears nothing. */
const beforehand: Readonly<Record<string, () => Promise<{ world: World; tab: Tab; first: string }>>> = {
  async 'an earlier prompt'() {
    const { world, tab, requestId } = await asked();
    await tab.do({ type: 'wallet-closed' }, { type: 'abandoned' });
    return { world, tab, first: requestId };
  },
  async 'a deposit address'() {
    const { world, tab } = await awaiting();
    return { world, tab, first: shownId(tab) };
  },
};

const unheard = Object.entries(beforehand).flatMap(([what, give]) =>
  (['off', 'ask'] as const).map((resume): Case => [
    'P-5',
    `says that the order is paid when ${what} is delivered during a prompt of a page with resume ${resume}`,
    async () => {
      const { world, tab, first } = await give();
      world.service.statuses.set(first, { status: 'waiting' });
      tab.kill();
      world.payer = 'waits';
      const next = world.open({ resume });
      await next.review();
      const before = world.prompts.length;
      // The screen asks before another payment of the order.
      for (let n = 0; n < 2 && world.prompts.length === before; n += 1) {
        await next.press();
        await world.clock.advance(7 * SECOND);
      }
      expect(world.prompts).to.have.length(before + 1);
      const hash = send(world, addressOf(first), amounts.eth);
      world.service.statuses.set(first, { status: 'success', inTxHashes: [hash], txHashes: [FILL] });
      await world.clock.advance(MINUTE);
      expect([next.state.name, codeOf(next), moneyOf(next)]).to.deep.equal([
        'authorizing',
        'already-paid',
        'delivered',
      ]);
      world.prompts.at(-1)!.reject(4001);
      await next.reach('succeeded');
      expect(shownId(next)).to.equal(first);
    },
  ]),
);

const tabs: readonly Case[] = [
  ...unheard,
  [
    'P-5',
    'says that the order is paid when the first payment is delivered during the approval for the second',
    async () => {
      const { world, tab, first } = await promptedTwice(USDC);
      world.service.statuses.set(first, { status: 'success', inTxHashes: [`0x${'ab'.repeat(32)}`] });
      await world.clock.advance(20 * SECOND);
      expect([codeOf(tab), moneyOf(tab)]).to.deep.equal(['already-paid', 'delivered']);
      world.prompts[1]!.approve();
      await world.clock.advance(20 * SECOND);
      expect(world.promptsFor('pay')).to.equal(1);
    },
  ],
  [
    'P-5',
    'shows the first payment when only the chain has seen it at the second prompt, which is declined',
    async () => {
      const { world, tab, first } = await promptedTwice();
      world.service.statuses.delete(first);
      world.prompts[0]!.approve();
      await world.clock.advance(20 * SECOND);
      world.prompts[1]!.reject(4001);
      await tab.reach('succeeded');
      expect([shownId(tab), await world.deposits()]).to.deep.equal([first, 1]);
    },
  ],
  [
    'P-5',
    'tells both payments when both prompts are approved',
    async () => {
      const { world, tab, first } = await promptedTwice();
      world.service.statuses.delete(first);
      world.prompts[1]!.approve();
      world.prompts[0]!.approve();
      await tab.reach('succeeded');
      await world.clock.advance(10 * MINUTE);
      expect(world.facts().filter((fact) => fact.startsWith('hub-sent'))).to.have.length(2);
      expect(JSON.stringify(tab.state)).to.include('otherPayment');
    },
  ],

  [
    'P-6',
    'shows no refund that nobody has checked while the first tab is frozen, and shows it then',
    async () => {
      const { world, one, two } = await twoTabs();
      const first = one.freeze();
      world.service.statuses.set(shownId(one), { status: 'refund', txHashes: [FILL] });
      await world.clock.advance(MINUTE);
      expect(two.state.name).to.equal('processing');
      expect(world.facts().filter((fact) => fact.startsWith('hub-refund'))).to.deep.equal([]);
      first.thaw();
      await two.reach('refunded');
    },
  ],
  [
    'P-6',
    'goes on in the second tab when the first tab ends without a word',
    async () => {
      const { world, one, two } = await twoTabs();
      one.kill();
      world.service.outcome = 'success';
      await two.reach('succeeded');
      expect(world.facts().filter((fact) => fact.startsWith('hub-success'))).to.have.length(1);
    },
  ],
  [
    'P-6',
    'shows the delivery in a third tab that opens while both others are frozen',
    async () => {
      const { world, one, two } = await twoTabs();
      one.freeze();
      two.freeze();
      world.service.statuses.set(shownId(one), { status: 'success', txHashes: [FILL] });
      const three = world.open();
      await three.reach('succeeded');
    },
  ],
  [
    'P-6',
    'polls from one tab of three while all are alive',
    async () => {
      const { world } = await twoTabs();
      world.open();
      await world.clock.advance(20 * SECOND);
      const before = [1, 2].map((tab) => pollsOf(world, tab));
      await world.clock.advance(MINUTE);
      expect([1, 2].map((tab) => pollsOf(world, tab))).to.deep.equal(before);
    },
  ],
];

const orders: readonly Case[] = [
  [
    'P-9',
    'starts the third order when two were set during the first',
    async () => {
      sinon.stub(console, 'warn');
      const world = new World();
      const tab = world.open();
      await tab.review();
      await tab.press();
      for (const reference of ['order-8', 'order-9']) tab.session.configure({ ...OPTIONS, reference });
      await tab.reach('succeeded');
      await world.clock.advance(5 * SECOND);
      await tab.do({ type: 'closed' });
      await paid(tab);
      expect(tab.detail('hub-success')).to.include({ reference: 'order-9' });
    },
  ],
  [
    'P-9',
    'tells the refund of the first order with its own reference',
    async () => {
      sinon.stub(console, 'warn');
      const { world, tab, say } = await sent();
      world.chain.mine();
      tab.session.configure({ ...OPTIONS, reference: 'order-8' });
      say('refund', { txHashes: [FILL] });
      await world.clock.until(() => world.factNames().includes('hub-refund'));
      expect(tab.detail('hub-refund')).to.include({ reference: 'order-7' });
    },
  ],
  [
    'P-9',
    'starts the next order when the first one failed and is reset',
    async () => {
      sinon.stub(console, 'warn');
      const { world, tab, say, hash } = await sent();
      world.chain.mine();
      tab.session.configure({ ...OPTIONS, reference: 'order-8' });
      say('failure', { inTxHashes: [hash] });
      await tab.reach('failed');
      world.payer = 'approves';
      world.mines = true;
      await tab.do({ type: 'reset' });
      await paid(tab);
      expect(tab.detail('hub-success')).to.include({ reference: 'order-8' });
    },
  ],

  ...(['off', 'ask', 'auto'] as const).map((resume): Case => [
    'P-16',
    `hides the deposit address when an earlier payment is delivered on a page with resume ${resume}`,
    async () => {
      const { world, tab, requestId } = await asked();
      world.service.statuses.set(requestId, { status: 'waiting' });
      await tab.do({ type: 'wallet-closed' }, { type: 'abandoned' });
      tab.kill();
      const next = world.open({ resume, useDepositAddress: true });
      await next.do({ type: 'opened' });
      await world.clock.advance(2 * SECOND);
      await next.do({ type: 'wallet-dropped' }, { type: 'deposit-address-picked' });
      await world.clock.until(() => next.state.name === 'selecting' && next.state.assets.length > 0);
      await next.do({ type: 'refund-to-typed', refundTo: REFUND_TO }, GETH, { type: 'quote-asked' });
      await next.reach('awaiting-deposit');
      world.service.statuses.set(requestId, { status: 'success', inTxHashes: [FILL], txHashes: [FILL] });
      await next.reach('succeeded');
      expect(shownId(next)).to.equal(requestId);
    },
  ]),
  [
    'P-16',
    'asks before a wallet pays with tokens beside a shown address',
    async () => {
      const { world, tab } = await awaiting();
      tab.kill();
      const next = world.open({ useDepositAddress: true, resume: 'off' });
      world.payer = 'waits';
      await next.review(USDC);
      await next.press();
      await world.clock.advance(7 * SECOND);
      expect([world.prompts.length, moneyOf(next)]).to.deep.equal([0, 'unknown']);
    },
  ],
  [
    'P-16',
    'shows a deposit as the payment when it arrives after the payer went back',
    async () => {
      const { world, tab, address } = await awaiting();
      const id = shownId(tab);
      await tab.do({ type: 'back' });
      const hash = send(world, address, amounts.eth);
      world.service.statuses.set(id, { status: 'pending', inTxHashes: [hash] });
      await world.clock.advance(5 * MINUTE);
      expect([tab.state.name, shownId(tab)]).to.deep.equal(['processing', id]);
    },
  ],
  [
    'P-16',
    'shows both payments when the transfer arrives during the prompt of the wallet',
    async () => {
      const { world, tab } = await awaiting();
      const id = shownId(tab);
      await tab.do({ type: 'back' });
      world.payer = 'waits';
      await tab.review();
      await tab.press();
      const hash = send(world, addressOf(id), amounts.eth);
      world.service.statuses.set(id, { status: 'success', inTxHashes: [hash], txHashes: [FILL] });
      await world.clock.advance(MINUTE);
      if (world.prompts[0]?.isOpen) {
        expect(codeOf(tab)).to.equal('already-paid');
        world.prompts[0].reject(4001);
      }
      await tab.reach('succeeded');
      expect(shownId(tab)).to.equal(id);
    },
  ],
];

const refusals: readonly Case[] = [
  ...(['assets', 'quote'] as const).map((ask): Case => [
    'W-10',
    `${ask} settles when the only wallet is removed from the page`,
    async () => {
      const world = new World();
      const { session } = world.open({ wallets: [] });
      const call = watched<unknown>(ask === 'assets' ? session.assets() : session.quote(USDC));
      await world.clock.advance(30 * SECOND);
      expect(call.error).to.include({ code: 'wallet-not-found', money: 'not-sent' });
    },
  ]),
  [
    'W-10',
    'assets settles when the wallet’s prompt stays open for ever',
    async () => {
      const world = new World();
      world.wallet.always('eth_requestAccounts', () => new Promise(() => undefined));
      const { session } = world.open();
      watched(session.connect());
      const call = watched<unknown>(session.assets());
      await world.clock.advance(HOUR);
      session.destroy();
      await settle();
      expect(call.error).to.have.property('code');
    },
  ],

  [
    'W-11',
    'names the request of a refused price in the details',
    async () => {
      const world = new World();
      const tab = world.open();
      await tab.do({ type: 'opened' }, { type: 'wallet-picked', wallet: 'one.test' });
      await world.clock.advance(10 * SECOND);
      const json = { message: 'No route', errorCode: 'NO_SWAP_ROUTES_FOUND', requestId: FILL };
      world.service.outages.set('/quote/v2', { status: 400, json });
      await tab.do({ type: 'asset-picked', ...ETH });
      await world.clock.advance(5 * SECOND);
      expect(JSON.stringify(tab.state)).to.include(FILL);
    },
  ],
  [
    'W-11',
    'names the chain of the wallet when it refuses to switch',
    async () => {
      const world = new World();
      world.payer = 'waits';
      world.wallet.chainId = 1;
      world.wallet.always('wallet_switchEthereumChain', walletError(4001, 'No'));
      const tab = world.open();
      await tab.review();
      await tab.press();
      await world.clock.advance(5 * SECOND);
      expect(JSON.stringify(tab.state)).to.match(/wrong-network|wallet-rejected/);
      expect(world.prompts).to.have.length(0);
    },
  ],
  [
    'W-11',
    'names no text of the service as a request',
    async () => {
      const world = new World();
      const tab = world.open();
      await tab.do({ type: 'opened' }, { type: 'wallet-picked', wallet: 'one.test' });
      await world.clock.advance(10 * SECOND);
      const json = { message: 'No', errorCode: 'UNKNOWN_ERROR', requestId: '<b>call us</b>' };
      world.service.outages.set('/quote/v2', { status: 400, json });
      await tab.do({ type: 'asset-picked', ...ETH });
      await world.clock.advance(5 * SECOND);
      expect(JSON.stringify(tab.state)).to.not.include('call us');
    },
  ],

  [
    'W-12',
    'posts each hash once when the payer speeds the payment up twice',
    async () => {
      const { world, tab, say } = await sent(ETH, undefined, { referrer: 'shop.test' });
      say('waiting');
      await world.clock.advance(5 * SECOND);
      for (let n = 0; n < 2; n += 1) {
        const { transaction } = world.prompts[0]!;
        world.chain.send({ ...transaction, value: BigInt(transaction.value), nonce: 0 });
        await world.clock.advance(10 * SECOND);
      }
      world.chain.mine();
      await world.clock.advance(MINUTE);
      const posts = world.requestsTo('/transactions/index').length;
      expect(posts).to.be.within(2, 3);
      expect(tab.state.name).to.equal('processing');
    },
  ],
  [
    'W-12',
    'posts the hash once when two tabs watch the payment',
    async () => {
      const { world, say } = await sent();
      say('waiting');
      world.open();
      world.chain.mine();
      await world.clock.advance(5 * MINUTE);
      expect(world.requestsTo('/transactions/index')).to.have.length(1);
    },
  ],
  [
    'W-12',
    'posts the hash again in no later page',
    async () => {
      const { world, tab, say } = await sent();
      say('waiting');
      world.chain.mine();
      await world.clock.advance(MINUTE);
      tab.kill();
      world.clock.sleep(DAY);
      const before = world.requestsTo('/transactions/index').length;
      world.open();
      await world.clock.advance(5 * MINUTE);
      expect(world.requestsTo('/transactions/index').length - before).to.be.at.most(1);
    },
  ],
];

for (const [subject, cases] of Object.entries({
  'two tabs or two payments': tabs,
  'orders one after another': orders,
  'a refusal that is told': refusals,
})) {
  describe(`a variation of ${subject}`, () => {
    afterEach(() => sinon.restore());
    for (const [row, title, run] of cases) it(`${row} ${title}`, run);
  });
}
