/**
 * Tests that a payment is told when it arrives, whatever was thought of it: the wallet has reported a refusal, and has
 * sent the payment all the same. No node showed the payment then.
 */
import { expect } from 'chai';
import { DAY, HOUR, MINUTE, SECOND } from '../../../support/times.js';
import { ETH, USDC, World, type Prompt, type Tab } from '../../../support/world.js';
import { shownId } from '../../sent.js';

type Refused = { world: World; tab: Tab; requestId: string; arrive: () => void; mine: () => void };

/** The wallet sends the payment, which no node shows, and reports a refusal. */
async function refused(asset: typeof ETH | typeof USDC = ETH, isBatch = false): Promise<Refused> {
  const world = new World();
  if (isBatch) world.batches();
  world.payer = 'waits';
  const tab = world.open();
  await tab.review(asset);
  await tab.press();
  if (asset === USDC && !isBatch) {
    world.prompts[0]!.approve();
    await world.clock.until(() => world.prompts.length === 2);
  }
  const requestId = shownId(tab);
  const prompt = world.prompts.at(-1)!;
  prompt.reject(4001);
  await tab.reach('reviewing');
  const send = ({ transaction }: Prompt): void => {
    world.chain.send({
      ...transaction,
      value: BigInt(transaction.value),
      nonce: world.chain.nextNonce(transaction.from),
    });
    world.chain.mine();
  };
  return {
    world,
    tab,
    requestId,
    arrive: () => send(prompt),
    mine: () => {
      world.service.statuses.set(requestId, { status: 'waiting' });
      send(prompt);
    },
  };
}

/** The names of the facts of this payment, of all tabs. */
const factsOf = ({ world, requestId }: Refused): string[] =>
  world
    .facts()
    .filter((fact) => fact.endsWith(requestId))
    .map((fact) => fact.split(' ')[0]!);

/** The payer pays the order again, and the second payment is delivered. */
async function paysAgain({ world, tab }: Refused): Promise<void> {
  await world.clock.advance(2 * SECOND);
  await tab.reach('reviewing');
  const before = world.prompts.length;
  await tab.press();
  await world.clock.until(() => world.prompts.length > before);
  world.prompts.at(-1)!.approve();
  if (world.prompts.at(-1)!.step === 'approve') await world.clock.until(() => world.prompts.length > before + 1);
  if (world.prompts.at(-1)!.isOpen) world.prompts.at(-1)!.approve();
  await tab.reach('succeeded');
}

const looksAt = ({ world, requestId }: Refused): number =>
  world.requestsTo('/intents/status/v3').filter(({ query }) => query.includes(requestId)).length;

describe('track-refused', () => {
  const kinds: [string, () => Promise<Refused>][] = [
    ['a transaction', () => refused()],
    ['a token deposit after its approval', () => refused(USDC)],
    ['a batch', () => refused(USDC, true)],
  ];
  const moments: [string, (given: Refused) => Promise<Tab>][] = [
    [
      'the order was paid again on the same page',
      async (given) => {
        await paysAgain(given);
        await given.world.clock.advance(20 * MINUTE);
        return given.tab;
      },
    ],
    ['the review is still open', (given) => Promise.resolve(given.tab)],
    [
      'the checkout was closed',
      async (given) => {
        await given.tab.do({ type: 'closed' });
        return given.tab;
      },
    ],
    [
      'the page was opened again',
      (given) => {
        given.tab.kill();
        return Promise.resolve(given.world.open());
      },
    ],
    [
      'the device slept',
      async (given) => {
        given.world.clock.sleep(3 * HOUR);
        return Promise.resolve(given.tab);
      },
    ],
  ];
  for (const [kind, give] of kinds) {
    for (const [moment, pass] of moments) {
      it(`P-37 tells ${kind} that the wallet called refused, and that arrives later, when ${moment}`, async () => {
        const given = await give();
        const { world, requestId } = given;
        const tab = await pass(given);
        await world.clock.advance(SECOND);
        given.arrive();
        await tab.do({ type: 'woken' });
        await world.clock.advance(HOUR);
        expect(factsOf(given)).to.deep.equal(['hub-sent', 'hub-success']);
        const { state } = tab;
        const other = 'otherPayment' in state ? state.otherPayment.requestId : undefined;
        expect([shownId(tab), other]).to.include(requestId);
      });
    }
  }

  it('P-37 tells the payment when only the chain shows it, and the service does not know it yet', async () => {
    const given = await refused();
    await paysAgain(given);
    given.mine();
    await given.world.clock.advance(HOUR);
    expect(factsOf(given)).to.deep.equal(['hub-sent']);
    given.world.service.statuses.delete(given.requestId);
    await given.world.clock.advance(MINUTE);
    expect(factsOf(given)).to.deep.equal(['hub-sent', 'hub-success']);
  });

  it('P-37 looks at once after a wallet has answered once more, also at a refusal of this moment', async () => {
    const given = await refused();
    const { world, tab } = given;
    await world.clock.advance(SECOND);
    const before = looksAt(given);
    given.arrive();
    await tab.do({ type: 'woken' });
    await world.clock.advance(SECOND);
    expect(looksAt(given)).to.be.greaterThan(before);
    expect(factsOf(given)).to.include('hub-sent');
  });

  it('P-37 tells a refused payment once when two tabs look for it', async () => {
    const given = await refused();
    const other = given.world.open();
    given.arrive();
    await given.world.clock.advance(HOUR);
    expect(other.isOpen).to.equal(true);
    expect(factsOf(given)).to.deep.equal(['hub-sent', 'hub-success']);
  });

  it('P-37 looks soon, ever more seldom, and no longer than a day', async () => {
    const given = await refused();
    const { world, tab } = given;
    await tab.do({ type: 'closed' });
    await world.clock.advance(MINUTE);
    expect(looksAt(given)).to.be.within(1, 3);
    await world.clock.advance(HOUR);
    const first = looksAt(given);
    expect(first).to.be.within(5, 20);
    await world.clock.advance(DAY);
    const all = looksAt(given);
    expect(all).to.be.at.most(200);
    await world.clock.advance(DAY);
    expect(looksAt(given)).to.equal(all);
  });

  it('P-37 looks soon again after another refusal, also during a long pause', async () => {
    const given = await refused();
    const { world, tab } = given;
    await world.clock.advance(2 * HOUR);
    await tab.reach('reviewing');
    await tab.press();
    await world.clock.until(() => world.prompts.length === 2);
    const requestId = shownId(tab);
    const { transaction } = world.prompts[1]!;
    world.prompts[1]!.reject(4001);
    await tab.reach('reviewing');
    await world.clock.advance(2 * SECOND);
    world.chain.send({ ...transaction, value: BigInt(transaction.value) });
    world.chain.mine();
    await world.clock.advance(MINUTE);
    expect(factsOf({ ...given, requestId })).to.deep.equal(['hub-sent', 'hub-success']);
  });

  it('P-37 looks at five refused payments at most, and at one a second', async () => {
    const given = await refused();
    const { world, tab } = given;
    for (let n = 0; n < 7; n += 1) {
      await world.clock.advance(20 * SECOND);
      await tab.reach('reviewing');
      await tab.press();
      await world.clock.advance(5 * SECOND);
      if (tab.state.name === 'reviewing') await tab.press();
      await world.clock.until(() => world.prompts.at(-1)!.isOpen);
      world.prompts.at(-1)!.reject(4001);
      await tab.reach('reviewing');
    }
    tab.kill();
    world.clock.sleep(MINUTE);
    const at = world.log.length;
    world.open();
    await world.clock.advance(10 * SECOND);
    const looks = world.log
      .slice(at)
      .filter((entry) => entry.kind === 'request' && entry.path === '/intents/status/v3');
    expect(looks).to.have.length(5);
    const times = looks.map((entry) => entry.at);
    expect(times.slice(1).every((time, index) => time - times[index]! >= 900)).to.equal(true);
  });

  it('P-37 looks at no payment whose approval alone was declined', async () => {
    const world = new World();
    world.payer = 'waits';
    const tab = world.open();
    await tab.review(USDC);
    await tab.press();
    world.prompts[0]!.reject(4001);
    await tab.reach('reviewing');
    await tab.do({ type: 'closed' });
    await world.clock.advance(HOUR);
    expect(world.requestsTo('/intents/status/v3')).to.have.length(0);
  });

  it('I24 stops to look when the session ends', async () => {
    const given = await refused();
    given.tab.close();
    const before = looksAt(given);
    await given.world.clock.advance(HOUR);
    expect(looksAt(given)).to.equal(before);
  });

  it('P-37 tells nothing of a payment that was refused and never sent', async () => {
    const given = await refused();
    await paysAgain(given);
    await given.world.clock.advance(DAY);
    expect(factsOf(given)).to.deep.equal([]);
    expect(given.tab.state).to.include({ name: 'succeeded' }).and.not.to.have.property('otherPayment');
  });
});
