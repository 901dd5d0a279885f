import fc from 'fast-check';
import { runsOf, seedOf } from '../../support/thorough.js';
import { ETH, USDC } from '../../support/world.js';
import { Chaos } from './chaos.js';
import { check, checkEnds, checkWayOut, logOf } from './invariants.js';
import { HONEST, ROUGH, run, stepsOf, type Group } from './steps.js';
import { KEPT_RUNS, type Run } from './kept-runs.js';
import { PAIRS, SOURCES, UNTRUE, type Source } from './untrue-sources.js';

const RUNS = runsOf(30);
/** Runs of each pair of sources. */
const PAIR_RUNS = runsOf(6);
const SEED = seedOf(2_311);

const groupsOf = (source: Source, second: Source = 'none'): Group[] => [
  ...HONEST,
  ...ROUGH,
  ...UNTRUE[source],
  ...UNTRUE[second],
];

/** Does one run, and checks every invariant. An error contains the log of the run. */
async function play({ source, second, lead, pays, steps }: Run, isKept = false): Promise<void> {
  const chaos = new Chaos(true);
  for (const liar of ['node', 'service', 'wallet'] as const) chaos.trusts[liar] = source !== liar && second !== liar;
  if (pays === 'batch') chaos.world.batches();
  try {
    for (let step = 0; step < lead; step += 1) await chaos.goOn(chaos.open[0]!, pays === 'coin' ? ETH : USDC);
    await run(chaos, groupsOf(source, second), steps);
    check(chaos);
    // Who can write the storage can hold an order, again and again, but not its money.
    if (chaos.trusts.storage || isKept) await checkWayOut(chaos);
    // Who can write the storage can remove a payment from it. No page can then tell how the payment ended.
    if (chaos.trusts.storage) await checkEnds(chaos);
  } catch (error) {
    throw new Error(`${String(error)}\n${logOf(chaos)}`, { cause: error });
  } finally {
    chaos.world.end();
  }
}

describe('session with untrue sources', () => {
  for (const { found, ...kept } of KEPT_RUNS)
    it(`keeps every invariant in the run that found ${found}`, () => play(kept, true));

  const keeps = (count: number, source: Source, second?: Source): Mocha.AsyncFunc =>
    async function () {
      this.timeout(600_000 + count * 1_000);
      const runs = fc.record<Run>({
        source: fc.constant(source),
        ...(second && { second: fc.constant(second) }),
        lead: fc.constantFrom(3, 4, 4, 4),
        pays: fc.constantFrom('coin', 'coin', 'token', 'batch'),
        steps: stepsOf(groupsOf(source, second), 0, 30),
      });
      await fc.assert(
        fc.asyncProperty(runs, (one) => play(one)),
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
