/** Tests which earlier payments are checked before a new payment. */
import { expect } from 'chai';
import { silence } from '../../../support/fake-evm-wallet.js';
import { World, type Tab } from '../../../support/world.js';
import { DAY, MINUTE, SECOND } from '../../../support/times.js';
import { abandoned, anew, asked } from '../../lost-answer.js';
import { sent, shownId } from '../../sent.js';

/** The wallet has refused the payment with this code, after `open` milliseconds. */
async function refused(code: number, open = 0): Promise<{ world: World; tab: Tab; requestId: string }> {
  const { world, tab, requestId } = await asked();
  world.clock.sleep(open);
  world.prompts[0]!.reject(code);
  await tab.reach('reviewing');
  // The rejection renews the quote.
  await world.clock.advance(1_000);
  await tab.reach('reviewing');
  return { world, tab, requestId };
}

/** The payer reviews the first payment of the order. */
async function reviewed(): Promise<World> {
  const world = new World();
  world.payer = 'waits';
  await world.open().review();
  return world;
}

/** The milliseconds from the press to the prompt. */
async function timeOf(world: World, disturb: (world: World) => void): Promise<number> {
  const [before, start] = [world.prompts.length, world.clock.now()];
  disturb(world);
  await world.tabs[0]!.press();
  await world.clock.until(() => world.prompts.length > before, 20_000);
  return world.clock.now() - start;
}

describe('recheck-earlier', () => {
  for (const [when, open, later] of [
    ['at once', 0, 0],
    ['after two hours', 120 * MINUTE, 0],
    ['twenty hours ago', 0, 1_200 * MINUTE],
  ] as const) {
    it(`P-13 opens no second prompt when the wallet refused the payment ${when} and sent it all the same`, () =>
      sentAllTheSame(open, later));
  }

  async function sentAllTheSame(open: number, later: number): Promise<void> {
    const { world, tab, requestId } = await refused(4001, open);
    world.clock.sleep(later);
    await tab.do({ type: 'woken' });
    await tab.reach('reviewing');
    const { transaction } = world.prompts[0]!;
    world.chain.send({ ...transaction, value: BigInt(transaction.value) });
    await tab.press();
    await world.clock.advance(1_000);
    expect([shownId(tab), world.prompts.length]).to.deep.equal([requestId, 1]);
    world.chain.mine();
    await tab.reach('succeeded');
    expect(await world.deposits()).to.equal(1);
  }

  for (const [kind, resume] of [
    ['failure', 'off'],
    ['refund', 'off'],
    ['refund', 'auto'],
  ] as const) {
    it(`P-3 looks again before the next prompt after a reset when a ${kind} was delivered later, resume ${resume}`, async () => {
      const { world, tab, say, hash } = await sent();
      world.chain.mine();
      say(kind, { inTxHashes: [hash], txHashes: kind === 'refund' ? [`0x${'fe'.repeat(32)}`] : [] });
      await tab.reach(kind === 'failure' ? 'failed' : 'refunded');
      await tab.do({ type: 'reset' });
      tab.kill();
      world.clock.sleep(2 * DAY);
      say('success', { inTxHashes: [hash] });
      const next = world.open({ resume });
      await next.review();
      await next.press();
      await world.clock.advance(10 * SECOND);
      expect(world.promptsFor('pay')).to.equal(1);
      if (kind === 'failure') expect(next.state).to.include({ name: 'succeeded' });
      else expect(next.state).to.have.nested.property('problem.code', 'unconfirmed');
    });
  }

  it('P-3 opens the next prompt after a reset when the service still says that the payment failed', async () => {
    const { world, tab, say, hash } = await sent();
    world.chain.mine();
    say('failure', { inTxHashes: [hash] });
    await tab.reach('failed');
    await tab.do({ type: 'reset' });
    tab.kill();
    const next = world.open({ resume: 'off' });
    await next.review();
    await next.press();
    await world.clock.advance(10 * SECOND);
    expect(world.promptsFor('pay')).to.equal(2);
  });

  it('P-13 shows the refused payment when only the service has seen it', async () => {
    const { world, tab, requestId } = await refused(4001);
    world.service.statuses.set(requestId, { status: 'pending' });
    await tab.press();
    await world.clock.advance(1_000);
    expect([shownId(tab), world.prompts.length]).to.deep.equal([requestId, 1]);
  });

  it('opens the second prompt without another status request when the refusal is a day old', async () => {
    const { world, tab, requestId } = await refused(4001);
    world.clock.sleep(1_441 * MINUTE);
    await tab.do({ type: 'woken' });
    await tab.reach('reviewing');
    const before = world.requestsTo('/intents/status/v3').length;
    await tab.press();
    await world.clock.until(() => world.prompts.length === 2);
    const asked = world.requestsTo('/intents/status/v3').slice(before);
    expect(asked.filter(({ query }) => query.includes(requestId))).to.have.length(0);
  });

  const presses: [string, (world: World) => void][] = [
    ['every source answers', () => undefined],
    ['the wallet’s node is silent', ({ wallet }) => wallet.always('eth_getTransactionCount', silence)],
    ['the service is silent', ({ service }) => void service.outages.set('/intents/status/v3', 'silent')],
  ];
  for (const [title, disturb] of presses) {
    it(`P-13 asks nothing and takes at most three seconds more after an honest refusal when ${title}`, async () => {
      const [first, second] = await Promise.all([
        timeOf(await reviewed(), disturb),
        timeOf((await refused(4001)).world, disturb),
      ]);
      expect(second - first).to.be.at.most(3_000);
    });
  }

  /** The wallet refuses the payment again, so many times. */
  async function refuseAgain(world: World, tab: Tab, times: number): Promise<void> {
    for (let n = 0; n < times; n += 1) {
      const before = world.prompts.length;
      await tab.press();
      await world.clock.until(() => world.prompts.length > before);
      world.prompts.at(-1)!.reject(4001);
      await tab.reach('reviewing');
      await world.clock.advance(20_000);
      await tab.reach('reviewing');
    }
  }

  it('P-13 asks once when the wallet refused more payments than are checked, because it can have sent one', async () => {
    const { world, tab } = await refused(4001);
    await refuseAgain(world, tab, 5);
    const { transaction } = world.prompts[0]!;
    world.chain.send({ ...transaction, value: BigInt(transaction.value) });
    world.chain.mine();
    await tab.press();
    await world.clock.advance(5_000);
    expect(world.prompts).to.have.length(6);
    expect(tab.state).to.have.nested.property('problem.code', 'unconfirmed');
  });

  it('P-13 checks a payment that the payer gave up before five that the wallet refused', async () => {
    const lost = await abandoned();
    const { world, requestId } = lost;
    const next = await anew(lost);
    await refuseAgain(world, next, 5);
    lost.send();
    await next.press();
    await world.clock.advance(5_000);
    expect([shownId(next), world.prompts.length]).to.deep.equal([requestId, 6]);
  });

  it('P-13 asks once more after a refusal when the node is silent, because the wallet alone says so', async () => {
    const { world, tab } = await refused(4001);
    world.chain.fault = 'silent';
    await tab.press();
    await world.clock.advance(8_000);
    expect(world.prompts).to.have.length(1);
    expect(tab.state).to.have.nested.property('problem.code', 'unconfirmed');
    await tab.press();
    await world.clock.until(() => world.prompts.length === 2);
  });
});
