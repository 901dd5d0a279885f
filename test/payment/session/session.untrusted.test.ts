import fc from 'fast-check';
import { runsOf, seedOf } from '../../support/thorough.js';
import { KEPT_RUNS, type Run } from './kept-runs.js';
import { groupsOf, play } from './play.js';
import { stepsOf } from './steps.js';
import { PAIRS, SOURCES, type Source } from './untrue-sources.js';

const RUNS = runsOf(30);
/** Runs of each pair of sources. */
const PAIR_RUNS = runsOf(6);
const SEED = seedOf(2_311);

describe('session in each run that has found a fault', () => {
  for (const { found, ...kept } of KEPT_RUNS)
    it(`keeps every invariant in the run that found ${found}`, async () => {
      await play(kept, true);
    });
});

describe('session with untrue sources', () => {
  const keeps = (count: number, source: Source, second?: Source): Mocha.AsyncFunc =>
    async function () {
      this.timeout(600_000 + count * 1_000);
      const runs = fc.record<Run>({
        source: fc.constant(source),
        ...(second && { second: fc.constant(second) }),
        lead: fc.constantFrom(3, 4, 4, 4),
        pays: fc.constantFrom('coin', 'coin', 'token', 'batch'),
        steps: stepsOf(groupsOf({ source, second }), 0, 30),
      });
      await fc.assert(
        fc.asyncProperty(runs, async (one) => {
          await play(one);
        }),
        { numRuns: count, seed: SEED, includeErrorInReport: true },
      );
    };

  for (const source of SOURCES) {
    const what = source === 'none' ? 'every source is true' : `the ${source} is not true`;
    it(`keeps every invariant when ${what} and pages sleep, stop and move`, keeps(RUNS, source));
  }

  for (const [source, second] of PAIRS)
    it(`keeps every invariant when neither the ${source} nor the ${second} is true`, keeps(PAIR_RUNS, source, second));
});
