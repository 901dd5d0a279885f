/**
 * Tests the recipes of stories/docs/recipes.md: the HTML of each recipe stands in the page of ten lines of Getting
 * started, and a payer pays. Test mode takes the place of the service, or the local chains where test mode cannot.
 */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import process from 'node:process';
import { after } from 'node:test';
import { getAddress } from 'viem';
import { SVM_CHAIN, svmRecipient, mints } from '../../demo/devnet/svm/addresses.js';
import { servePages, type PageServer } from '../../demo/serve-pages.js';
import type { Demo } from '../../demo/start-demo.js';
import { verifyPayment, type FetchHandler } from '../../src/server/index.js';
import { CHROMIUM_FLAGS, findBrowser } from '../support/browsers.mjs';
import { canPress } from '../support/pages/can-press.js';
import type { Page } from '../support/pages/drive.js';
import { inEngines, isExchangeCheck, NATIVE, ORIGIN, PRICE, shopIncome, DESTINATION } from '../support/pages/flows.js';
import { blocksOf } from '../tools/docs/markdown.js';
import { sendFromExchange } from '../support/pages/payer.js';
import { answerWallet, payByParts, press, reaches, showsText, stateOf, typeInto } from '../support/pages/shop-page.js';
import { read, root } from '../tools/sources.js';

const RECIPES = 'stories/docs/recipes.md';
const START = 'stories/docs/getting-started.md';
const TAG = /<hub-pay[\s\S]*<\/hub-pay>/u;
const VENUE = 1337;

/** The code blocks of a language below this heading. */
function blocksBelow(heading: string, language: string): string[] {
  const page = read(RECIPES);
  const from = page.split('\n').indexOf(`## ${heading}`);
  assert.ok(from > 0, heading);
  const next = page.split('\n').findIndex((line, at) => at > from && line.startsWith('## '));
  const lines = blocksOf(RECIPES, page).filter(({ line }) => line > from && line <= next);
  return lines.filter((block) => block.language === language).map(({ text }) => text);
}

/** The page of ten lines with the recipe's HTML in place of its tag. */
function pageWith(recipe: string, head = ''): string {
  const [frame] = blocksOf(START, read(START)).filter(({ text }) => TAG.test(text));
  assert.match(frame?.text ?? '', /^<!doctype html>/u);
  return frame!.text.replace(TAG, () => recipe).replace('</head>', `<link rel="icon" href="data:,">${head}</head>`);
}

const servers: PageServer[] = [];
after(async () => {
  for (const server of servers) await server.close();
});

type Site = { url: string; posted: URLSearchParams[] };

/** Serves the page, the element, and the paths of the merchant's server. `$SITE` in the page is the site's URL. */
async function serve(demo: Demo, html: string, files: Record<string, string> = {}): Promise<Site> {
  const server = await servePages(0);
  servers.push(server);
  const posted: URLSearchParams[] = [];
  const fromShop =
    (prefix: string, path: string): FetchHandler =>
    async (request) => {
      const { pathname, search } = new URL(request.url);
      const headers = { origin: new URL(demo.url).origin, 'content-type': 'application/json' };
      const body = request.method === 'POST' ? await request.text() : null;
      const target = new URL(pathname.replace(prefix, path) + search, demo.url);
      const answer = await fetch(target, { method: request.method, headers, body });
      const type = answer.headers.get('content-type') ?? '';
      return new Response(await answer.arrayBuffer(), { status: answer.status, headers: { 'content-type': type } });
    };
  const nodes = demo.devnet.chains.flatMap(({ httpRpcUrl, nodeUrl }) => [httpRpcUrl, nodeUrl]);
  const venue = new URL(demo.devnet.venueExchangeUrl).origin;
  server.show(
    new Map([['/index.html', html.replace('$SITE', server.url)], ...Object.entries(files)]),
    [demo.devnet.serviceUrl, venue, ...nodes],
    {
      '/hub-pay/': fromShop('/hub-pay/', '/cdn/'),
      '/demo-wallet.js': fromShop('', ''),
      '/hub/': fromShop('', ''),
      '/registry.json': () => Promise.resolve(Response.json(demo.devnet.registry)),
      '/api/': () => Promise.resolve(new Response(null, { status: 204 })),
      '/orders/': async (request) => {
        posted.push(new URLSearchParams(await request.text()));
        return new Response('<!doctype html><link rel="icon" href="data:,">', {
          headers: { 'content-type': 'text/html' },
        });
      },
    },
  );
  return { url: server.url, posted };
}

/** The recipe's HTML with test mode in place of the service. */
const inTestMode = (recipe: string): string => recipe.replace(/base-url="[^"]*"/u, 'base-url="demo:"');

/** Presses what a payer in test mode presses, until the payment has ended. */
async function paysInTestMode(page: Page, end = 'succeeded'): Promise<void> {
  await page.waitFor((last) => {
    const element = document.querySelector('hub-pay') as HTMLElement & { state: { name: string }; open: boolean };
    if (element.state.name === last) return true;
    const one = (name: string): HTMLElement | undefined =>
      [...(element.shadowRoot?.querySelectorAll<HTMLElement>(`[part~="${name}"]`) ?? [])].find((part) =>
        canPress(part),
      );
    const button = one('button');
    if (button && !element.open) button.click();
    else one('primary')?.click();
    return false;
  }, end);
}

/** Runs a test file of the documentation in Node, and returns its output. */
async function runTestFile(text: string, url: string): Promise<string> {
  const folder = `${root}node_modules/.cache/end-to-end`;
  await mkdir(folder, { recursive: true });
  const options = JSON.stringify({ executablePath: findBrowser('chromium'), args: CHROMIUM_FLAGS });
  const launcher = `export default { launch: () => puppeteer.launch(${options}) };`;
  await writeFile(`${folder}/puppeteer.mjs`, `import puppeteer from 'puppeteer-core';\n${launcher}\n`);
  await writeFile(`${folder}/checkout.test.mjs`, text.replace("'puppeteer'", "'./puppeteer.mjs'"));
  // With this variable, Node would report to the test runner that started this file.
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  return new Promise((resolve) => {
    const words = ['--test-reporter=tap', `${folder}/checkout.test.mjs`];
    execFile(process.execPath, words, { env: { ...env, SHOP_URL: url } }, (_error, output) => resolve(output));
  });
}

inEngines(['chromium'], 'The recipes in test mode', (test) => {
  const logo = { '/logo.svg': '<svg xmlns="http://www.w3.org/2000/svg" width="24" height="24"/>' };
  for (const [heading, files] of [
    ['Checkout'],
    ['Only these tokens'],
    ['Your own receipt'],
    ['A thank-you page'],
    ['Several buttons on a page'],
    ['Your logo', logo],
  ] as const) {
    test(`shop flow: the recipe “${heading}” pays as it stands in the page`, async ({ demo, page }) => {
      const [recipe = ''] = blocksBelow(heading, 'html');
      await page.goto((await serve(demo, pageWith(inTestMode(recipe)), files)).url);
      await paysInTestMode(page);
      const slot = /<p slot="success">(.*)<\/p>/u.exec(recipe)?.[1];
      if (slot) await page.waitFor(() => document.querySelector<HTMLElement>('[slot=success]')?.checkVisibility());
      assert.equal(Boolean(slot), heading === 'Your own receipt');
    });
  }

  for (const layout of ['panel', 'button']) {
    test(`P-25 shop flow: with the recipe “A page that does not move”, nothing moves (${layout})`, async (visit) => {
      const [recipe = ''] = blocksBelow('A page that does not move', 'html');
      const [link = ''] = /<link [^>]*>/u.exec(recipe) ?? [];
      // Below a button, test mode adds a line, which a real payment has not.
      const markup = layout === 'panel' ? inTestMode(recipe) : recipe;
      const tag = markup.replace(link, '').replace('<hub-pay layout="panel"', `<hub-pay layout="${layout}"`);
      const { page } = visit;
      const html = pageWith(`${tag}<p>What stands below.</p>`, link);
      await page.goto((await serve(visit.demo, html)).url);
      if (layout === 'panel') await paysInTestMode(page);
      else await page.waitFor(() => document.querySelector('hub-pay')?.shadowRoot?.querySelector('[part~=button]'));
      const moved = await page.evaluate(async () => {
        const seen: string[] = [];
        const note = (list: PerformanceObserverEntryList): void =>
          void seen.push(...list.getEntries().map((entry) => JSON.stringify(entry)));
        new PerformanceObserver(note).observe({ type: 'layout-shift', buffered: true });
        // The browser tells the shifts of the past after some frames.
        for (let frames = 0; frames < 30; frames += 1) await new Promise(requestAnimationFrame);
        return seen;
      });
      assert.deepEqual(moved, []);
    });
  }

  test('shop flow: a script of the page sets the outcome, and the server reads it', async ({ demo, page }) => {
    const file = 'stories/docs/testing.md';
    const samples = blocksOf(file, read(file)).map(({ text }) => text);
    const script = samples.find((text) => text.includes('/hub-pay/testing.js')) ?? '';
    const [, code = ''] = /<script type="module">([\s\S]*)<\/script>/u.exec(script) ?? [];
    const tag = TAG.exec(samples.find((text) => TAG.test(text)) ?? '')?.[0] ?? '';
    assert.match(tag, /base-url="demo:"/u);
    const head = '<script type="module" src="/own.js"></script>';
    await page.goto((await serve(demo, pageWith(tag, head), { '/own.js': code })).url);
    await paysInTestMode(page, 'refunded');
    const state = await stateOf(page);
    assert.ok(state.name === 'refunded');
    const expected = {
      recipient: '0x7A3bC1de5f60718293a4B5c6d7E8f90123456789',
      chainId: 84532,
      currency: '0x036cbd53842c5426634e7929541ec2318f3dcf7e',
      amount: '25000000',
    };
    const { requestId } = state.refund;
    const options = { baseUrl: 'demo:', requestId, claim: () => true, allowTestPayments: true };
    const result = await verifyPayment({ ...options, expect: expected });
    assert.equal(result.ok ? 'ok' : result.reason, 'refunded');
  });

  test('shop flow: the end-to-end test of the page on tests passes on the page of ten lines', async ({ demo }) => {
    const file = 'stories/docs/testing.md';
    const sample = blocksOf(file, read(file)).find(({ text }) => text.includes("from 'puppeteer'"))?.text ?? '';
    const page = pageWith(TAG.exec(blocksOf(file, read(file))[0]?.text ?? '')?.[0] ?? '');
    assert.match(await runTestFile(sample, (await serve(demo, page)).url), /^# pass 2$[^]*^# fail 0$/mu);
  });

  test('shop flow: the recipe “Donation” pays the amount that the payer types', async ({ demo, page }) => {
    const [recipe = ''] = blocksBelow('Donation', 'html');
    await page.goto((await serve(demo, pageWith(inTestMode(recipe)))).url);
    await press(page, '[part~=asset][data-chain-id="8453"]');
    await typeInto(page, 'amount', '7.5');
    await paysInTestMode(page);
    const end = await stateOf(page);
    assert.ok(end.name === 'succeeded');
    assert.equal(end.receipt.received.amountFormatted, '7.5');
  });

  test('shop flow: the recipe “Swap” pays the payer’s own account in the chosen token', async ({ demo, page }) => {
    const [recipe = ''] = blocksBelow('Swap', 'html');
    await page.goto((await serve(demo, pageWith(inTestMode(recipe)))).url);
    await press(page, '[part~=asset][data-side=pay][data-chain-id="84532"]');
    await press(page, '[part~=asset][data-side=receive][data-chain-id="421614"]');
    await typeInto(page, 'amount', '0.01');
    await paysInTestMode(page);
    const end = await stateOf(page);
    assert.ok(end.name === 'succeeded');
    assert.deepEqual([end.receipt.paid.chainId, end.receipt.received.chainId], [84532, 421614]);
  });

  test('shop flow: the recipe “In a form” submits the request id after the payment', async ({ demo, page }) => {
    const [recipe = ''] = blocksBelow('In a form', 'html');
    const site = await serve(demo, pageWith(inTestMode(recipe)));
    await page.goto(site.url);
    assert.equal(await page.evaluate(() => document.querySelector('form')!.checkValidity()), false);
    const tools = await page.devtools();
    await tools.send('Page.enable');
    const submitted = new Promise((resolve) => tools.once('Page.loadEventFired', resolve));
    await page.evaluate(() => {
      const element = document.querySelector('hub-pay')!;
      const press = setInterval(() => {
        if ((element.state as { name: string }).name === 'succeeded') {
          clearInterval(press);
          return;
        }
        const button = element.open ? '[part~=primary]' : '[part~=button]';
        const part = element.shadowRoot?.querySelector<HTMLElement>(button);
        if (canPress(part)) part.click();
      }, 50);
    });
    await submitted;
    assert.match(site.posted[0]?.get('payment') ?? '', /^0x7e57[0-9a-f]{60}$/u);
  });

  test('shop flow: the recipe “Your own button” opens the payment with its style and script', async ({
    demo,
    page,
  }) => {
    const [recipe = ''] = blocksBelow('Your own button', 'html');
    const [css = ''] = blocksBelow('Your own button', 'css');
    const [js = ''] = blocksBelow('Your own button', 'js');
    const head = '<link rel="stylesheet" href="/own.css"><script type="module" src="/own.js"></script>';
    const site = await serve(demo, pageWith(inTestMode(recipe), head), { '/own.css': css, '/own.js': js });
    await page.goto(site.url);
    const isShown = (): boolean | undefined =>
      document.querySelector('hub-pay')?.shadowRoot?.querySelector('[part~=button]')?.checkVisibility();
    await page.waitFor(() => document.querySelector('hub-pay')?.shadowRoot?.querySelector('[part~=button]') !== null);
    assert.equal(await page.evaluate(isShown), false);
    await page.evaluate(() => document.querySelector<HTMLElement>('#pay')!.click());
    await paysInTestMode(page);
  });
});

/** The recipe's HTML with the local chains in place of the live ones. */
function onLocalChains(demo: Demo, recipe: string, baseUrl = demo.devnet.serviceUrl): string {
  return recipe
    .replace(/base-url="[^"]*"/u, `registry="/registry.json" base-url="${baseUrl}"`)
    .replace('destination-chain-id="42161"', `destination-chain-id="${DESTINATION}"`)
    .replace(/recipient="0x[^"]*"/u, `recipient="${demo.devnet.recipient}"`);
}

const WALLET = '<script type="module" src="/demo-wallet.js"></script>';
const SETTINGS = '<script type="application/json" id="devnet-data">$DATA</script>';

/** Serves the recipe with the demo wallet. */
async function withWallet(demo: Demo, recipe: string, files: Record<string, string> = {}): Promise<Site> {
  const shop = await (await fetch(demo.url)).text();
  const data = /<script type="application\/json" id="devnet-data">([\s\S]*?)<\/script>/u.exec(shop)?.[1] ?? '';
  const own = Object.keys(files).map((path) => `<script type="module" src="${path}"></script>`);
  const html = pageWith(recipe, own.join('') + SETTINGS.replace('$DATA', () => data) + WALLET);
  return serve(demo, html, files);
}

inEngines(['chromium'], 'The recipes on the local chains', (test) => {
  const eth = { chainId: ORIGIN, currency: NATIVE };

  test('shop flow: the recipe “Pay the fees yourself” charges exactly the price', async ({ demo, page }) => {
    const [recipe = ''] = blocksBelow('Pay the fees yourself', 'html');
    const before = await shopIncome(demo);
    const site = await withWallet(demo, onLocalChains(demo, recipe, '$SITEhub'));
    await page.goto(site.url);
    const end = await payByParts(page, { pay: { ...eth, currency: demo.devnet.addresses.usdc } });
    assert.ok(end.name === 'succeeded');
    assert.deepEqual([end.receipt.paid.amount, (await shopIncome(demo)) - before], [String(PRICE), PRICE]);
  });

  test('shop flow: the recipe “Send from an exchange” delivers what arrives at the address', async ({ demo, page }) => {
    const [recipe = ''] = blocksBelow('Send from an exchange', 'html');
    const before = await shopIncome(demo);
    await page.goto((await withWallet(demo, onLocalChains(demo, recipe))).url);
    await press(page, '[part~=button]');
    await press(page, '[data-wallet=deposit-address]');
    await typeInto(page, 'refund-to', demo.devnet.payers[2]!.address);
    await press(page, `[part~=asset][data-chain-id="${ORIGIN}"]`);
    await reaches(page, { name: 'awaiting-deposit' });
    const state = await stateOf(page);
    assert.ok(state.name === 'awaiting-deposit');
    const to = getAddress(state.depositAddress);
    await sendFromExchange(demo, ORIGIN, { to, amount: BigInt(state.amount.amount) });
    await reaches(page, { name: 'succeeded' });
    assert.equal((await shopIncome(demo)) - before, PRICE);
  });

  test('shop flow: the recipe “Pay to or from Solana” pays an account of the SVM chain', async ({ demo, page }) => {
    const [recipe = ''] = blocksBelow('Pay to or from Solana', 'html');
    assert.ok(recipe.includes(`destination-chain-id="${SVM_CHAIN}"`));
    const local = onLocalChains(demo, recipe)
      .replace(/destination-currency="[^"]*"/u, `destination-currency="${mints.usdc.address.toBase58()}"`)
      .replace(/recipient="[^"]*"/u, `recipient="${svmRecipient}"`);
    await page.goto((await withWallet(demo, local)).url);
    const end = await payByParts(page, { pay: eth });
    assert.ok(end.name === 'succeeded');
    assert.deepEqual([end.receipt.received.chainId, end.receipt.received.amount], [SVM_CHAIN, '25000000']);
  });

  test(
    'shop flow: the recipes of the venue deposit to the payer’s account and withdraw from it',
    async ({ demo, page }) => {
      const payer = demo.devnet.payers[0]!.address;
      const [deposit = ''] = blocksBelow('Deposit to the perps venue', 'html');
      const held = demo.devnet.venue.balanceOf(payer);
      await page.goto((await withWallet(demo, onLocalChains(demo, deposit))).url);
      await payByParts(page, { until: ['selecting'] });
      await typeInto(page, 'amount', '12');
      assert.equal((await payByParts(page, { pay: eth })).name, 'succeeded');
      assert.equal(demo.devnet.venue.balanceOf(payer) - held, 1_200_000_000n);

      const [withdrawal = ''] = blocksBelow('Withdraw from the perps venue', 'html');
      const [script = ''] = blocksBelow('Withdraw from the perps venue', 'ts');
      const own = script
        .replace("('hub-pay')!", "('hub-pay')")
        .replace(/'https:[^']*exchange'/u, `'${demo.devnet.venueExchangeUrl}'`)
        .replace(/'https:[^']*info'/u, `'${demo.devnet.venueInfoUrl}'`);
      const site = await withWallet(demo, onLocalChains(demo, withdrawal), { '/own.js': own });
      await page.goto(site.url);
      await payByParts(page, { stopAt: 'eth_requestAccounts' });
      await answerWallet(page, 'approve');
      await showsText(page, /Venue|venue|Perps/u);
      await typeInto(page, 'amount', '5');
      const end = await payByParts(page, { pay: { chainId: VENUE, currency: '0x00000000000000000000000000000000' } });
      assert.ok(end.name === 'succeeded');
      assert.equal(end.receipt.paid.chainId, VENUE);
    },
    isExchangeCheck,
  );
});
