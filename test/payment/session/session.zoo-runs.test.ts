/** Random runs in which the payer has an odd wallet of the zoo. Every other source is true. */
import { expect } from 'chai';
import fc from 'fast-check';
import { runsOf, seedOf } from '../../support/thorough.js';
import { signers } from '../../support/zoo/svm-signers.js';
import { evmZoo } from '../../support/zoo/zoo.js';
import type { Run } from './kept-runs.js';
import { groupsOf, play } from './play.js';
import { stepsOf } from './steps.js';

/** Fewer runs would not reach the minimum counts below. */
const RUNS = Math.max(runsOf(120), 36);
const SEED = seedOf(30);

/** A third of the runs has an SVM wallet, although most wallets are EVM wallets. */
const FAMILIES = {
  evm: { animals: evmZoo, count: Math.ceil((RUNS * 2) / 3), pays: ['coin', 'coin', 'token', 'batch'] },
  svm: { animals: signers, count: Math.ceil(RUNS / 3), pays: ['coin'] },
} as const;

describe('session with random events and a wallet of the zoo', () => {
  for (const [family, { animals, count, pays }] of Object.entries(FAMILIES))
    it(`asks for no second payment unasked and says nothing false about money: ${family}`, async function () {
      this.timeout(600_000 + count * 1_000);
      const reached = { prompt: 0, deposit: 0 };
      const met = new Set<string>();
      const runs = fc.constantFrom(...animals.map(({ name }) => name)).chain((wallet) =>
        fc.record<Run & { wallet: string }>({
          source: fc.constant('none'),
          wallet: fc.constant(wallet),
          lead: fc.constantFrom(3, 4, 4, 4),
          pays: fc.constantFrom(...pays),
          steps: stepsOf(groupsOf({ source: 'none', wallet }), 0, 30),
        }),
      );
      await fc.assert(
        fc.asyncProperty(runs, async (one) => {
          const { world } = await play(one);
          met.add(one.wallet);
          reached.prompt += Math.min(world.promptsFor('pay'), 1);
          reached.deposit += Math.min(await world.deposits(), 1);
        }),
        { numRuns: count, seed: SEED, includeErrorInReport: true },
      );
      // Without prompts and deposits the test proves nothing, so the runs must reach minimum counts.
      expect(met.size, 'wallets').to.be.at.least(Math.min(count, animals.length) / 3);
      expect(reached.prompt, 'prompts').to.be.at.least(count / 3);
      expect(reached.deposit, 'deposits').to.be.at.least(Math.floor(count / 12));
    });
});
