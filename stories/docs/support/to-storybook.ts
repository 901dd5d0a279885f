/** Converts a page of the documentation for Storybook: the links to files and the warning boxes of a code host. */

const REPOSITORY = 'https://github.com/hub-pay/hub-pay/blob/main/';

export function toStorybook(page: string): string {
  return page
    .replaceAll(/<!--[\s\S]*?-->/gu, '')
    .replaceAll(/^> \[!(\w)(\w+)\]$/gmu, (_, first: string, rest: string) => `> **${first}${rest.toLowerCase()}**\n>`)
    .replaceAll(/\]\(([^)#\s:]+)(#[\w-]+)?\)/gu, (_, path: string, anchor = '') => {
      // Storybook makes a page's id from its title. The file name is made from the same title.
      const [, name] = /^([\w-]+)\.md$/u.exec(path) ?? [];
      const file = new URL(path, `${REPOSITORY}stories/docs/`).href;
      return name === undefined ? `](${file}${anchor})` : `](?path=/docs/docs-${name}--docs)`;
    });
}
