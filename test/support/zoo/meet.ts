/** Makes one payment with a wallet of the zoo in a virtual world. The payer approves whatever the wallet shows. */
import type { PaymentState } from '../../../src/payment/model/state.js';
import { SECOND } from '../times.js';
import { ETH, USDC, type Tab, type World } from '../world.js';
import type { Animal } from './animal.js';
import { hasEnded } from './ends.js';
import { habitatOf, housed, reviewing } from './habitats.js';

/** The longest time of a payment with a wallet, in seconds. */
const LONGEST = 90;

/** What a payer has seen. `waited` is the longest time without a button, in milliseconds. */
export type Met = { state: PaymentState; waited: number; deposits: number };

export async function meet(animal: Animal): Promise<Met> {
  const { world, tab } = await reachReview(animal);
  await tab.press();
  let [waited, longest] = [0, 0];
  for (let seconds = 0; seconds < LONGEST && !hasEnded(tab.state); seconds += 1) {
    await world.clock.advance(SECOND);
    waited = canOnlyWait(tab.state) ? waited + SECOND : 0;
    longest = Math.max(longest, waited);
    if (tab.state.name === 'authorizing' && tab.state.stalled) await tab.do({ type: 'wallet-closed' });
  }
  const { state } = tab;
  const deposits = await world.deposits();
  world.end();
  return { state, waited: longest, deposits };
}

async function reachReview(animal: Animal): Promise<{ world: World; tab: Tab }> {
  if (animal.family === 'svm') return reviewing(animal);
  const home = housed(animal);
  await home.tab.review(animal.pays === 'USDC' ? USDC : ETH);
  animal.inReview?.(habitatOf(home.world));
  return home;
}

/** Whether the payer can only wait. The stories show the buttons of each state. */
function canOnlyWait(state: PaymentState): boolean {
  switch (state.name) {
    case 'authorizing':
      return !state.stalled && state.phase !== 'press' && state.phase !== 'confirming';
    case 'quoting':
    case 'idle':
      return true;
    case 'processing':
      return state.status !== 'unknown';
    case 'reviewing':
      return state.confirming;
    case 'selecting':
      return state.loading !== null && state.connecting === null;
    default:
      return false;
  }
}
