/** Tests the site of `npm run site`, from a plain file server and below a path: links, a payment, axe and requests. */
import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import type { AxeResults } from 'axe-core';
import { type Browser, launch, type Page } from 'puppeteer-core';
import { buildSite } from '../../demo/build-site.js';
import { toStorybook } from '../../stories/docs/support/to-storybook.js';
import { CHROMIUM_FLAGS, findBrowser } from '../support/browsers.mjs';
import { type FolderServer, serveFolder } from '../support/pages/serve-folder.js';
import { paint } from '../support/pages/stories.js';
import { ownFiles, read } from '../tools/sources.js';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const folder = mkdtempSync(join(tmpdir(), 'hub-pay-site-'));
let server: FolderServer;
let browser: Browser;

before(async () => {
  await buildSite(folder);
  server = await serveFolder(folder, '/docs/of/pay');
  browser = await launch({ executablePath: findBrowser('chromium') ?? '', args: [...CHROMIUM_FLAGS] });
});
after(async () => {
  await browser.close();
  server.close();
  rmSync(folder, { recursive: true });
});

/** The pages and stories that the Storybook of the site has, by the value of `path` in its URL. */
function storybookPaths(): Set<string> {
  const { entries } = JSON.parse(readFileSync(join(folder, 'storybook/index.json'), 'utf8')) as {
    entries: Record<string, { type: string }>;
  };
  return new Set(Object.entries(entries).map(([id, { type }]) => `/${type}/${id}`));
}

/** Opens a page of the site. `problems` are its errors, missing files, and requests to other hosts. */
async function open(path: string): Promise<{ page: Page; problems: string[] }> {
  const page = await browser.newPage();
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(String(error)));
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text());
  });
  page.on('request', (request) => {
    if (/^(?:https?|wss?):/u.test(request.url()) && !request.url().startsWith(`${server.base}/`))
      problems.push(`requested ${request.url()}`);
  });
  page.on('response', (response) => {
    if (response.status() >= 400) problems.push(`${response.status()} ${response.url()}`);
  });
  await page.goto(`${server.base}/${path}`);
  return { page, problems };
}

const press = (page: Page, part: string): Promise<void> => page.locator(`hub-pay >>> [part~=${part}]`).click();

test('every link and file of the start page is in the folder, and every path of Storybook exists', async () => {
  const { page, problems } = await open('');
  const links = await page.$$eval('[href], [src]', (all) =>
    all.map((each) => each.getAttribute('href') ?? each.getAttribute('src') ?? ''),
  );
  assert.ok(links.length > 20, `${links.length} links`);
  const paths = storybookPaths();
  const broken = links.filter((link) => {
    const { pathname, searchParams } = new URL(link, 'http://site/');
    const isThere = !/^(?:\w+:|\/)/u.test(link) && existsSync(join(folder, pathname));
    const shown = searchParams.get('path');
    return !isThere || (shown !== null && !paths.has(shown));
  });
  assert.deepEqual([broken, problems], [[], []]);
  await page.close();
});

test('the start page names every page of the documentation', () => {
  const start = readFileSync(join(folder, 'index.html'), 'utf8');
  const pages = [...storybookPaths()].filter((path) => path.startsWith('/docs/'));
  assert.ok(pages.length > 15);
  assert.deepEqual(
    pages.filter((path) => !start.includes(`"storybook/index.html?path=${path}"`)),
    [],
  );
});

test('every link of a page leads to a page or a story of the site, into its own page, or to another host', () => {
  const paths = storybookPaths();
  const pages = ownFiles().filter((file) => /^stories\/docs\/(?:[\w-]+\.md|welcome\.mdx)$/u.test(file));
  const links = pages.flatMap((file) =>
    [...toStorybook(read(file)).matchAll(/\]\(([^)\s]+)\)/gu)].map(([, link = '']) => ({ file, link })),
  );
  assert.ok(links.filter(({ link }) => link.startsWith('?path=')).length > 100, `${links.length} links`);
  const broken = links.filter(
    ({ link }) => !(link.startsWith('?path=') ? paths.has(link.slice(6)) : /^(?:https:\/\/|#)/u.test(link)),
  );
  assert.deepEqual(broken, []);
});

test('the start page is paid in test mode by two presses on parts, without a request to another host', async () => {
  const { page, problems } = await open('index.html');
  await press(page, 'button');
  await page.waitForFunction(() => document.querySelector('hub-pay')?.state.name === 'reviewing');
  await press(page, 'primary');
  await page.waitForFunction(() => document.querySelector('hub-pay')?.state.name === 'succeeded');
  assert.equal(
    await page.$eval('hub-pay', ({ state }) => 'receipt' in state && state.receipt.received.amount),
    '25000000',
  );
  assert.deepEqual(problems, []);
  await page.close();
});

test('the start page has no finding of axe in light and dark, and fits 320 pixels', async () => {
  const { page } = await open('');
  await page.waitForSelector('hub-pay >>> [part~=button]');
  for (const scheme of ['light', 'dark'] as const) {
    await paint(page, scheme);
    await page.setViewport({ width: 320, height: 800 });
    // The policy of the page allows no inline script, which does not apply to the developer tools.
    const found = await page.evaluate(`${axe}; axe.run({ resultTypes: ['violations'] })`);
    const { violations } = found as AxeResults;
    assert.deepEqual(
      violations.map(({ id, nodes }) => `${scheme}: ${id} at ${nodes.map(({ target }) => String(target)).join()}`),
      [],
    );
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 320);
  }
  await page.close();
});

test('the Storybook of the site shows a page and the playground, without a request to another host', async () => {
  const { page, problems } = await open('storybook/index.html?path=/docs/docs-what-can-go-wrong--docs');
  const preview = await (await page.waitForSelector('#storybook-preview-iframe'))?.contentFrame();
  await preview?.waitForSelector('.sbdocs-content h1');
  assert.equal(await preview?.$eval('.sbdocs-content h1', ({ textContent }) => textContent), 'What can go wrong');
  await page.goto(`${server.base}/storybook/index.html?path=/story/element-playground--playground`);
  const story = await (await page.waitForSelector('#storybook-preview-iframe'))?.contentFrame();
  await story?.waitForFunction(() => document.querySelector('hub-pay')?.state.name === 'reviewing');
  assert.deepEqual(problems, []);
  await page.close();
});
