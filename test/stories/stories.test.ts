/** Every story in a real browser, light and dark: it renders, its play function passes, and axe finds nothing. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { after, before, test } from 'node:test';
import type { AxeResults } from 'axe-core';
import type { Page } from 'puppeteer-core';
import { type Gallery, openGallery, paint } from '../support/stories.js';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
let gallery: Gallery;

before(async () => {
  gallery = await openGallery();
});
after(() => gallery.close());

test(
  'every story renders without an error, asks no network, and axe finds nothing, light and dark',
  { concurrency: 3 },
  async (t) => {
    assert.ok(gallery.stories.length > 0, 'there are stories');
    await Promise.all(
      gallery.stories.map((story) =>
        t.test(`${story.title} › ${story.name}`, async () => {
          const { page, problems } = await gallery.open(story);
          try {
            const light = await findings(page);
            await paint(page, 'dark');
            const dark = (await findings(page)).map((finding) => `dark: ${finding}`);
            assert.deepEqual([...problems, ...light, ...dark], []);
          } finally {
            await page.close();
          }
        }),
      ),
    );
  },
);

/** Rules about whole pages are off: a story is a part of one. */
async function findings(page: Page): Promise<string[]> {
  await page.evaluate(axe);
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
