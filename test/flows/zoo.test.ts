/** A payer meets each odd wallet in the shop: the order is paid, or the payer reads the truth and can go on. */
import assert from 'node:assert/strict';
import { SVM_CHAIN, SVM_NATIVE } from '../../demo/devnet/svm/addresses.js';
import type { PaymentState } from '../../src/payment/model/state.js';
import { canPress } from '../support/pages/can-press.js';
import type { Page } from '../support/pages/drive.js';
import { inEngines, NATIVE, ORIGIN, PRICE, type Visit } from '../support/pages/flows.js';
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

/** Pays until the review, and lets the wallet do what it does there. */
async function reachReview({ demo, page }: Visit, animal: Animal): Promise<void> {
  const until = ['reviewing'] as const;
  if (animal.family === 'svm') {
    await register(page, svmHabitat(demo, animal));
    await page.goto(demo.url);
    await payByParts(page, { pay: { chainId: SVM_CHAIN, currency: SVM_NATIVE }, wallet: animal.name, until });
    return;
  }
  const habitat = await evmHabitat(demo, animal);
  await announce(page, habitat);
  await page.goto(demo.url);
  const currency = animal.pays === 'USDC' ? demo.devnet.addresses.usdc : NATIVE;
  await payByParts(page, { pay: { chainId: ORIGIN, currency }, wallet: habitat.wallet.info.rdns, until });
  animal.inReview?.(habitat);
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
        await reachReview(visit, animal);
        await press(page, '[part~=primary]');
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
