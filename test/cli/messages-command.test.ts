/** Tests the command that writes the texts of a language as a typed file. */
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { giftTexts as german, texts as germanTexts } from '../../src/i18n/locales/de.js';
import type { Messages } from '../../src/i18n/locales/messages.js';
import { giftTexts, texts } from '../../src/locales/en.js';
import { runCommand as run } from '../support/run-command.js';
import { compileSamples } from '../tools/docs/doc-samples.js';
import { root } from '../tools/sources.js';

type Written = { messages: Messages; giftMessages: Messages };

/** Loads a file that the command has written. */
async function loaded(text: string): Promise<Written> {
  const folder = mkdtempSync(join(tmpdir(), 'hub-pay-messages-'));
  try {
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
    writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
    writeFileSync(join(folder, 'texts.ts'), text);
    const written = (await import(pathToFileURL(join(folder, 'texts.ts')).href)) as Written;
    return { ...written };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

test('hub-pay messages prints the English texts for a language that the package lacks', async () => {
  const { code, out, err } = await run('messages', 'nl');
  assert.deepEqual({ code, err }, { code: 0, err: '' });
  assert.match(out, /^import type \{ Messages \} from 'hub-pay';$/mu);
  assert.match(out, / satisfies Required<Messages>;$/mu);
  assert.match(out, /^ {2}\/\/ Pay \{amount\}\n {2}"button\.pay": "Pay \{amount\}",$/mu);
  assert.deepEqual(await loaded(out), { messages: texts, giftMessages: giftTexts });
});

test('hub-pay messages prints the texts of a language that the package has, with the English above each', async () => {
  const { out } = await run('messages', 'de-AT');
  assert.match(out, /^ {2}\/\/ Pay \{amount\}\n {2}"button\.pay": "\{amount\} zahlen",$/mu);
  assert.deepEqual(await loaded(out), { messages: germanTexts, giftMessages: german });
});

test('TypeScript names a text that is missing in the file, and accepts the whole file', async () => {
  const text = (await run('messages', 'nl')).out;
  const short = text.replace(/^ {2}"button\.pay": .*\n/mu, '');
  assert.notEqual(short, text);
  const errors = compileSamples([
    { page: 'whole', line: 1, language: 'ts', text },
    { page: 'short', line: 1, language: 'ts', text: short },
  ]);
  assert.equal(errors.length, 1, errors.join('\n'));
  assert.match(errors[0] ?? '', /^short:.*['"]button\.pay['"]/u);
});

test('hub-pay messages leaves room for every plural form of the language', async () => {
  const { messages } = await loaded((await run('messages', 'cy')).out);
  const count = '{count} tokens found';
  const one = '{count} token found';
  assert.deepEqual(messages['search.count'], { zero: count, one, two: count, few: count, many: count, other: count });
});

test('hub-pay messages writes the file that --out names', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'hub-pay-messages-'));
  const file = join(folder, 'nl.ts');
  try {
    assert.deepEqual(await run('messages', 'nl', '--out', file), { code: 0, out: '', err: '' });
    assert.equal(readFileSync(file, 'utf8'), (await run('messages', 'nl')).out);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

for (const [words, message] of [
  [[], /^The language is missing: it is a BCP 47 tag/u],
  [['not a tag'], /^not a tag is no language: a BCP 47 tag is needed, such as nl/u],
  [['nl', 'fr'], /^fr is too much: name one language/u],
  [['nl', '--out', ''], /^--out is empty: it is the name of the file/u],
  [['nl', '--file', 'x'], /^--file is unknown/u],
] as const) {
  test(`hub-pay messages ${words.join(' ')} says what is wrong`, async () => {
    const { code, out, err } = await run('messages', ...words);
    assert.deepEqual({ code, out }, { code: 1, out: '' });
    assert.match(err, message);
  });
}
