/** Does one random run of payments, with sources that are not true or with an odd wallet. */
import { habitatOf, homeOf } from '../../support/zoo/habitats.js';
import type { Animal } from '../../support/zoo/animal.js';
import { zoo } from '../../support/zoo/zoo.js';
import { ETH, USDC } from '../../support/world.js';
import { Chaos } from './chaos.js';
import { check, checkEnds, checkWayOut, logOf } from './invariants.js';
import type { Run } from './kept-runs.js';
import { SigningChaos } from './signing-chaos.js';
import { SVM_ZOO } from './signing-steps.js';
import { group, HONEST, ROUGH, run, type Group } from './steps.js';
import { SvmZooChaos } from './svm-zoo-chaos.js';
import { UNTRUE } from './untrue-sources.js';

type Cast = Pick<Run, 'source' | 'wallet'> & { second?: Run['second'] | undefined };

/** Without a name, the run has the ordinary wallet. A name that the zoo lacks must not silently mean the same. */
function animalOf(wallet: string | undefined): Animal | undefined {
  const animal = zoo.find(({ name }) => name === wallet);
  if (wallet !== undefined && !animal) throw new Error(`The zoo has no wallet ${wallet}.`);
  return animal;
}

/** The steps of a run with these sources and this wallet. */
export function groupsOf({ source, second = 'none', wallet }: Cast): Group[] {
  const animal = animalOf(wallet);
  if (animal?.family === 'svm') return [...HONEST, ...ROUGH, ...SVM_ZOO];
  const inReview = animal?.inReview;
  const custom = { 'the wallet does as usual': ({ world }: Chaos) => inReview?.(habitatOf(world)) };
  return [...HONEST, ...ROUGH, ...UNTRUE[source], ...UNTRUE[second], ...(inReview ? [group(4, custom)] : [])];
}

/** The world of a run with this wallet. */
function chaosWith(wallet: string | undefined): Chaos {
  const animal = animalOf(wallet);
  if (animal?.family === 'svm') return new SvmZooChaos(animal);
  return new Chaos(true, homeOf(animal ?? {}));
}

/** Does the run, and checks every invariant. An error contains the log of the run. */
export async function play(one: Run, isKept = false): Promise<Chaos> {
  const { source, second, wallet, lead, pays, steps } = one;
  const chaos = chaosWith(wallet);
  for (const liar of ['node', 'service', 'wallet'] as const) chaos.trusts[liar] = source !== liar && second !== liar;
  if (pays === 'batch') chaos.world.batches();
  try {
    for (let step = 0; step < lead; step += 1) await chaos.goOn(chaos.open[0]!, pays === 'coin' ? ETH : USDC);
    await run(chaos, groupsOf(one), steps);
    check(chaos);
    if (chaos instanceof SigningChaos) chaos.checkMoney();
    // Who can write the storage can hold an order, again and again, but not its money.
    if (chaos.trusts.storage || isKept) await checkWayOut(chaos);
    // Who can write the storage can remove a payment from it. No page can then tell how the payment ended.
    if (chaos.trusts.storage) await checkEnds(chaos);
    if (chaos instanceof SigningChaos) chaos.checkMoney();
    return chaos;
  } catch (error) {
    throw new Error(`${String(error)}\n${logOf(chaos)}`, { cause: error });
  } finally {
    chaos.world.end();
  }
}
