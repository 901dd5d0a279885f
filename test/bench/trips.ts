/**
 * Draws every request between the payer's presses and the wallet's prompts, from a recorded payment in the demo shop.
 * Each line names what the request waited for. Every response takes 300 ms longer than on this machine.
 *
 * `first`: the payer connects a wallet and pays with a token, up to the prompt of the approval. `known`: the wallet and
 * the last asset are known, and the payer pays in the native currency. In the shop, the page's own request
 * `POST /api/orders/…` decides whether the wallet is asked.
 */
import process from 'node:process';
import { startDemo } from '../../demo/start-demo.js';
import { openBrowser, type Page } from '../support/pages/drive.js';
import { check, report } from '../tools/figures.js';
import { NATIVE, ORIGIN, type Token } from '../support/pages/flows.js';
import { recordRoundTrips, type Trip } from './support/round-trips.js';
import { answerWallet, payByParts, reaches } from '../support/pages/shop-page.js';

/** First the page's decision together with the reads that need no decision, then the nonce. */
const MOST = 2;
const WIDTH = 60;
const NAME = 36;

const SEND = 'eth_sendTransaction';
const native = { chainId: ORIGIN, currency: NATIVE };
const demo = await startDemo({ port: 0 });
const browser = await openBrowser('chromium');
try {
  const page = await browser.newPage();
  const token = { chainId: ORIGIN, currency: demo.devnet.addresses.usdc };
  draw('first', await recordPayment(page, token));
  await page.close();
  const known = await browser.newPage();
  await known.goto(demo.url);
  await payByParts(known, { pay: native, stopAt: SEND });
  await answerWallet(known, 'reject');
  await reaches(known, { name: 'reviewing' });
  draw('known', await recordPayment(known, native));
  await known.close();
} finally {
  await browser.close();
  await demo.stop();
}

async function recordPayment(page: Page, pay: Token): Promise<readonly Trip[]> {
  await page.goto(demo.url);
  const trips = await recordRoundTrips(page);
  await payByParts(page, { pay, stopAt: SEND });
  return trips.stop();
}

function draw(payment: string, trips: readonly Trip[]): void {
  const total = Math.max(...trips.map(({ startMs }) => startMs));
  const columnOf = (ms: number): number => Math.round((Math.min(ms, total) / total) * WIDTH);
  console.log(`\n${payment} payment`);
  for (const { kind, name, startMs, endMs, after, round } of trips) {
    const from = columnOf(startMs);
    const bar = kind === 'request' ? '='.repeat(Math.max(1, columnOf(endMs) - from)) : kind === 'press' ? '*' : '!';
    const label = kind === 'press' ? `payer presses ${name}` : kind === 'prompt' ? `wallet asks ${name}` : name;
    const cause = kind === 'request' ? `${round}  after ${after?.name ?? ''}` : '';
    console.log(
      `${label.slice(0, NAME).padEnd(NAME)} |${(' '.repeat(from) + bar).padEnd(WIDTH + 1)}| ${cause}`.trimEnd(),
    );
  }
  const prompts = trips.filter(({ kind }) => kind === 'prompt');
  const rows = prompts.map(({ name, round }) => check(`${payment}: rounds from a press to ${name}`, round - 1, MOST));
  report('trips', rows);
  if (rows.some(({ verdict }) => verdict !== 'ok')) process.exitCode = 1;
}
