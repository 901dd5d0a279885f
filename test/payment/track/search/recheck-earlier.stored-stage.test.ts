/**
 * Tests that a stored stage is never believed downwards. Another script rewrites a payment in the storage so that it
 * looks unpaid or ended, and the payer pays the order again. No second prompt opens before a look at chain and service.
 */
import { expect } from 'chai';
import type { StoredEntry } from '../../../../src/payment/journal/stored-entry.js';
import { isPaymentKey } from '../../../../src/payment/journal/stored-money.js';
import type { SessionOptions } from '../../../../src/payment/session/session.js';
import { people } from '../../../support/quotes.js';
import { DAY, SECOND } from '../../../support/times.js';
import { ETH, USDC, World, type Tab } from '../../../support/world.js';
import { abandoned, asked } from '../../lost-answer.js';
import { awaiting, send } from '../../deposits.js';
import { signed } from '../../permit-world.js';
import { sent, shownId } from '../../sent.js';

type Given = { world: World; tab: Tab; requestId: string; pay?: typeof ETH | typeof USDC; options?: object };

/** Payments whose money is out, or may be out, when the page is closed. */
const payments: Record<string, () => Promise<Given>> = {
  async 'is pending on the chain and unknown to the service'() {
    const given = await sent();
    given.say('waiting');
    return given;
  },
  async 'is seen by the service, and hidden by the nodes'() {
    const given = await sent();
    given.world.chain.hide(given.hash);
    given.say('pending', { inTxHashes: [given.hash] });
    return given;
  },
  async 'was prompted, and was sent without an answer'() {
    const given = await asked();
    given.send();
    given.world.chain.mine();
    return given;
  },
  async 'was given up, and is sent later'() {
    const given = await abandoned();
    given.send();
    given.world.chain.mine();
    return given;
  },
  async 'has failed, and is delivered later'() {
    const given = await sent();
    given.world.chain.mine();
    given.say('failure', { inTxHashes: [given.hash] });
    await given.tab.reach('failed');
    given.say('success', { inTxHashes: [given.hash] });
    return given;
  },
  async 'was told as refunded, and is on its way again'() {
    const given = await sent();
    given.world.chain.mine();
    given.say('refund', { inTxHashes: [given.hash], txHashes: [`0x${'fe'.repeat(32)}`] });
    await given.tab.reach('refunded');
    given.say('pending', { inTxHashes: [given.hash] });
    return given;
  },
  async 'went to a deposit address'() {
    const { world, tab, address } = await awaiting();
    const requestId = shownId(tab);
    send(world, address, 8_360_000_000_000_000n);
    return { world, tab, requestId };
  },
  async 'was signed, and its signature is not used yet'() {
    const { world, tab, requestId } = await signed();
    world.service.statuses.set(requestId, { status: 'waiting' });
    return { world, tab, requestId, pay: USDC, options: { usePermit: true } };
  },
};

type Change = (entry: StoredEntry) => object;

const refusal = { problem: 'wallet-rejected' };
const approval = { id: 'approve', kind: 'transaction', index: 0, count: 2 };

/** What another script makes of the payment. Each change also keeps what the page needs to find the payment. */
const changes: Record<string, Change> = {
  prepared: () => ({ stage: 'prepared' }),
  'prepared without a request to the wallet': () => ({ stage: 'prepared', prompt: null }),
  'prepared with a request for an approval': ({ prompt }) => ({
    stage: 'prepared',
    prompt: prompt && { ...prompt, step: approval },
  }),
  cancelled: () => ({ stage: 'cancelled', ...refusal }),
  'cancelled long ago': ({ createdAt }) => ({
    stage: 'cancelled',
    ...refusal,
    createdAt: createdAt - 9 * DAY,
    updatedAt: createdAt - 8 * DAY,
  }),
  'given up after a revert': () => ({ stage: 'abandoned', problem: 'reverted', status: 'waiting' }),
  'given up and released': () => ({ stage: 'abandoned', reset: 'abandoned', status: 'waiting' }),
  'settled and released': () => ({ stage: 'settled', status: 'success', reset: 'settled', unconfirmed: undefined }),
  'refunded and released': () => ({ stage: 'settled', status: 'refund', reset: 'settled', unconfirmed: undefined }),
  'failed and released': () => ({ stage: 'failed', status: 'failure', reset: 'failed' }),
};

/** Rewrites the payment in the storage, as a script of the page's origin can. */
function rewrite({ storage }: World, requestId: string, change: Change): void {
  for (const [key, text] of storage.items) {
    if (!isPaymentKey(key)) continue;
    const list = JSON.parse(text) as StoredEntry[];
    const changed = list.map((entry) =>
      entry.payment.requestId === requestId ? { ...entry, ...change(entry) } : entry,
    );
    storage.items.set(key, JSON.stringify(changed));
  }
}

/** How often a wallet was asked to pay, by transaction or by signature. */
const payPrompts = (world: World): number => world.promptsFor('pay');

/** The payer opens the order again on a new page, does what the screen allows, and presses once. */
async function payAgain(
  { world, tab, requestId, pay = ETH, options = {} }: Given,
  change: Change,
  more: Partial<SessionOptions>,
): Promise<Tab> {
  tab.kill();
  rewrite(world, requestId, change);
  world.payer = 'waits';
  const next = world.open({ ...options, ...more });
  await next.do({ type: 'opened' });
  await world.clock.advance(SECOND);
  if (next.state.name === 'selecting' || next.state.name === 'quoting' || next.state.name === 'reviewing') {
    await next.review(pay).catch(() => undefined);
    await next.press();
  }
  await world.clock.advance(10 * SECOND);
  return next;
}

describe('recheck-earlier of a rewritten payment', () => {
  let turn = 0;
  for (const [what, give] of Object.entries(payments)) {
    turn += 1;
    for (const [how, change] of Object.entries(changes)) {
      turn += 1;
      const resume = turn % 2 === 0 ? 'off' : 'auto';
      it(`P-38 opens no second prompt unasked when a payment that ${what} is stored as ${how}, resume ${resume}`, async () => {
        const given = await give();
        const before = payPrompts(given.world);
        const next = await payAgain(given, change, { resume });
        expect(payPrompts(given.world), JSON.stringify(next.state)).to.equal(before);
      });
    }
  }

  it('P-38 opens no second prompt when the stage is rewritten while the page with the failed payment is open', async () => {
    for (const stage of ['prepared', 'cancelled'] as const) {
      const { world, tab, hash, requestId, say } = await sent();
      world.chain.mine();
      say('failure', { inTxHashes: [hash] });
      await tab.reach('failed');
      rewrite(world, requestId, () => ({ stage, prompt: null, problem: 'wallet-rejected' }));
      await world.clock.advance(5 * SECOND);
      say('success', { inTxHashes: [hash] });
      await tab.do({ type: 'reset' });
      await tab.review();
      await tab.press();
      await world.clock.advance(10 * SECOND);
      expect(world.promptsFor('pay'), stage).to.equal(1);
    }
  });

  it('P-38 opens no second prompt when a script stores this page’s refusal again after another tab has seen it sent', async () => {
    const { world, tab, requestId } = await asked();
    world.prompts[0]!.reject(4001);
    await tab.reach('reviewing');
    rewrite(world, requestId, () => ({ stage: 'sent', problem: undefined }));
    await world.clock.advance(5 * SECOND);
    rewrite(world, requestId, () => ({ stage: 'cancelled', prompt: null, ...refusal }));
    await world.clock.advance(5 * SECOND);
    if (tab.state.name === 'reviewing') await tab.press();
    await world.clock.advance(10 * SECOND);
    expect([shownId(tab), world.promptsFor('pay')], tab.state.name).to.deep.equal([requestId, 1]);
  });

  it('P-38 keeps a refusal checked when its time is rewritten while the page is open', async () => {
    const { world, tab, requestId } = await asked();
    const { transaction } = world.prompts[0]!;
    world.prompts[0]!.reject(4001);
    await tab.reach('reviewing');
    rewrite(world, requestId, ({ updatedAt }) => ({ updatedAt: updatedAt - 2 * DAY }));
    world.chain.send({ ...transaction, value: BigInt(transaction.value) });
    await world.clock.advance(2 * SECOND);
    await tab.reach('reviewing');
    await tab.press();
    await world.clock.advance(10 * SECOND);
    expect([shownId(tab), world.prompts.length]).to.deep.equal([requestId, 1]);
  });

  const honest: [string, () => Promise<Given>][] = [
    [
      'the payer declined the payment',
      async () => {
        const given = await asked();
        given.world.prompts[0]!.reject(4001);
        await given.tab.reach('reviewing');
        return given;
      },
    ],
    [
      'the payer declined the approval',
      async () => {
        const world = new World();
        world.payer = 'waits';
        const tab = world.open();
        await tab.review(USDC);
        await tab.press();
        const requestId = shownId(tab);
        world.prompts[0]!.reject(4001);
        await tab.reach('reviewing');
        return { world, tab, requestId, pay: USDC };
      },
    ],
    [
      'the page was closed after the approval',
      async () => {
        const world = new World();
        world.payer = 'waits';
        const tab = world.open();
        await tab.review(USDC);
        await tab.press();
        world.prompts[0]!.approve();
        await world.clock.advance(0);
        return { world, tab, requestId: shownId(tab), pay: USDC };
      },
    ],
    [
      'the payment was refunded on the chain',
      async () => {
        const given = await sent();
        given.world.chain.mine();
        given.say('refund', { inTxHashes: [given.hash], txHashes: [`0x${'fe'.repeat(32)}`] });
        await given.tab.reach('refunded');
        await given.tab.do({ type: 'reset' });
        return given;
      },
    ],
  ];
  for (const [what, give] of honest) {
    it(`P-38 opens the next prompt at the first press when ${what} and nobody has rewritten it`, async () => {
      const given = await give();
      const { world } = given;
      const before = world.prompts.length;
      await payAgain(given, () => ({}), { resume: 'auto' });
      expect(world.prompts.length).to.equal(before + 1);
      expect(world.prompts.at(-1)!.transaction.from).to.equal(people.payer);
    });
  }

  it('P-38 opens the next prompt at the first press when the order has no name and was delivered before', async () => {
    const unnamed = { reference: undefined } as never;
    const given = await sent(ETH, undefined, unnamed);
    given.world.chain.mine();
    given.say('success');
    await given.tab.reach('succeeded');
    await payAgain({ ...given, options: unnamed }, () => ({}), { resume: 'auto' });
    expect(given.world.promptsFor('pay')).to.equal(2);
  });

  it('P-38 asks the service about no payment that this page knows to be unpaid', async () => {
    const world = new World();
    world.payer = 'waits';
    const tab = world.open();
    await tab.review(USDC);
    await tab.press();
    const requestId = shownId(tab);
    world.prompts[0]!.reject(4001);
    await tab.reach('reviewing');
    await world.clock.advance(SECOND);
    await tab.reach('reviewing');
    await tab.press();
    await world.clock.until(() => world.prompts.length === 2);
    const looks = world.requestsTo('/intents/status/v3').filter(({ query }) => query.includes(requestId));
    expect(looks).to.have.length(0);
  });
});
