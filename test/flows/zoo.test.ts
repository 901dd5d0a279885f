/** A payer meets each odd wallet in the shop: the order is paid, or the payer reads the truth and can go on. */
import assert from 'node:assert/strict';
import { SVM_CHAIN, SVM_NATIVE } from '../../demo/devnet/svm/addresses.js';
import type { PaymentState } from '../../src/payment/model/state.js';
import { canPress } from '../support/pages/can-press.js';
import type { Page } from '../support/pages/drive.js';
import { inEngines, NATIVE, ORIGIN, PRICE, type Token, type Visit } from '../support/pages/flows.js';
import { eventsOf, payByParts, press } from '../support/pages/shop-page.js';
import type { Animal } from '../support/zoo/animal.js';
import { ENDS, endOf, hasEnded, PATIENCE_MS, seenIn } from '../support/zoo/ends.js';
import { zoo } from '../support/zoo/zoo.js';
import { runsOf } from '../support/thorough.js';
import { announce, register } from './wallet-bridge.js';
import { evmHabitat, svmHabitat } from './zoo-wallets.js';

/**
 * In `npm test`, a tenth of the wallets: the units meet all of them, and each costs seconds here. `HUB_PAY_RUNS=100`
 * sends all of them to the shop.
 */
const STEP = Math.ceil(zoo.length / runsOf(6));
const guests = zoo.filter((_, at) => at % STEP === 0);

/** Most of the wallets only let the payer wait. */
const AT_ONCE = 8;

/**
 * Pays until the press after which the payer can only watch. That is the press on the pay button, or on the wallet, if
 * the wallet never connects.
 */
async function pay(visit: Visit, animal: Animal): Promise<void> {
  await reachReview(visit, animal);
  if (animal.ends !== 'connecting') await press(visit.page, '[part~=primary]');
}

/** Pays until the review, and lets the wallet do what it does there. */
async function reachReview({ demo, page }: Visit, animal: Animal): Promise<void> {
  if (animal.family === 'svm') {
    await register(page, svmHabitat(demo, animal));
    await page.goto(demo.url);
    await choose(page, animal, { chainId: SVM_CHAIN, currency: SVM_NATIVE }, animal.name);
    return;
  }
  const habitat = await evmHabitat(demo, animal);
  await announce(page, habitat);
  await page.goto(demo.url);
  const currency = animal.pays === 'USDC' ? demo.devnet.addresses.usdc : NATIVE;
  await choose(page, animal, { chainId: ORIGIN, currency }, habitat.wallet.info.rdns);
  animal.inReview?.(habitat);
}

/** Chooses the wallet and the token. A wallet that never connects is only pressed. */
async function choose(page: Page, { ends }: Animal, pay: Token, wallet: string): Promise<void> {
  if (ends !== 'connecting') {
    await payByParts(page, { pay, wallet, until: ['reviewing'] });
    return;
  }
  await press(page, '[part~=button]');
  await press(page, `[part~=wallet][data-wallet="${wallet}"]`);
}

type Look = { state: PaymentState; canAct: boolean; canGiveUp: boolean };

/** Reads the state, and whether the payer has a button. */
const look = (page: Page): Promise<Look> =>
  page.evaluate(() => {
    const element = document.querySelector('hub-pay') as HTMLElement & { state: PaymentState };
    const buttons = [...element.shadowRoot!.querySelectorAll<HTMLElement>('[part~=primary], [part~=secondary]')];
    const usable = buttons.filter((button) => canPress(button));
    return {
      state: element.state,
      canAct: usable.length > 0,
      canGiveUp: element.state.name === 'authorizing' && element.state.stalled,
    };
  });

/**
 * Watches until the payment has this end. A payment that first ends otherwise can still be found, so another end counts
 * if it stays. `longest` is the longest time without a button, in milliseconds.
 */
async function watch(page: Page, end: string): Promise<{ state: PaymentState; longest: number }> {
  let [alone, longest, other] = [Date.now(), 0, 0];
  for (;;) {
    const { state, canAct, canGiveUp } = await look(page);
    if (canAct) alone = Date.now();
    longest = Math.max(longest, Date.now() - alone);
    // A wallet that never connects leaves the payer with a button, and nothing ends.
    if (end === 'connecting' && endOf(state) === end && canAct) return { state, longest };
    if (!hasEnded(state)) other = 0;
    else if (endOf(state) === end || Date.now() - (other ||= Date.now()) > PATIENCE_MS) return { state, longest };
    if (longest > PATIENCE_MS) return { state, longest };
    if (canGiveUp) await press(page, '[part~=secondary]');
  }
}

inEngines(
  ['chromium'],
  'The zoo of wallets',
  (test) => {
    for (const animal of guests)
      test(`F-199 shop flow: a payment with the wallet ${animal.name} ends as ${animal.ends}`, async (visit) => {
        const { page } = visit;
        await pay(visit, animal);
        const { state, longest } = await watch(page, animal.ends);
        assert.deepEqual([endOf(state), seenIn(state)], [animal.ends, ENDS[animal.ends]]);
        assert.ok(longest <= PATIENCE_MS, `${longest} ms without a button`);
        const received = await eventsOf(page, 'hub-success');
        const amounts = received.map(({ detail }) => (detail['received'] as { amount: string }).amount);
        assert.deepEqual(amounts, animal.ends === 'paid' ? [String(PRICE)] : []);
      });
  },
  { concurrency: AT_ONCE },
);
