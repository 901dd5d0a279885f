/** Reads the headings, links, code blocks and sentences of a Markdown page. */
import { posix } from 'node:path';

/** A fenced code block. `line` is the line number of its first line of code. */
export type CodeBlock = { page: string; line: number; language: string; text: string };

const GENERATED = /<!-- generated:[\w-]+ -->[\s\S]*?<!-- \/generated -->/gu;
const FENCE = /^( *)```(\w*)\n([\s\S]*?)^\1```$/gmu;

/** Replaces text with spaces, so that the positions of the other text stay the same. */
const blank = (text: string): string => text.replaceAll(/[^\n]/gu, ' ');

/** Returns the code blocks that are not in generated parts. */
export function blocksOf(page: string, markdown: string): CodeBlock[] {
  const own = markdown.replaceAll(GENERATED, blank);
  return [...own.matchAll(FENCE)].map(({ index, 2: language = '', 3: text = '' }) => ({
    page,
    line: own.slice(0, index).split('\n').length + 1,
    language,
    text,
  }));
}

const withoutCode = (markdown: string): string => markdown.replaceAll(FENCE, blank);

/** Returns the anchor that a code host creates for a heading. */
const slug = (heading: string): string =>
  heading
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/gu, '$1')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(/\s/gu, '-');

export function anchorsOf(markdown: string): Set<string> {
  const anchors = new Set<string>();
  for (const [, heading = ''] of withoutCode(markdown).matchAll(/^#{1,6} (.+)$/gmu)) {
    const base = slug(heading);
    let anchor = base;
    for (let count = 1; anchors.has(anchor); count++) anchor = `${base}-${count}`;
    anchors.add(anchor);
  }
  return anchors;
}

/** Returns the links within the repository, including pictures. Paths start at the root of the repository. */
export function linksOf(page: string, markdown: string): { link: string; file: string; anchor: string }[] {
  const prose = withoutCode(markdown).replaceAll(/`[^`\n]*`/gu, blank);
  const links = [
    ...[...prose.matchAll(/\]\(([^)\s]+)\)/gu)].map(([, link = '']) => link),
    ...[...prose.matchAll(/(?:src|srcset|href)="([^"]+)"/gu)].map(([, link = '']) => link),
  ];
  return links
    .filter((link) => !/^[a-z]+:/u.test(link))
    .map((link) => {
      const [path = '', anchor = ''] = link.split('#');
      const file = path === '' ? page : posix.join(posix.dirname(page), path);
      return { link, file: file.replace(/\/$/u, ''), anchor };
    });
}

/** Returns the sentences of paragraphs, list items, headings and table cells. */
export function sentencesOf(markdown: string): string[] {
  return withoutCode(markdown)
    .replaceAll(/<!--[\s\S]*?-->|<[^>\n]+>/gu, ' ')
    .replaceAll(/\]\([^)]*\)/gu, ']')
    .replaceAll(/\n(?=\s*(?:[-*] |\d+\. |#|\||>|\n))/gu, '\n\n')
    .split(/\n\s*\n| \| /u)
    .flatMap((paragraph) => paragraph.split(/(?<=[.!?][*_”)]*)\s+/u))
    .map((sentence) => sentence.replaceAll(/\s+/gu, ' ').trim())
    .filter(Boolean);
}
