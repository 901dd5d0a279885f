/** Tests every story in a real browser, light and dark. Each story must render, pass its play function and pass axe. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { after, before, test, type TestContext } from 'node:test';
import type { AxeResults } from 'axe-core';
import type { Page } from 'puppeteer-core';
import { type Gallery, openGallery, type OpenStory, paint, type Story } from '../support/stories.js';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
let gallery: Gallery;

before(async () => {
  gallery = await openGallery();
});
after(() => gallery.close());

const WALKS = 3;

test(
  'stories render without error, request or accessibility finding in light and dark theme',
  { concurrency: WALKS },
  async (t) => {
    assert.ok(gallery.stories.length > 0, 'there are stories');
    const left = [...gallery.stories];
    await Promise.all(
      Array.from({ length: WALKS }, async () => {
        let opened: OpenStory | undefined;
        for (let story = left.shift(); story; story = left.shift()) opened = await look(t, story, opened);
        await opened?.page.close();
      }),
    );
  },
);

/** Checks one story. Reuses the previous page if the previous story had no problems. */
async function look(t: TestContext, story: Story, before: OpenStory | undefined): Promise<OpenStory | undefined> {
  let opened: OpenStory | undefined;
  await t.test(`${story.title} › ${story.name}`, async () => {
    const shown = await (before ? gallery.turnTo(story, before) : gallery.open(story));
    if (!before) await shown.page.evaluate(axe);
    const light = await findings(shown.page);
    await paint(shown.page, 'dark');
    const dark = (await findings(shown.page)).map((finding) => `dark: ${finding}`);
    assert.deepEqual([...shown.problems, ...light, ...dark], []);
    opened = shown;
  });
  if (!opened) await before?.page.close();
  return opened;
}

/** Runs axe in the page. Excludes rules about whole pages, because a story is only a part of a page. */
async function findings(page: Page): Promise<string[]> {
  const results = await page.evaluate(async () => {
    const { axe } = globalThis as unknown as { axe: { run(options: unknown): Promise<AxeResults> } };
    const wholePage = ['region', 'landmark-one-main', 'page-has-heading-one'];
    return axe.run({ rules: Object.fromEntries(wholePage.map((rule) => [rule, { enabled: false }])) });
  });
  return results.violations.flatMap(({ id, help, nodes }) =>
    nodes.map(
      ({ target, failureSummary }) => `axe ${id}: ${help} at ${JSON.stringify(target)} ${failureSummary ?? ''}`,
    ),
  );
}
