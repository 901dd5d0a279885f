/** Random runs in which the payer has an odd wallet of the zoo. Every other source is true. */
import { expect } from 'chai';
import fc from 'fast-check';
import { runsOf, seedOf } from '../../support/thorough.js';
import { zoo } from '../../support/zoo/zoo.js';
import type { Run } from './kept-runs.js';
import { groupsOf, play } from './play.js';
import { stepsOf } from './steps.js';

type Family = (typeof zoo)[number]['family'];

/** Fewer runs would not reach the minimum counts below. */
const RUNS = Math.max(runsOf(120), 12);
const SEED = seedOf(30);

describe('session with random events and a wallet of the zoo', () => {
  it('asks for no second payment without a question and says nothing false about money', async function () {
    this.timeout(600_000 + RUNS * 1_000);
    const reached = { evm: { runs: 0, prompt: 0, deposit: 0 }, svm: { runs: 0, prompt: 0, deposit: 0 } };
    const met = new Set<string>();
    const runs = fc.constantFrom(...zoo).chain(({ name: wallet, family }) =>
      fc.record<Run & { family: Family }>({
        family: fc.constant(family),
        source: fc.constant('none'),
        wallet: fc.constant(wallet),
        lead: fc.constantFrom(3, 4, 4, 4),
        pays: family === 'evm' ? fc.constantFrom('coin', 'coin', 'token', 'batch') : fc.constant('coin'),
        steps: stepsOf(groupsOf({ source: 'none', wallet }), 0, 30),
      }),
    );
    await fc.assert(
      fc.asyncProperty(runs, async (one) => {
        const { world } = await play(one);
        const counts = reached[one.family];
        met.add(one.wallet ?? '');
        counts.runs += 1;
        counts.prompt += Math.min(world.promptsFor('pay'), 1);
        counts.deposit += Math.min(await world.deposits(), 1);
      }),
      { numRuns: RUNS, seed: SEED, includeErrorInReport: true },
    );
    // Without prompts and deposits the test proves nothing, so the runs must reach minimum counts.
    expect(met.size, 'wallets').to.be.at.least(Math.min(RUNS / 3, zoo.length / 2));
    for (const [family, { runs: all, prompt, deposit }] of Object.entries(reached)) {
      expect(all, `runs: ${family}`).to.be.at.least(Math.floor(RUNS / 10));
      expect(prompt, `prompts: ${family}`).to.be.at.least(all / 3);
      expect(deposit, `deposits: ${family}`).to.be.at.least(Math.floor(all / 12));
    }
  });
});
