/** Random runs in which the payer signs: transactions of the SVM chain, or transfers of the perps venue. */
import { expect } from 'chai';
import fc from 'fast-check';
import { runsOf, seedOf } from '../../support/thorough.js';
import { check, checkEnds, checkWayOut, logOf } from './invariants.js';
import { FAMILY_RUNS, type FamilyRun } from './kept-runs.js';
import { chaosOf, FAMILIES, type SigningChaos } from './signing-chaos.js';
import { STEPS } from './signing-steps.js';
import { run, stepsOf } from './steps.js';

/** Fewer runs would not reach the minimum counts below. */
const RUNS = Math.max(runsOf(40), 10);
const SEED = seedOf(14);

/** Does one run, and checks every invariant. An error contains the log of the run. */
async function play({ family, lead, signs, steps }: FamilyRun): Promise<SigningChaos> {
  const chaos = chaosOf(family);
  try {
    for (let step = 0; step < lead; step += 1) await chaos.goOn(chaos.open[0]!);
    for (let step = 0; step < signs; step += 1) await chaos.answer(0, 'approve');
    await run(chaos, STEPS[family], steps);
    check(chaos);
    chaos.checkMoney();
    await checkWayOut(chaos);
    await checkEnds(chaos);
    chaos.checkMoney();
    return chaos;
  } catch (error) {
    throw new Error(`${String(error)}\n${logOf(chaos)}`, { cause: error });
  } finally {
    chaos.world.end();
  }
}

describe('session of a payer who signs', () => {
  for (const { found, ...kept } of FAMILY_RUNS)
    it(`keeps every invariant in the run that found ${found}`, async () => {
      await play(kept);
    });

  for (const family of FAMILIES)
    it(`keeps every invariant with random events: ${family}`, async function () {
      this.timeout(600_000 + RUNS * 1_000);
      const reached = { prompt: 0, deposit: 0, 'hub-success': 0 };
      const runs = fc.record<FamilyRun>({
        family: fc.constant(family),
        lead: fc.constantFrom(3, 4, 4, 4),
        signs: family === 'venue' ? fc.constantFrom(0, 1, 1, 2) : fc.constantFrom(0, 0, 1),
        steps: stepsOf(STEPS[family], 0, 30),
      });
      await fc.assert(
        fc.asyncProperty(runs, async (one) => {
          const chaos = await play(one);
          reached.prompt += Math.min(chaos.payings.length, 1);
          reached.deposit += Math.min(chaos.executed().length, 1);
          reached['hub-success'] += chaos.world.factNames().includes('hub-success') ? 1 : 0;
        }),
        { numRuns: RUNS, seed: SEED, includeErrorInReport: true },
      );
      // Without prompts, deposits and ends the test proves nothing, so the runs must reach minimum counts.
      const least = { prompt: RUNS / 3, deposit: RUNS / 15, 'hub-success': RUNS / 25 };
      for (const [what, times] of Object.entries(least))
        expect(reached, what).to.have.property(what).that.is.at.least(times);
    });
});
