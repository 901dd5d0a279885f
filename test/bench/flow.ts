/**
 * Measures how long a payer waits in the demo shop on local chains. It prints three waiting times, each as the median
 * of five payments.
 */
import { startDemo } from '../../demo/start-demo.js';
import { openBrowser } from '../support/drive.js';
import { median } from '../support/figures.js';
import { NATIVE, ORIGIN } from '../support/flows.js';
import { answerWallet, payByParts, press, reaches } from '../support/shop-page.js';

const RUNS = 5;
const SEND = 'eth_sendTransaction';

const demo = await startDemo({ port: 0 });
const browser = await openBrowser('chromium');
try {
  const runs: { promptMs: number; processingMs: number; endMs: number }[] = [];
  for (let run = 0; run < RUNS; run++) runs.push(await payOnce());
  const row = {
    bench: 'flow',
    promptMs: median(runs.map(({ promptMs }) => promptMs)),
    processingMs: median(runs.map(({ processingMs }) => processingMs)),
    endMs: median(runs.map(({ endMs }) => endMs)),
  };
  console.log(`press to the wallet's prompt   ${row.promptMs} ms`);
  console.log(`approval to "on its way"       ${row.processingMs} ms`);
  console.log(`approval to "paid"             ${row.endMs} ms`);
  console.log(JSON.stringify(row));
} finally {
  await browser.close();
  await demo.stop();
}

async function payOnce(): Promise<{ promptMs: number; processingMs: number; endMs: number }> {
  const page = await browser.newPage();
  await page.goto(demo.url);
  await payByParts(page, { pay: { chainId: ORIGIN, currency: NATIVE }, until: ['reviewing'] });
  await press(page, '[part~=primary]');
  const pressed = performance.now();
  await page.waitFor((method) => document.querySelector(`#demo-wallet[open][data-method=${method}]`), SEND);
  const promptMs = Math.round(performance.now() - pressed);
  await answerWallet(page, 'approve');
  const approved = performance.now();
  await reaches(page, { name: 'processing' });
  const processingMs = Math.round(performance.now() - approved);
  await reaches(page, { name: 'succeeded' });
  const endMs = Math.round(performance.now() - approved);
  await page.close();
  return { promptMs, processingMs, endMs };
}
