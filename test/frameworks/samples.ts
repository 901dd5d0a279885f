/** Writes samples of the documentation into an app, which compiles them with the real framework, or runs them. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { blocksOf, type CodeBlock } from '../tools/docs/markdown.js';
import { read } from '../tools/sources.js';
import { PG_TYPES } from '../tools/docs/driver-types.js';
import type { App } from './rows.js';

const PAGES = ['frameworks', 'security', 'testing'].map((page) => `stories/docs/${page}.md`);
const LISTENER = 'The listener of components without `confirm-url`';

/** The names of files that another sample imports, or that vitest runs. Other files are named by page and line. */
const NAMES: Readonly<Record<string, RegExp>> = {
  'store-request-id': /export function storeRequestId/u,
  checkout: /export function Checkout/u,
  'pay-in-unit-test': /export async function payInUnitTest/u,
  'page.test': /from 'vitest'/u,
};

/** Declares the modules that the samples of Next.js import: the driver, and the ledger of another sample. */
const SERVER = `
${PG_TYPES}declare module '*/lib/ledger' { export function ledgerOf(): import('hub-pay/server').Ledger }
`;

/** Writes the samples of the sections into the app. */
export function writeSamples(folder: string, samples: NonNullable<App['samples']>): void {
  const target = join(folder, samples.folder);
  mkdirSync(target, { recursive: true });
  writeFileSync(join(target, 'registry.json'), '{ "chains": [] }\n');
  writeFileSync(join(target, 'server.d.ts'), SERVER);
  for (const { page, line, language, text: code } of samplesOf(samples)) {
    const [name = `${basename(page, '.md')}-${line}`] = Object.entries(NAMES).find(([, is]) => is.test(code)) ?? [];
    writeFileSync(join(target, `${name}.${language}`), code);
  }
}

/** Returns the samples of the sections, and those that every app has. Throws if a section has none. */
export const samplesOf = ({ sections }: NonNullable<App['samples']>): CodeBlock[] =>
  [LISTENER, ...sections].flatMap((section) => {
    const blocks = PAGES.flatMap((page) => samplesBelow(page, section));
    if (blocks.length === 0) throw new Error(`No page has a sample below "${section}".`);
    return blocks;
  });

/** Returns the samples of the page that stand below this heading. */
function samplesBelow(page: string, section: string): CodeBlock[] {
  const text = read(page);
  const lines = text.split('\n');
  return blocksOf(page, text)
    .filter(({ language }) => /^(?:tsx?|vue|svelte|astro)$/u.test(language))
    .filter(({ line }) => {
      const heading = lines.slice(0, line).findLast((each) => /^###? /u.test(each));
      return heading?.replace(/^#+ /u, '') === section;
    });
}
