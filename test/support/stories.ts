/** Builds Storybook and opens single stories in Chromium, for tests and screenshots. */
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createReadStream, existsSync, readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type Browser, launch, type Page } from 'puppeteer-core';
import { CHROMIUM_FLAGS, findBrowser } from './browsers.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const folder = join(root, 'node_modules/.cache/storybook');
const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
  '.json': 'application/json',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

export type Story = { id: string; title: string; name: string };
/** `args` has the format of Storybook's URL: `theme:dark`. */
export type Look = { dark?: boolean; width?: number; direction?: 'ltr' | 'rtl'; args?: string; scale?: number };
export type Gallery = {
  stories: Story[];
  /** The pages of the documentation. */
  pages: Story[];
  open(story: Story, look?: Look): Promise<OpenStory>;
  /** Shows another story on an open page. The caller may do so only if the previous story had no problems. */
  turnTo(story: Story, opened: OpenStory): Promise<OpenStory>;
  openPage(page: Story, look?: Look): Promise<Page>;
  close(): Promise<void>;
};
/** `problems` are errors of the story or the page, and requests to other hosts. */
export type OpenStory = { page: Page; problems: string[] };

export async function openGallery(): Promise<Gallery> {
  await promisify(execFile)('npm', ['run', '-s', 'build-storybook'], { cwd: root, maxBuffer: 2 ** 26 });
  const server = createServer((request, response) => {
    // Answers without an icon, because every browser requests this file.
    if (request.url === '/favicon.ico') return void response.writeHead(204).end();
    const path = join(folder, normalize(new URL(request.url ?? '/', 'http://localhost').pathname));
    if (!existsSync(path) || !statSync(path).isFile()) return void response.writeHead(404).end();
    // All stories load the same two megabytes of code, so the browser should cache it.
    const headers = {
      'content-type': TYPES[extname(path)] ?? 'application/octet-stream',
      'cache-control': 'max-age=3600',
    };
    response.writeHead(200, headers);
    createReadStream(path).pipe(response);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const executablePath = findBrowser('chromium') ?? '';
  const browser = await launch({ executablePath, args: [...CHROMIUM_FLAGS, '--force-color-profile=srgb'] });
  const index = JSON.parse(readFileSync(join(folder, 'index.json'), 'utf8')) as {
    entries: Record<string, Story & { type: string }>;
  };
  return {
    stories: Object.values(index.entries).filter(({ type }) => type === 'story'),
    pages: Object.values(index.entries).filter(({ type }) => type === 'docs'),
    openPage: async ({ id }, look = {}) => {
      const page = await browser.newPage();
      await page.setViewport({ width: look.width ?? 900, height: 900 });
      await paint(page, look.dark ? 'dark' : 'light');
      await page.goto(`${base}/iframe.html?viewMode=docs&id=${id}`);
      await page.waitForSelector('.sbdocs-content h1');
      return page;
    },
    open: (story, look = {}) => openStory(browser, base, story, look),
    turnTo: async (story, opened) => {
      await paint(opened.page, 'light');
      await opened.page.evaluate(turnTo, story.id);
      return finished(story, opened);
    },
    async close() {
      await browser.close();
      server.close();
      server.closeAllConnections();
    },
  };
}

async function openStory(browser: Browser, base: string, story: Story, look: Look): Promise<OpenStory> {
  const page = await browser.newPage();
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(`uncaught: ${error instanceof Error ? error.message : String(error)}`));
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(`console.error: ${message.text()}`);
  });
  page.on('request', (request) => {
    const url = request.url();
    if (/^https?:/u.test(url) && !url.startsWith(base)) problems.push(`asked the network for ${url}`);
  });
  await page.emulateFocusedPage(true);
  await page.setViewport({ width: look.width ?? 900, height: 900, deviceScaleFactor: look.scale ?? 1 });
  await paint(page, look.dark ? 'dark' : 'light');
  const globals = `direction:${look.direction ?? 'ltr'};a11y.manual:!true`;
  const args = look.args === undefined ? '' : `&args=${look.args}`;
  await page.goto(`${base}/iframe.html?viewMode=story&id=${story.id}&globals=${globals}${args}`);
  return finished(story, { page, problems });
}

/** Waits until the story's play function has finished. */
async function finished({ id }: Story, { page, problems }: OpenStory): Promise<OpenStory> {
  const end = await page.waitForFunction(finishedStory, { timeout: 30_000, polling: 50 }, id);
  const { status, thrown } = (await end.jsonValue()) as Finished;
  if (thrown !== undefined || status !== 'success') problems.push(`the story ended as "${status}": ${thrown ?? ''}`);
  return { page, problems };
}

/** Sets the color scheme. A story that is already open switches to this color scheme at once. */
export function paint(page: Page, scheme: 'light' | 'dark'): Promise<void> {
  return page.emulateMediaFeatures([
    { name: 'prefers-color-scheme', value: scheme },
    { name: 'prefers-reduced-motion', value: 'reduce' },
  ]);
}

/** Runs in the page. */
function turnTo(storyId: string): void {
  type Channel = { emit(event: string, what: unknown): void };
  const { channel } = (globalThis as unknown as { __STORYBOOK_PREVIEW__: { channel: Channel } }).__STORYBOOK_PREVIEW__;
  channel.emit('setCurrentStory', { storyId, viewMode: 'story' });
}

type Finished = { status: string; thrown: string | undefined };

/**
 * Runs in the page. Storybook reports success even after an error in the play function. Only another event reports the
 * error.
 */
function finishedStory(id: string): Finished | false {
  type Channel = { last(event: string): [{ storyId?: string; status?: string; message?: string }] | undefined };
  const channel = (globalThis as { __STORYBOOK_PREVIEW__?: { channel?: Channel } }).__STORYBOOK_PREVIEW__?.channel;
  const [thrown] =
    channel?.last('playFunctionThrewException') ??
    channel?.last('storyThrewException') ??
    channel?.last('storyErrored') ??
    channel?.last('storyMissing') ??
    [];
  if (thrown) return { status: 'thrown', thrown: thrown.message ?? JSON.stringify(thrown) };
  const [done] = channel?.last('storyFinished') ?? [];
  return done?.storyId === id && { status: done.status ?? '', thrown: undefined };
}
