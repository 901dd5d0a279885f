import { expect } from 'chai';
import { stride } from '../../support/thorough.js';
import { ETH, USDC, World, type Tab } from '../../support/world.js';

type Scenario = {
  pay: { chainId: number; currency: string };
  answersAfter: number;
  outcome: 'success' | 'refund';
  batches?: true;
};
type Outcome = { deposits: number; prompts: string[]; facts: string[] };
type End = (tab: Tab) => void;

const names = (facts: string[]): string[] => facts.map((fact) => fact.split(' ')[0]!).sort();

/** Acts as a payer who wants to pay once: opens the page, presses, answers the wallet and waits for the outcome. */
async function persevere(world: World, tab: Tab, { pay, answersAfter }: Scenario): Promise<void> {
  for (let second = 0; second < 120 && tab.isOpen; second += 1) {
    await world.clock.advance(0);
    const { state } = tab;
    const isOut = (await world.deposits()) > 0;
    if (state.name === 'succeeded' || state.name === 'refunded' || (state.name === 'idle' && isOut)) return;
    const open = world.prompts.find(({ isOpen }) => isOpen);
    if (open) {
      await world.clock.advance(answersAfter);
      open.approve();
    } else if (state.name === 'idle' || state.name === 'selecting') {
      await tab.review(pay);
    } else if (state.name === 'reviewing') {
      await tab.press();
      continue;
    } else if (state.name === 'processing' && state.status === 'unknown' && !isOut) {
      await tab.do({ type: 'abandoned' });
    }
    await world.clock.advance(1_000);
  }
}

/** Runs the scenario, interrupts the page after log entry `point`, and lets the payer open another page. */
async function run(
  scenario: Scenario,
  point = Infinity,
  end: End = () => undefined,
): Promise<{ outcome: Outcome; points: number }> {
  const world = new World();
  world.payer = 'waits';
  world.service.outcome = scenario.outcome;
  if (scenario.batches) world.batches();
  const tab = world.open();
  world.onLog = () => {
    if (world.log.length === point + 1) end(tab);
  };
  await persevere(world, tab, scenario);
  const points = world.log.length;
  if (point < points) {
    tab.kill();
    await persevere(world, world.open(), scenario);
  }
  await world.clock.advance(15_000);
  const outcome = {
    deposits: await world.deposits(),
    prompts: world.prompts.map(({ step }) => step),
    facts: names(world.facts()),
  };
  return { outcome, points };
}

const scenarios: Record<string, Scenario> = {
  'the native currency': { pay: ETH, answersAfter: 0, outcome: 'success' },
  'a token': { pay: USDC, answersAfter: 0, outcome: 'success' },
  'the native currency with a wallet that answers after three seconds': {
    pay: ETH,
    answersAfter: 3_000,
    outcome: 'success',
  },
  'a token with a wallet that answers after three seconds': { pay: USDC, answersAfter: 3_000, outcome: 'success' },
  'a token in a batch with its approval': { pay: USDC, answersAfter: 0, outcome: 'success', batches: true },
  'a refund': { pay: ETH, answersAfter: 0, outcome: 'refund' },
};
const ends: Record<string, End> = {
  // Kills the page in a microtask, because a browser never stops a page between two synchronous statements.
  'the page is killed': (tab) => queueMicrotask(() => tab.kill()),
  'the page removes the element': (tab) => tab.close(),
};

describe('I15 session after a crash', () => {
  for (const [title, scenario] of Object.entries(scenarios)) {
    for (const [what, end] of Object.entries(ends)) {
      it(`F-149 … F-156 reaches the same outcome for ${title} when ${what} at any point`, async function () {
        this.timeout(600_000);
        const { outcome, points } = await run(scenario);
        expect(outcome).to.deep.equal({
          deposits: 1,
          prompts: scenario.pay === USDC && !scenario.batches ? ['approve', 'pay'] : ['pay'],
          facts: ['hub-sent', scenario.outcome === 'success' ? 'hub-success' : 'hub-refund'].sort(),
        });
        expect(points).to.be.greaterThan(30);
        for (let point = 0; point < points; point += stride) {
          expect((await run(scenario, point, end)).outcome, `at ${point} of ${points}`).to.deep.equal(outcome);
        }
      });
    }
  }
});
