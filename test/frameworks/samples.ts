/** Writes the samples of the page on frameworks into an app, so that the real framework compiles them. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { blocksOf } from '../support/markdown.js';
import { read } from '../support/sources.js';
import type { App } from './rows.js';

const PAGE = 'stories/docs/frameworks.md';
const LISTENER = 'The listener that every component uses';

/** The name of a file that another sample imports. All other samples have the number of their line as a name. */
const NAMES: Readonly<Record<string, RegExp>> = {
  'store-request-id': /export function storeRequestId/u,
  checkout: /export function Checkout/u,
};

/** Writes the samples of the sections. Throws if a section has none. */
export function writeSamples(folder: string, samples: NonNullable<App['samples']>): void {
  const text = read(PAGE);
  const lines = text.split('\n');
  const sectionOf = (line: number): string =>
    lines
      .slice(0, line)
      .findLast((each) => each.startsWith('## '))
      ?.slice(3) ?? '';
  const target = join(folder, samples.folder);
  mkdirSync(target, { recursive: true });
  writeFileSync(join(target, 'registry.json'), '{ "chains": [] }\n');
  for (const section of [LISTENER, ...samples.sections]) {
    const blocks = blocksOf(PAGE, text).filter(
      ({ line, language }) => sectionOf(line) === section && /^(?:tsx?|vue|svelte|astro)$/u.test(language),
    );
    if (blocks.length === 0) throw new Error(`${PAGE} has no sample below "${section}".`);
    for (const { line, language, text: code } of blocks) {
      const [name = `line-${line}`] = Object.entries(NAMES).find(([, is]) => is.test(code)) ?? [];
      writeFileSync(join(target, `${name}.${language}`), code);
    }
  }
}
