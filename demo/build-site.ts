/** Builds the site: a start page, the element, and Storybook with the playground and the pages of the documentation. */
import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildElement } from './build-pages.js';
import { buildStorybook } from './build-storybook.js';

const root = fileURLToPath(new URL('..', import.meta.url));

/** The tag of the start page, which also shows it as code. */
const TAG = `<hub-pay base-url="demo:" destination-chain-id="84532" destination-currency="USDC" amount="25.00"
         recipient="0x7A3bC1de5f60718293a4B5c6d7E8f90123456789" merchant="Acme Coffee">
</hub-pay>`;

/**
 * Replaces `folder` by the site. All its links are relative, so a file server can serve it under any path, and it needs
 * no other host.
 */
export async function buildSite(folder: string): Promise<void> {
  const [element, storybook] = await Promise.all([buildElement(), buildStorybook()]);
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const isServed = (path: string): boolean => basename(path) !== 'maps' && !path.endsWith('.map');
  await cp(element, join(folder, 'cdn'), { recursive: true, filter: isServed });
  await cp(storybook, join(folder, 'storybook'), { recursive: true });
  await cp(join(root, 'demo/site/site.css'), join(folder, 'site.css'));
  for (const file of ['llms.txt', 'LICENSE']) await cp(join(root, file), join(folder, `${basename(file, '.txt')}.txt`));
  await writeFile(join(folder, 'index.html'), await startPage());
}

async function startPage(): Promise<string> {
  const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { version: string };
  const template = await readFile(join(root, 'demo/site/index.html'), 'utf8');
  const values: Readonly<Record<string, string>> = {
    $VERSION: version,
    $TAG: TAG,
    $CODE: escaped(TAG),
    $PAGES: (await pageLinks()).join('\n          '),
  };
  return template.replaceAll(/\$[A-Z]+/gu, (name) => values[name] ?? name);
}

/** The links to the pages of the documentation in Storybook, which names them after their titles. */
async function pageLinks(): Promise<string[]> {
  const names = (await readdir(join(root, 'stories/docs'))).filter((name) => name.endsWith('.md')).sort();
  return Promise.all(
    names.map(async (name) => {
      const [, title = ''] = /^# (.+)$/mu.exec(await readFile(join(root, 'stories/docs', name), 'utf8')) ?? [];
      const path = `storybook/index.html?path=/docs/docs-${basename(name, '.md')}--docs`;
      return `<li><a href="${path}">${escaped(title)}</a></li>`;
    }),
  );
}

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
