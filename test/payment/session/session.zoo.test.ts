/**
 * Each odd wallet of the zoo makes one whole payment. It ends paid, or with a true problem and a button. Nobody waits
 * longer than 30 seconds without a button.
 */
import { expect } from 'chai';
import type { PaymentState } from '../../../src/payment/model/state.js';
import type { Animal } from '../../support/zoo/animal.js';
import { zoo } from '../../support/zoo/zoo.js';
import { SECOND } from '../../support/times.js';
import { ETH, USDC, World, type Tab } from '../../support/world.js';

/** The longest time without a button, in milliseconds. */
const PATIENCE_MS = 30 * SECOND;

/** Whether the payer can only wait. The stories show the buttons of each state. */
function canOnlyWait(state: PaymentState): boolean {
  switch (state.name) {
    case 'authorizing':
      return !state.stalled && state.phase !== 'press' && state.phase !== 'confirming';
    case 'quoting':
    case 'idle':
      return true;
    case 'reviewing':
      return state.confirming;
    case 'selecting':
      return state.loading !== null && state.connecting === null;
    default:
      return false;
  }
}

/** Advances the clock by a second, and adds up how long the payer can only wait. */
async function passes(world: World, tab: Tab, waited: { ms: number }): Promise<void> {
  await world.clock.advance(SECOND);
  waited.ms = canOnlyWait(tab.state) ? waited.ms + SECOND : 0;
  expect(waited.ms, JSON.stringify(tab.state).slice(0, 300)).to.be.at.most(PATIENCE_MS);
}

const problemOf = (state: PaymentState): string => {
  const problem = 'problem' in state ? state.problem : undefined;
  return problem ? (problem.reason ?? problem.code) : state.name;
};

async function run({ pays, options, setUp, inReview, inPrompt }: Animal): Promise<{ world: World; tab: Tab }> {
  const world = new World();
  world.payer = 'waits';
  setUp?.(world);
  const tab = world.open({ ...options });
  await tab.review(pays === 'USDC' ? USDC : ETH);
  inReview?.(world);
  await tab.press();
  const waited = { ms: 0 };
  let answered = 0;
  for (let seconds = 0; seconds < 90; seconds += 1) {
    await passes(world, tab, waited);
    const open = world.prompts.filter(({ isOpen }) => isOpen);
    if (open.length > 0 && inPrompt && answered === 0) inPrompt(world);
    else if (!inPrompt) for (const prompt of open) prompt.approve();
    answered += open.length;
    const { state } = tab;
    if (state.name === 'authorizing' && state.stalled) await tab.do({ type: 'wallet-closed' });
    if (['succeeded', 'failed', 'refunded'].includes(state.name)) break;
    if (state.name === 'reviewing' && state.problem) break;
    if (state.name === 'processing' && state.status === 'unknown') break;
  }
  return { world, tab };
}

describe('session with each wallet of the zoo', () => {
  for (const animal of zoo) {
    it(`F-33 ends as \`${animal.ends}\` with ${animal.name}`, async () => {
      const { world, tab } = await run(animal);
      const { state } = tab;
      if (animal.ends === 'paid') expect(state.name, JSON.stringify(state).slice(0, 400)).to.equal('succeeded');
      else if (animal.ends === 'unknown') expect(state).to.include({ name: 'processing', status: 'unknown' });
      else expect(problemOf(state), JSON.stringify(state).slice(0, 400)).to.equal(animal.ends);
      expect(await world.deposits()).to.be.at.most(1);
      expect(canOnlyWait(state)).to.equal(false);
    });
  }

  it('has a name and a line for each wallet', () => {
    expect(new Set(zoo.map(({ name }) => name)).size).to.equal(zoo.length);
    for (const { of: behaviour } of zoo) expect(behaviour).to.match(/^[A-Z].*\.$/u);
  });
});
