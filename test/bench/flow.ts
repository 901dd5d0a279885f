/**
 * Measures how long a payer waits in the demo shop on local chains. The payer's wallet is connected. Prints the median
 * of five payments.
 *
 * `sheet`: from the press of the button to the first frame of the sheet. `price`: from that press to the first price.
 * `prompt`: from the press in the review to the wallet's prompt. `processing` and `end`: from the payer's approval.
 */
import { startDemo } from '../../demo/start-demo.js';
import type { PaymentState } from '../../src/payment/model/state.js';
import { openBrowser, type Page } from '../support/pages/drive.js';
import { medians, report } from '../tools/figures.js';
import { NATIVE, ORIGIN } from '../support/pages/flows.js';
import { answerWallet, payByParts, press, reaches } from '../support/pages/shop-page.js';

type Times = { sheetMs: number; priceMs: number; promptMs: number; processingMs: number; endMs: number };
type PayElement = HTMLElement & { readonly state: PaymentState };

const RUNS = 5;
const SEND = 'eth_sendTransaction';

const demo = await startDemo({ port: 0 });
const browser = await openBrowser('chromium');
try {
  const runs: Times[] = [];
  for (let run = 0; run < RUNS; run++) runs.push(await payOnce());
  report('flow', [medians(runs)]);
} finally {
  await browser.close();
  await demo.stop();
}

async function payOnce(): Promise<Times> {
  const page = await browser.newPage();
  await page.goto(demo.url);
  // The first visit connects the wallet. The second visit is measured.
  await payByParts(page, { pay: { chainId: ORIGIN, currency: NATIVE }, until: ['reviewing'] });
  await page.reload();
  await page.waitFor(() => document.querySelector('hub-pay')?.shadowRoot?.querySelector('[part~=button]'));
  const { sheetMs, priceMs } = await page.evaluate(firstPrice);
  await payByParts(page, { pay: { chainId: ORIGIN, currency: NATIVE }, until: ['reviewing'] });
  const promptMs = await untilPrompt(page);
  await answerWallet(page, 'approve');
  const approved = performance.now();
  // On local chains, the payment can end before the next look.
  await page.waitFor(() => {
    const { state } = document.querySelector('hub-pay') as PayElement;
    return state.name === 'processing' || state.name === 'succeeded';
  });
  const processingMs = performance.now() - approved;
  await reaches(page, { name: 'succeeded' });
  const endMs = performance.now() - approved;
  await page.close();
  return { sheetMs, priceMs, promptMs, processingMs, endMs };
}

/** Runs in the page. Presses the button, and looks once in each frame. */
async function firstPrice(): Promise<Pick<Times, 'sheetMs' | 'priceMs'>> {
  const element = document.querySelector('hub-pay') as PayElement;
  const pressed = performance.now();
  element.shadowRoot?.querySelector<HTMLElement>('[part~=button]')?.click();
  let sheetMs = 0;
  for (;;) {
    await new Promise(requestAnimationFrame);
    const sinceMs = performance.now() - pressed;
    if (!sheetMs && element.shadowRoot?.querySelector('dialog[open]')) sheetMs = sinceMs;
    const { state } = element;
    // A row that knows its need has a price. A wallet that chose the asset of last time shows the price in the review.
    if (state.name === 'reviewing' || (state.name === 'selecting' && state.assets.some(({ needed }) => needed)))
      return { sheetMs, priceMs: sinceMs };
    if (sinceMs > 30_000) throw new Error(`no price within 30 s, in the state ${state.name}`);
  }
}

async function untilPrompt(page: Page): Promise<number> {
  await press(page, '[part~=primary]');
  const pressed = performance.now();
  await page.waitFor((method) => document.querySelector(`#demo-wallet[open][data-method=${method}]`), SEND);
  return performance.now() - pressed;
}
