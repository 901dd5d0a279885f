/** Builds Storybook and opens its stories and pages in Chromium, for tests and screenshots. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, launch, type Page } from 'puppeteer-core';
import { buildStorybook } from '../../../demo/build-storybook.js';
import { CHROMIUM_FLAGS, findBrowser } from '../browsers.mjs';
import { serveFolder } from './serve-folder.js';

/** A story, or a page of the documentation. */
export type Story = { id: string; title: string; name: string; type: 'story' | 'docs' };
/** `args` has the format of Storybook's URL: `theme:dark`. `locale` is a language of the toolbar. */
export type Look = {
  dark?: boolean;
  width?: number;
  direction?: 'ltr' | 'rtl';
  locale?: string;
  args?: string;
  scale?: number;
};
export type Gallery = {
  stories: Story[];
  /** The pages of the documentation. */
  pages: Story[];
  open(story: Story, look?: Look): Promise<OpenStory>;
  /** Shows another story on an open page. The caller may do so only if the previous story had no problems. */
  turnTo(story: Story, opened: OpenStory): Promise<OpenStory>;
  close(): Promise<void>;
};
/** `problems` are errors of the story or the page, and requests to other hosts. */
export type OpenStory = { page: Page; problems: string[] };

export async function openGallery(): Promise<Gallery> {
  const folder = await buildStorybook();
  const site = await serveFolder(folder);
  const { base } = site;
  const executablePath = findBrowser('chromium') ?? '';
  const browser = await launch({ executablePath, args: [...CHROMIUM_FLAGS, '--force-color-profile=srgb'] });
  const index = JSON.parse(readFileSync(join(folder, 'index.json'), 'utf8')) as {
    entries: Record<string, Story>;
  };
  return {
    stories: Object.values(index.entries).filter(({ type }) => type === 'story'),
    pages: Object.values(index.entries).filter(({ type }) => type === 'docs'),
    open: (story, look = {}) => openStory(browser, base, story, look),
    turnTo: async (story, opened) => {
      await paint(opened.page, 'light');
      await opened.page.evaluate(turnTo, story.id, story.type);
      return finished(story, opened);
    },
    async close() {
      await browser.close();
      site.close();
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
  const globals = `direction:${look.direction ?? 'ltr'};locale:${look.locale ?? 'auto'};a11y.manual:!true`;
  const args = look.args === undefined ? '' : `&args=${look.args}`;
  await page.goto(`${base}/iframe.html?viewMode=${story.type}&id=${story.id}&globals=${globals}${args}`);
  return finished(story, { page, problems });
}

/** Waits until the story's play function has finished, or until the page is drawn. */
async function finished({ id, type }: Story, { page, problems }: OpenStory): Promise<OpenStory> {
  const end = await page.waitForFunction(endOf, { timeout: 120_000 }, id, type);
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
function turnTo(storyId: string, viewMode: Story['type']): void {
  type Channel = { emit(event: string, what: unknown): void };
  const { channel } = (globalThis as unknown as { __STORYBOOK_PREVIEW__: { channel: Channel } }).__STORYBOOK_PREVIEW__;
  channel.emit('setCurrentStory', { storyId, viewMode });
}

type Finished = { status: string; thrown: string | undefined };

/**
 * Runs in the page. Returns false until Storybook has loaded. Storybook reports success even after an error in the play
 * function. Only another event reports the error. The function contains no named function, because the page does not
 * have the helper that names functions.
 */
async function endOf(id: string, type: Story['type']): Promise<Finished | false> {
  type Channel = { once(event: string, listen: () => void): void; last(event: string): unknown[] | undefined };
  const channel = (globalThis as { __STORYBOOK_PREVIEW__?: { channel?: Channel } }).__STORYBOOK_PREVIEW__?.channel;
  if (!channel) return false;
  const failures = ['playFunctionThrewException', 'storyThrewException', 'storyErrored', 'storyMissing'];
  const end = type === 'story' ? 'storyFinished' : 'docsRendered';
  for (;;) {
    const [thrown] = failures.map((event) => channel.last(event)).find((what) => what !== undefined) ?? [];
    if (thrown) return { status: 'thrown', thrown: (thrown as { message?: string }).message ?? JSON.stringify(thrown) };
    const [done] = channel.last(end) ?? [];
    if (done === id) return { status: 'success', thrown: undefined };
    const { storyId, status = '' } = (done ?? {}) as { storyId?: string; status?: string };
    if (storyId === id) return { status, thrown: undefined };
    await new Promise<void>((resolve) => {
      for (const event of [...failures, end]) channel.once(event, () => resolve());
    });
  }
}
