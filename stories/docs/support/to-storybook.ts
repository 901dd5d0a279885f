/** A page of the documentation for Storybook: it is written for a code host, with links to files and warning boxes. */

const REPOSITORY = 'https://github.com/hub-pay/hub-pay/blob/main/';

export function toStorybook(page: string): string {
  return page
    .replaceAll(/<!--[\s\S]*?-->/gu, '')
    .replaceAll(/^> \[!(\w)(\w+)\]$/gmu, (_, first: string, rest: string) => `> **${first}${rest.toLowerCase()}**\n>`)
    .replaceAll(/\]\(([^)#\s:]+)(#[\w-]+)?\)/gu, (_, path: string, anchor = '') => {
      // A page's id in Storybook is made from its title, which its file is named after.
      const [, name] = /^([\w-]+)\.md$/u.exec(path) ?? [];
      const file = new URL(path, `${REPOSITORY}stories/docs/`).href;
      return name === undefined ? `](${file}${anchor})` : `](?path=/docs/docs-${name}--docs)`;
    });
}
