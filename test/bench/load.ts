/**
 * Measures how soon a payer can press the button. It loads the built script as on a slow phone: a quarter of this
 * machine's speed, 1.6 Mbit/s, 150 ms latency.
 *
 * Prints the median of five loads: the time until the button is on the page, and the time from the press to the first
 * view of the sheet. It also counts the files that load before the press. It fails if the page sends a request to
 * another host before the press.
 */
import { once } from 'node:events';
import { createReadStream, existsSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join, normalize } from 'node:path';
import { createGzip } from 'node:zlib';
import { type Browser, launch } from 'puppeteer-core';
import { CHROMIUM_FLAGS, findBrowser } from '../support/browsers.mjs';
import { median } from '../support/figures.js';
import { root } from '../support/sources.js';

type Load = { buttonMs: number; sheetMs: number; files: number };

const PAGE = `<!doctype html><html lang="en"><title>Shop</title><link rel="icon" href="data:,">
  <script type="module" src="/hub-pay.js"></script>
  <hub-pay base-url="https://pay.invalid" destination-chain-id="1" destination-currency="native" amount="1"
    recipient="0x00000000000000000000000000000000000000aa"></hub-pay>`;

const server = createServer((request, response) => {
  if (request.url === '/') return void response.writeHead(200, { 'content-type': 'text/html' }).end(PAGE);
  const file = join(root, 'dist/cdn', normalize(request.url ?? ''));
  if (!existsSync(file)) return void response.writeHead(404).end();
  response.writeHead(200, { 'content-type': 'text/javascript', 'content-encoding': 'gzip' });
  createReadStream(file).pipe(createGzip()).pipe(response);
}).listen(0, '127.0.0.1');
await once(server, 'listening');
const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
const browser = await launch({ executablePath: findBrowser('chromium') ?? '', args: CHROMIUM_FLAGS });

try {
  const loads: Load[] = [];
  for (let run = 0; run < 5; run++) loads.push(await load(browser));
  const row = {
    bench: 'load',
    buttonMs: median(loads.map(({ buttonMs }) => buttonMs)),
    sheetMs: median(loads.map(({ sheetMs }) => sheetMs)),
    filesBeforePress: Math.max(...loads.map(({ files }) => files)),
  };
  console.log(`button on the page  ${row.buttonMs} ms`);
  console.log(`sheet after a press ${row.sheetMs} ms`);
  console.log(`files before it     ${row.filesBeforePress}`);
  console.log(JSON.stringify(row));
} finally {
  await browser.close();
  server.close();
  server.closeAllConnections();
}

async function load(browser: Browser): Promise<Load> {
  const context = await browser.createBrowserContext();
  const page = await context.newPage();
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  await page.emulateCPUThrottling(4);
  await page.emulateNetworkConditions({ download: (1.6e6 / 8) * 0.9, upload: (750e3 / 8) * 0.9, latency: 150 });
  await page.goto(base, { waitUntil: 'domcontentloaded' });
  const button = await page.waitForFunction(
    () => document.querySelector('hub-pay')?.shadowRoot?.querySelector('[part~=button]') && performance.now(),
    { polling: 'raf' },
  );
  const buttonMs = Math.round(Number(await button.jsonValue()));
  const files = requests.filter((url) => url.endsWith('.js')).length;
  const foreign = requests.filter((url) => !url.startsWith(base) && !url.startsWith('data:'));
  if (foreign.length > 0) throw new Error(`requested before the press: ${foreign.join(' ')}`);
  const sheetMs = await page.evaluate(async () => {
    const shadow = document.querySelector('hub-pay')?.shadowRoot;
    const pressed = performance.now();
    shadow?.querySelector<HTMLElement>('[part~=button]')?.click();
    while (!shadow?.querySelector('dialog[open]')) await new Promise(requestAnimationFrame);
    return Math.round(performance.now() - pressed);
  });
  await context.close();
  return { buttonMs, sheetMs, files };
}
