/**
 * `npm run screenshots -- [folder]`: takes screenshots of every story: light, dark, 320 px wide and right to left. With
 * `--languages all` or `--languages ja,ar`, takes screenshots of every screen in these languages instead: light and
 * dark, 320 and 480 px wide. `--only review` takes only the stories whose id contains this text; the option can occur
 * several times. The folder has an index page.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { languageTags } from '../src/i18n/locales/languages.js';
import { type Look, openGallery, paint } from './support/pages/stories.js';

/** Looks that differ only in their colors are taken of the same page. */
type Shots = Readonly<Record<string, Look>>;

const LOOKS: Shots = { light: {}, dark: { dark: true }, narrow: { width: 320 }, rtl: { direction: 'rtl' } };
const looksIn = (locales: readonly string[]): Shots =>
  Object.fromEntries(
    locales.flatMap((locale) =>
      [320, 480].flatMap((width) =>
        [false, true].map((dark) => [`${locale}-${width}-${dark ? 'dark' : 'light'}`, { locale, width, dark }]),
      ),
    ),
  );

const { values, positionals } = parseArgs({
  options: { languages: { type: 'string' }, only: { type: 'string', multiple: true, default: [''] } },
  allowPositionals: true,
});
const { languages, only } = values;
const locales = languages === 'all' ? languageTags : languages?.split(',');
const unknown = locales?.filter((locale) => !languageTags.some((tag) => tag === locale)) ?? [];
if (unknown.length > 0)
  throw new Error(`There is no language ${unknown.join(', ')}. There are: all, ${languageTags.join(', ')}.`);
const folder = resolve(positionals[0] ?? 'node_modules/.cache/screenshots');
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });

const shots = locales ? looksIn(locales) : LOOKS;
const gallery = await openGallery();
try {
  const stories = gallery.stories.filter(
    ({ id }) => only.some((part) => id.includes(part)) && (!locales || id.startsWith('states-')),
  );
  for (const story of stories) {
    let opened: { like: string; page: Awaited<ReturnType<typeof gallery.open>>['page'] } | undefined;
    for (const [name, { dark = false, ...look }] of Object.entries(shots)) {
      const like = JSON.stringify(look);
      if (opened?.like !== like) {
        await opened?.page.close();
        const { page, problems } = await gallery.open(story, look);
        for (const problem of problems) console.error(`${story.id} ${name}: ${problem}`);
        opened = { like, page };
      }
      await paint(opened.page, dark ? 'dark' : 'light');
      await opened.page.screenshot({ path: join(folder, `${story.id}--${name}.png`) });
    }
    await opened?.page.close();
  }
  writeFileSync(
    join(folder, 'index.html'),
    indexPage(
      stories.map(({ id }) => id),
      Object.keys(shots),
    ),
  );
  console.log(`${stories.length} stories: ${join(folder, 'index.html')}`);
} finally {
  await gallery.close();
}

/** A table with a row for each story and a column for each look. */
function indexPage(ids: readonly string[], names: readonly string[]): string {
  const row = (id: string): string =>
    `<tr><th scope="row">${id}</th>${names.map((name) => picture(`${id}--${name}.png`)).join('')}</tr>`;
  const picture = (file: string): string =>
    `<td><a href="${file}"><img loading="lazy" width="240" alt="${file}" src="${file}"></a></td>`;
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Screenshots</title>
<table><thead><tr><th scope="col">Story</th>${names.map((name) => `<th scope="col">${name}</th>`).join('')}</tr></thead>
<tbody>
${ids.map(row).join('\n')}
</tbody></table></html>
`;
}
