/** Lists the pages of the documentation, and fills their generated parts for `npm run docs`. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { withClassTags, withPropertyComments } from './docs-jsdoc.js';
import { filesWithNames, withNames } from './docs-names.js';
import { quoteFieldFiles, withQuoteFields } from './docs-quote-fields.js';
import { sections, values } from './docs-sections.js';
import { wordFiles } from './docs-words.js';
import { llmsText } from './llms.js';
import { ownFiles, read, root } from '../sources.js';

export const docPages: readonly string[] = ownFiles().filter((file) =>
  /^(?:README\.md|test\/README\.md|stories\/docs\/[a-z-]+\.md|\.github\/[A-Z]+\.md)$/u.test(file),
);

/**
 * Fills every part between `<!-- generated:name -->` and `<!-- /generated -->`. Also writes the current version into
 * texts such as `hub-pay@1.2.3`.
 */
export function withGenerated(page: string): string {
  const pinned = page.replaceAll(/\bhub-pay@\d+\.\d+\.\d+/gu, `hub-pay@${values['version']?.() ?? ''}`);
  return pinned.replaceAll(/<!-- generated:([\w-]+) -->[\s\S]*?<!-- \/generated -->/gu, (_, name: string) => {
    const [open, close] = [`<!-- generated:${name} -->`, '<!-- /generated -->'];
    const value = values[name];
    if (value) return `${open}${value()}${close}`;
    const section = sections[name];
    if (!section) throw new Error(`No part of the documentation is called ${name}.`);
    return `${open}\n\n${section()}\n\n${close}`;
  });
}

/** Returns the Storybook file for a page of `stories/docs`. */
export function storybookPage(file: string): string {
  const name = file.replace(/^.*\//u, '');
  const [, title = ''] = /^# (.+)$/mu.exec(read(file)) ?? [];
  return `import { Markdown, Meta } from '@storybook/addon-docs/blocks';
import { toStorybook } from './support/to-storybook.js';
import page from './${name}?raw';

<Meta title="Docs/${title}" />

<Markdown>{toStorybook(page)}</Markdown>
`;
}

/** Returns every file that `npm run docs` writes, completely or in part. */
export async function generatedFiles(): Promise<Map<string, string>> {
  const files = new Map<string, string>(await wordFiles());
  for (const file of docPages) {
    files.set(file, withGenerated(read(file)));
    if (file.startsWith('stories/docs/')) files.set(file.replace(/\.md$/u, '.mdx'), storybookPage(file));
  }
  for (const file of filesWithNames) files.set(file, withNames(file, read(file)));
  for (const file of Object.keys(quoteFieldFiles)) files.set(file, withQuoteFields(file, read(file)));
  for (const file of ['src/element/property-element.ts', 'src/element/form-control.ts']) {
    files.set(file, withPropertyComments(files.get(file) ?? read(file)));
  }
  files.set('src/element/hub-pay.ts', withClassTags(read('src/element/hub-pay.ts')));
  files.set('llms.txt', llmsText());
  return files;
}

if (process.argv.includes('--write')) {
  // The pages show types that these files declare.
  for (const file of filesWithNames) writeFileSync(join(root, file), withNames(file, read(file)));
  for (const file of Object.keys(quoteFieldFiles)) writeFileSync(join(root, file), withQuoteFields(file, read(file)));
  for (const [file, text] of await generatedFiles()) writeFileSync(join(root, file), text);
}
