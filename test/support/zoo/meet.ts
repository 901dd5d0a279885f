/**
 * Makes one payment with a wallet of the zoo in a virtual world, from the opening of the page. The payer presses
 * whatever leads to the payment, and approves whatever the wallet shows.
 */
import type { PaymentState } from '../../../src/payment/model/state.js';
import type { SignInput } from '../fake-svm-wallet.js';
import { people } from '../quotes.js';
import { svm } from '../svm-quotes.js';
import { REAL_SOL } from '../svm-world.js';
import { SECOND } from '../times.js';
import { ETH, USDC, type Tab, type World } from '../world.js';
import type { Animal } from './animal.js';
import { hasEnded } from './ends.js';
import { habitatOf, housed, svmHoused } from './habitats.js';

/** The longest time of a payment with a wallet, in seconds. */
const LONGEST = 120;

/**
 * What a payer has seen. `waited` is the longest time without a button, in milliseconds. `payers` are the accounts that
 * the page has quoted for, or has asked the wallet to pay with.
 */
export type Met = { state: PaymentState; waited: number; deposits: number; payers: readonly string[] };

/** The world of one payment. `asked` returns the accounts that the wallet was asked to pay with. */
type Scene = { world: World; tab: Tab; wallet: string; asset: typeof ETH; asked: () => string[]; inReview: () => void };

/** The account that a payer has chosen in the virtual world. */
export const chosenBy = ({ family }: Animal): string => (family === 'svm' ? svm.payer : people.payer);

export async function meet(animal: Animal): Promise<Met> {
  const scene = animal.family === 'svm' ? svmScene(animal) : evmScene(animal);
  const { world, tab } = scene;
  const pressed = new Set<string>();
  let [waited, longest] = [0, 0];
  await tab.do({ type: 'opened' });
  for (let seconds = 0; seconds < LONGEST && !hasEnded(tab.state); seconds += 1) {
    await pressOnce(scene, pressed);
    await world.clock.advance(SECOND);
    waited = canOnlyWait(tab.state) ? waited + SECOND : 0;
    longest = Math.max(longest, waited);
  }
  const { state } = tab;
  const deposits = await world.deposits();
  const payers = new Set([...world.service.quoted.map(({ user }) => String(user)), ...scene.asked()]);
  world.end();
  return { state, waited: longest, deposits, payers: [...payers] };
}

function evmScene(animal: Extract<Animal, { family: 'evm' }>): Scene {
  const { world, tab } = housed(animal);
  const { wallet } = world;
  const sends = (): unknown[] => wallet.requests.filter(({ method }) => method === 'eth_sendTransaction');
  return {
    world,
    tab,
    wallet: wallet.info.rdns,
    asset: animal.pays === 'USDC' ? USDC : ETH,
    asked: () => sends().map((each) => (each as { params: [{ from: string }] }).params[0].from),
    inReview: () => animal.inReview?.(habitatOf(world)),
  };
}

function svmScene(animal: Extract<Animal, { family: 'svm' }>): Scene {
  const { world, tab } = svmHoused(animal);
  const { svmWallet } = world;
  const signs = (): unknown[] => svmWallet.requests.filter(({ method }) => method.startsWith('sign'));
  return {
    world,
    tab,
    wallet: animal.name,
    asset: REAL_SOL as unknown as typeof ETH,
    asked: () => signs().map((each) => (each as { params: [SignInput] }).params[0].account.address),
    inReview: () => undefined,
  };
}

/** Presses what leads on, if the screen has it. Connects the wallet, chooses the token and confirms once each. */
async function pressOnce({ tab, wallet, asset, inReview }: Scene, pressed: Set<string>): Promise<void> {
  const { state } = tab;
  const isFirst = (press: string): boolean => !pressed.has(press) && !!pressed.add(press);
  switch (state.name) {
    case 'selecting':
      if (state.accounts.length > 0) {
        const offered = state.assets.some((each) => each.currency === asset.currency && each.chainId === asset.chainId);
        if (offered && isFirst('asset')) await tab.do({ type: 'asset-picked', ...asset });
      } else if (state.wallets.some(({ id }) => id === wallet) && isFirst('wallet'))
        await tab.do({ type: 'wallet-picked', wallet });
      return;
    case 'quoting':
    case 'reviewing':
      // The session may have chosen another asset.
      if (state.asset.currency !== asset.currency) await tab.do({ type: 'back' });
      else if (state.name === 'reviewing' && isFirst('pay')) {
        inReview();
        await tab.press();
      }
      return;
    case 'authorizing':
      if (state.stalled) await tab.do({ type: 'wallet-closed' });
      return;
    default:
  }
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
