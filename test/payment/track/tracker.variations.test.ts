/**
 * Variations of findings about a payment that may be out: another moment, another source that lies, or a liar more.
 * Each case says what the page shows in the end and how many deposits and paying prompts there are.
 */
import { expect } from 'chai';
import { people } from '../../support/quotes.js';
import { DAY, HOUR, MINUTE, SECOND } from '../../support/times.js';
import { ETH, PINNED, USDC, type World, type Tab } from '../../support/world.js';
import { asked } from '../lost-answer.js';
import { sent, shownId, type Sent } from '../sent.js';

const FILL = `0x${'fe'.repeat(32)}`;
const { payer, attacker } = people;

const isUnconfirmed = ({ state }: Tab): boolean =>
  state.name === 'processing' && (state.status === 'unknown' || state.problem?.code === 'unconfirmed');
const codeOf = ({ state }: Tab): string | undefined => ('problem' in state ? state.problem.code : undefined);
const moneyOf = ({ state }: Tab): string | undefined => ('problem' in state ? state.problem.money : undefined);
const resend = ({ world }: { world: World }, change: object = {}): string => {
  const { transaction } = world.prompts[0]!;
  return world.chain.send({ ...transaction, value: BigInt(transaction.value), ...change });
};
const payAgain = async (world: World, tab: Tab): Promise<void> => {
  world.payer = 'approves';
  world.mines = true;
  await tab.review();
  await tab.press();
  await world.clock.advance(10 * SECOND);
};

type Case = readonly [row: string, title: string, run: () => Promise<void>];

/** The service waits and the network drops the payment at this time. */
async function overdue(pay: typeof ETH = ETH, resume: 'auto' | 'ask' = 'auto'): Promise<Sent> {
  const given = await sent(pay, undefined, { resume });
  given.say('waiting');
  await given.tab.hide();
  given.world.chain.drop(given.hash);
  return given;
}

const overdues: readonly Case[] = [
  [
    'P-1',
    'asks about a dropped token deposit, whose approval was mined',
    async () => {
      const { world, tab, requestId } = await overdue(USDC);
      await world.clock.advance(31 * MINUTE);
      expect(tab.state).to.include({ name: 'processing', status: 'unknown' });
      await tab.do({ type: 'abandoned' });
      await payAgain(world, tab);
      await tab.reach('succeeded');
      expect([shownId(tab) === requestId, await world.deposits()]).to.deep.equal([false, 1]);
    },
  ],
  [
    'P-1',
    'asks when the service does not know the payment instead of waiting for it',
    async () => {
      const { world, tab } = await overdue();
      world.service.outages.set('/intents/status/v3', { status: 404, json: { message: 'Request not found' } });
      await world.clock.advance(31 * MINUTE);
      expect(isUnconfirmed(tab)).to.equal(true);
    },
  ],
  [
    'P-1',
    'asks nothing while node and service are silent, and asks as soon as they speak',
    async () => {
      const { world, tab } = await overdue();
      world.chain.fault = 'silent';
      world.service.outages.set('/intents/status/v3', 'silent');
      await world.clock.advance(20 * MINUTE);
      world.chain.fault = null;
      world.service.outages.clear();
      await world.clock.advance(20 * MINUTE);
      expect(isUnconfirmed(tab)).to.equal(true);
    },
  ],
  [
    'P-1',
    'tells the payment that lands after the next one was paid',
    async () => {
      const given = await overdue();
      const { world, tab, requestId } = given;
      await world.clock.advance(31 * MINUTE);
      await tab.do({ type: 'abandoned' });
      await payAgain(world, tab);
      await tab.reach('succeeded');
      resend(given, { nonce: world.chain.nextNonce(payer) });
      world.chain.mine();
      world.service.statuses.delete(requestId);
      await tab.show();
      await world.clock.advance(2 * HOUR);
      expect(world.facts()).to.include.members([`hub-sent ${requestId}`, `hub-success ${requestId}`]);
    },
  ],
  [
    'P-1',
    'lets no other account of the wallet hide the question',
    async () => {
      const { world, tab } = await overdue();
      world.wallet.accounts = [attacker];
      world.wallet.emit('accountsChanged', [attacker]);
      await world.clock.advance(31 * MINUTE);
      expect(isUnconfirmed(tab)).to.equal(true);
    },
  ],
];

/** The service says that the payment failed, and the page is open or closed. */
async function failed(): Promise<Sent> {
  const given = await sent();
  given.world.chain.mine();
  given.say('failure', { inTxHashes: [given.hash] });
  await given.tab.reach('failed');
  return given;
}

const failures: readonly Case[] = [
  [
    'P-3',
    'shows the delivery of a failed payment to a second tab that opens a week later',
    async () => {
      const { world, tab, say, hash } = await failed();
      tab.kill();
      world.clock.sleep(7 * DAY);
      say('success', { inTxHashes: [hash], txHashes: [FILL] });
      const next = world.open({ resume: 'ask' });
      await next.do({ type: 'opened' });
      await world.clock.advance(MINUTE);
      await next.do({ type: 'resume-asked' });
      await next.reach('succeeded');
    },
  ],
  [
    'P-3',
    'opens no prompt for an order that failed, was reset and was refunded, before one look',
    async () => {
      const { world, tab, say, hash } = await failed();
      await tab.do({ type: 'reset' });
      say('success', { inTxHashes: [hash], txHashes: [FILL] });
      await tab.review();
      await tab.press();
      await world.clock.advance(10 * SECOND);
      expect([world.promptsFor('pay'), tab.state.name]).to.deep.equal([1, 'succeeded']);
    },
  ],
  [
    'P-3',
    'asks before a second payment when the service is down at the look',
    async () => {
      const { world, tab } = await failed();
      await tab.do({ type: 'reset' });
      tab.kill();
      world.clock.sleep(2 * DAY);
      const next = world.open({ resume: 'off' });
      await next.review();
      world.service.outages.set('/intents/status/v3', 'unreachable');
      await next.press();
      await world.clock.advance(15 * SECOND);
      expect(world.promptsFor('pay')).to.equal(1);
    },
  ],
  [
    'P-3',
    'pays again after a failure that the service repeats, without a question',
    async () => {
      const { world, tab } = await failed();
      await tab.do({ type: 'reset' });
      await payAgain(world, tab);
      await tab.reach('succeeded');
      expect(world.promptsFor('pay')).to.equal(2);
    },
  ],

  [
    'P-12',
    'says that the money is unknown when the price of a second attempt cannot be loaded',
    async () => {
      const { world, tab } = await sent();
      await world.clock.advance(31 * MINUTE);
      await tab.do({ type: 'abandoned' }, { type: 'opened' });
      world.service.outages.set('/quote/v2', { status: 500 });
      await world.clock.until(() => tab.state.name === 'selecting' && tab.state.assets.length > 0);
      await tab.do({ type: 'asset-picked', ...ETH });
      await world.clock.advance(MINUTE);
      expect(moneyOf(tab)).to.not.equal('not-sent');
    },
  ],
  [
    'P-12',
    'says that the money is unknown when a second attempt is offline',
    async () => {
      const { world, tab } = await asked();
      await tab.do({ type: 'wallet-closed' }, { type: 'abandoned' });
      resend({ world });
      world.service.outages.set('/chains', 'unreachable');
      world.service.outages.set('/quote/v2', 'unreachable');
      await tab.do({ type: 'opened' });
      await world.clock.advance(MINUTE);
      expect(moneyOf(tab)).to.not.equal('not-sent');
    },
  ],
  [
    'P-12',
    'says that nothing was sent when the first attempt was declined and the second has no price',
    async () => {
      const { world, tab } = await asked();
      world.prompts[0]!.reject(4001);
      await tab.reach('reviewing');
      expect(moneyOf(tab)).to.equal('not-sent');
      expect(world.prompts).to.have.length(1);
    },
  ],
];

/** Another transaction takes the nonce of the payment. */
const replaced = async (to: string, prepare?: (world: World) => void, data = '0x'): Promise<Sent> => {
  const given = await sent(ETH, prepare, PINNED);
  given.say('waiting');
  await given.world.clock.advance(5 * SECOND);
  given.world.chain.send({ from: payer, to, data, value: 0n, nonce: 0 });
  given.world.chain.mine();
  await given.tab.hide();
  await given.world.clock.advance(35 * MINUTE);
  return given;
};

const nonces: readonly Case[] = [
  [
    'P-4',
    'concludes nothing from a cancellation that only the node has seen',
    async () => {
      const { tab } = await replaced(payer, ({ wallet }) => {
        wallet.always('eth_getTransactionByHash', new Error('unavailable'));
        wallet.always('eth_getTransactionReceipt', new Error('unavailable'));
      });
      expect(isUnconfirmed(tab)).to.equal(true);
    },
  ],
  [
    'P-4',
    'concludes nothing when the replaced payment was never seen by any node',
    async () => {
      const { tab } = await replaced(payer, ({ chain, wallet }) => {
        wallet.always('eth_getTransactionByHash', null);
        chain.override('eth_getTransactionByHash', () => null);
      });
      expect(isUnconfirmed(tab)).to.equal(true);
    },
  ],
  [
    'P-4',
    'says that another transaction replaced the payment when node and wallet show it',
    async () => {
      const { world, tab, say } = await sent(ETH, undefined, PINNED);
      say('waiting');
      await world.clock.advance(5 * SECOND);
      world.chain.send({ from: payer, to: attacker, value: 1n, nonce: 0 });
      world.chain.mine();
      await world.clock.advance(MINUTE);
      expect([tab.state.name, codeOf(tab)]).to.deep.equal(['reviewing', 'replaced']);
    },
  ],

  [
    'S-14',
    'keeps the outcome unknown when node and wallet contradict the mined success',
    async () => {
      const { world, tab, say, hash } = await sent();
      say('pending', { inTxHashes: [hash] });
      world.chain.falsify = (method, [id], result) =>
        method === 'eth_getTransactionReceipt' && id === hash && result ? { ...result, status: '0x0' } : result;
      world.chain.mine();
      await world.clock.advance(10 * MINUTE);
      expect(tab.state.name).to.equal('processing');
      expect(moneyOf(tab)).to.not.equal('not-sent');
    },
  ],
  [
    'S-14',
    'keeps the outcome unknown for tokens when only the node shows a revert',
    async () => {
      const { world, tab, say, hash } = await sent(USDC, undefined, PINNED);
      say('waiting');
      world.wallet.chainId = 1;
      world.chain.falsify = (method, [id], result) =>
        method === 'eth_getTransactionReceipt' && id === hash && result ? { ...result, status: '0x0' } : result;
      world.chain.mine();
      await tab.hide();
      await world.clock.advance(20 * MINUTE);
      expect(isUnconfirmed(tab)).to.equal(true);
    },
  ],
  [
    'S-14',
    'believes node and wallet when both show the revert of a token deposit',
    async () => {
      const given = await sent(USDC);
      given.say('waiting');
      const { transaction } = given.world.prompts[1]!;
      given.world.chain.send({ ...transaction, value: 0n, nonce: 1, reverts: true });
      given.world.chain.mine();
      await given.tab.reach('reviewing');
      expect(codeOf(given.tab)).to.equal('reverted');
    },
  ],

  [
    'W-9',
    'names the reverted deposit of tokens, and not its approval',
    async () => {
      const { world, tab } = await sent(USDC, undefined, PINNED);
      const { transaction } = world.prompts[1]!;
      const hash = world.chain.send({ ...transaction, value: 0n, nonce: 1, reverts: true });
      world.chain.mine();
      await tab.reach('reviewing');
      expect(tab.state).to.have.nested.property('problem.transaction.hash', hash);
    },
  ],
  [
    'W-9',
    'names the reverted transaction in the event for the page',
    async () => {
      const given = await sent(ETH, undefined, PINNED);
      const hash = resend(given, { nonce: 0, reverts: true });
      given.world.chain.mine();
      await given.tab.reach('reviewing');
      expect(JSON.stringify(given.tab.detail('hub-error'))).to.include(hash);
    },
  ],
  [
    'W-9',
    'names the transaction without a link when the merchant pins no registry',
    async () => {
      const given = await sent();
      const hash = resend(given, { nonce: 0, reverts: true });
      given.world.chain.mine();
      await given.tab.reach('reviewing');
      expect(given.tab.state)
        .to.have.nested.property('problem.transaction')
        .that.deep.equals({ chainId: 8453, hash, url: null });
    },
  ],
];

/** The wallet refuses with this code and sends the payment later. */
const refused = async (
  code: number | undefined,
  later: number,
): Promise<{ world: World; tab: Tab; requestId: string }> => {
  const given = await asked();
  given.world.prompts[0]!.reject(code);
  await given.world.clock.advance(2 * SECOND);
  if (later > 0) {
    // A closed checkout asks for no prices.
    await given.tab.do({ type: 'closed' });
    await given.world.clock.advance(later);
  }
  resend(given);
  return given;
};

const refusals: readonly Case[] = ([4001, 4100, -32000, undefined] as const)
  .map((code): Case => [
    'P-13',
    `opens no second prompt when the wallet fails with ${code ?? 'no code'} and has sent the payment`,
    async () => {
      const { world, tab } = await refused(code, 0);
      world.payer = 'approves';
      if (tab.state.name === 'reviewing') await tab.press();
      await world.clock.advance(20 * SECOND);
      world.chain.mine();
      await tab.reach('succeeded');
      expect([world.promptsFor('pay'), await world.deposits()]).to.deep.equal([1, 1]);
    },
  ])
  .concat([
    [
      'P-13',
      'opens no second prompt in another tab when the first tab was refused and paid',
      async () => {
        const { world, tab } = await refused(4001, 0);
        const other = world.open();
        await other.review();
        tab.kill();
        await other.press();
        await world.clock.advance(20 * SECOND);
        expect(world.promptsFor('pay')).to.equal(1);
      },
    ],
    [
      'P-13',
      'opens the next prompt at once after an honest refusal',
      async () => {
        const { world, tab } = await asked();
        world.prompts[0]!.reject(4001);
        await tab.reach('reviewing');
        await world.clock.advance(2 * SECOND);
        await payAgain(world, tab);
        await tab.reach('succeeded');
        expect([world.promptsFor('pay'), await world.deposits()]).to.deep.equal([2, 1]);
      },
    ],

    [
      'P-37',
      'tells a refused payment that arrives while the order is quoted for another amount',
      async () => {
        const { world, tab, requestId } = await refused(4001, MINUTE);
        tab.configure({ reference: 'order-8' });
        world.chain.mine();
        await world.clock.advance(HOUR);
        tab.kill();
        const next = world.open();
        await world.clock.advance(HOUR);
        expect(world.facts()).to.include(`hub-success ${requestId}`);
        expect(next.state.name).to.equal('succeeded');
      },
    ],
    [
      'P-37',
      'tells a refused payment that reaches a block after six hours',
      async () => {
        const { world, requestId } = await refused(4001, 6 * HOUR);
        world.chain.mine();
        await world.clock.advance(2 * HOUR);
        expect(world.facts()).to.include.members([`hub-sent ${requestId}`, `hub-success ${requestId}`]);
      },
    ],
    [
      'P-37',
      'tells a refused payment once when the service and the chain show it',
      async () => {
        const { world, requestId } = await refused(4001, MINUTE);
        world.chain.mine();
        world.service.statuses.set(requestId, { status: 'success', txHashes: [FILL] });
        world.open();
        await world.clock.advance(HOUR);
        expect(world.facts().filter((fact) => fact === `hub-success ${requestId}`)).to.have.length(1);
      },
    ],
  ]);

/** The service says something in words that are no reason, or names a failure too early. */
const words: readonly Case[] = [
  ...(['n/a', ' N/A ', 'NA', 'null', 'NONE'] as const).map((text): Case => [
    'W-1',
    `tells no failure and no reason when the reason of the refund is ${JSON.stringify(text)}`,
    async () => {
      const { world, tab, say, hash } = await sent();
      world.chain.mine();
      say('failure', { inTxHashes: [hash], failReason: text, refundFailReason: text });
      await world.clock.advance(MINUTE);
      expect(JSON.stringify(tab.state)).to.not.include(`"${text}"`);
      say('refund', { inTxHashes: [hash], txHashes: [FILL], refundFailReason: text });
      await tab.reach('refunded');
      expect(JSON.stringify(tab.state)).to.not.include(`"${text}"`);
    },
  ]),
  [
    'W-1',
    'keeps a true reason of the service in the details',
    async () => {
      const { world, tab, say, hash } = await sent();
      world.chain.mine();
      say('failure', { inTxHashes: [hash], failReason: 'TRANSACTION_REVERTED', refundFailReason: 'N/A' });
      await tab.reach('failed');
      expect(JSON.stringify(tab.state)).to.include('TRANSACTION_REVERTED');
      expect(world.promptsFor('pay')).to.equal(1);
    },
  ],
];

for (const [subject, cases] of Object.entries({
  'a payment that never lands': overdues,
  'a payment that failed': failures,
  'a nonce or a receipt': nonces,
  'a refusal': refusals,
  'a reason': words,
})) {
  describe(`a variation of ${subject}`, () => {
    for (const [row, title, run] of cases) it(`${row} ${title}`, run);
  });
}
