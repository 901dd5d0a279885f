/** Random runs in which the payer has an odd wallet of the zoo. Every other source is true. */
import { expect } from 'chai';
import fc from 'fast-check';
import { runsOf, seedOf } from '../../support/thorough.js';
import { evmZoo } from '../../support/zoo/zoo.js';
import type { Run } from './kept-runs.js';
import { groupsOf, play } from './play.js';
import { stepsOf } from './steps.js';

/** Fewer runs would not reach the minimum counts below. */
const RUNS = Math.max(runsOf(120), 12);
const SEED = seedOf(30);

describe('session with random events and a wallet of the zoo', () => {
  it('asks for no second payment without a question and says nothing false about money', async function () {
    this.timeout(600_000 + RUNS * 1_000);
    const reached = { wallets: new Set<string>(), prompt: 0, deposit: 0 };
    const runs = fc.constantFrom(...evmZoo).chain(({ name: wallet }) =>
      fc.record<Run>({
        source: fc.constant('none'),
        wallet: fc.constant(wallet),
        lead: fc.constantFrom(3, 4, 4, 4),
        pays: fc.constantFrom('coin', 'coin', 'token', 'batch'),
        steps: stepsOf(groupsOf({ source: 'none', wallet }), 0, 30),
      }),
    );
    await fc.assert(
      fc.asyncProperty(runs, async (one) => {
        const { world } = await play(one);
        reached.wallets.add(one.wallet ?? '');
        reached.prompt += Math.min(world.promptsFor('pay'), 1);
        reached.deposit += Math.min(await world.deposits(), 1);
      }),
      { numRuns: RUNS, seed: SEED, includeErrorInReport: true },
    );
    // Without prompts and deposits the test proves nothing, so the runs must reach minimum counts.
    expect(reached.wallets.size, 'wallets').to.be.at.least(Math.min(RUNS / 3, evmZoo.length / 2));
    expect(reached.prompt, 'prompts').to.be.at.least(RUNS / 3);
    expect(reached.deposit, 'deposits').to.be.at.least(RUNS / 12);
  });
});
