/** A page of the documentation as Storybook shows it: written for a code host, it has links to files and warning boxes. */

const REPOSITORY = 'https://github.com/hub-pay/hub-pay/blob/main/';

/** Storybook's address of a page: made from its title, which is its first heading. */
const PAGES: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(import.meta.glob<string>('../*.md', { query: '?raw', import: 'default', eager: true })).map(
    ([path, text]) => [
      path.replace(/^.*\//u, ''),
      `?path=/docs/docs-${slug(/^# (.+)$/mu.exec(text)?.[1] ?? '')}--docs`,
    ],
  ),
);

export function toStorybook(page: string): string {
  return page
    .replaceAll(/<!--[\s\S]*?-->/gu, '')
    .replaceAll(/^> \[!(\w)(\w+)\]$/gmu, (_, first: string, rest: string) => `> **${first}${rest.toLowerCase()}**\n>`)
    .replaceAll(/\]\(([^)#\s:]*)(#[\w-]+)?\)/gu, (whole, path: string, anchor = '') => {
      if (path === '') return whole;
      const name = path.replace(/^.*\//u, '');
      const own = path.startsWith('..') ? undefined : PAGES[name];
      return own ? `](${own})` : `](${new URL(path, `${REPOSITORY}stories/docs/`).href}${anchor})`;
    });
}

function slug(title: string): string {
  return title
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/gu, '-')
    .replaceAll(/^-|-$/gu, '');
}
