/** Interrupts a payment with instructions at every point of its log. The payer then opens another page. */
import { expect } from 'chai';
import { stride } from '../../support/thorough.js';
import type { Tab } from '../../support/world.js';
import { InstructionsWorld, SOL } from '../instructions-world.js';

/** Acts as a payer who wants to pay once: opens the page, presses, signs and waits for the outcome. */
async function persevere(world: InstructionsWorld, tab: Tab): Promise<void> {
  for (let second = 0; second < 400 && tab.isOpen; second += 1) {
    await world.clock.advance(0);
    const { state } = tab;
    if (state.name === 'succeeded') return;
    const open = world.signings.find(({ isOpen }) => isOpen);
    if (open) open.sign();
    else if (state.name === 'idle' || state.name === 'selecting') await tab.review(SOL);
    else if (state.name === 'reviewing') await tab.press();
    await world.clock.advance(1_000);
  }
}

type Run = {
  deposits: number;
  facts: string[];
  /** The number of points. */
  points: number;
  /** The points at which a signed transaction reached the node. */
  sends: number[];
};

/** Kills the page at log entry or node request `point`. */
async function run(point = Infinity): Promise<Run> {
  const world = new InstructionsWorld();
  world.payer = 'waits';
  const tab = world.open(world.pinned);
  let points = 0;
  const sends: number[] = [];
  const pass = (): void => {
    if (points === point) queueMicrotask(() => tab.kill());
    points += 1;
  };
  world.onLog = pass;
  // A page can also end when its request has reached the node and the answer is on its way.
  world.nodes.set(world.svm.url, (address, init) => {
    if ((init?.body as string).includes('sendTransaction')) sends.push(points);
    pass();
    return world.svm.fetch(address, init);
  });
  await persevere(world, tab);
  if (point !== Infinity) {
    tab.kill();
    await persevere(world, world.open(world.pinned));
  }
  await world.clock.advance(15_000);
  return { deposits: await world.deposits(), facts: world.factNames().sort(), points, sends };
}

describe('I15 session after a crash of a payment with instructions', () => {
  it('F-137 F-149 … F-156 pays once and tells the end once when the page is killed at any point', async function () {
    this.timeout(600_000);
    const { points, sends, ...outcome } = await run();
    expect(outcome).to.deep.equal({ deposits: 1, facts: ['hub-sent', 'hub-success'] });
    expect(points).to.be.greaterThan(30);
    expect(sends).not.to.have.length(0);
    const strided = Array.from({ length: Math.ceil(points / stride) }, (_, index) => index * stride);
    for (const point of new Set([...strided, ...sends])) {
      const { points: _, sends: __, ...after } = await run(point);
      expect(after, `at ${point} of ${points}`).to.deep.equal(outcome);
    }
  });
});
