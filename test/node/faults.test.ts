/** Tests that the page about what can go wrong has the faults of test/README.md, their tests and the payer's texts. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formsOf } from '../../stories/support/english.js';
import { texts } from '../../src/locales/en.js';
import { ownFiles, read } from '../tools/sources.js';

const page = read('stories/docs/what-can-go-wrong.md');
const rows = [...page.matchAll(/^\| (.+) \| (.+) \| (.+) \| `(F-\d+)` \|$/gmu)].map(
  ([, sentence = '', says = '', money = '', id = '']) => ({ sentence, says, money, id }),
);

test('the page about faults has one row for each fault of test/README.md, with the same sentence', () => {
  const listed = [...read('test/README.md').matchAll(/^\| (F-\d+) \| (.*) \|$/gmu)];
  assert.ok(listed.length > 150, `${listed.length} faults were read`);
  assert.deepEqual(
    rows.map(({ id, sentence }) => `${id} ${sentence}`).sort(),
    listed.map(([, id = '', sentence = '']) => `${id} ${sentence}`).sort(),
  );
});

test('a test names each fault of the page in its title', () => {
  const tests = ownFiles().filter((file) => /^test\/.*\.ts$/u.test(file) && !file.startsWith('test/tools/'));
  // The id of a title can be in a table beside it.
  const named = new Set(tests.flatMap((file) => read(file).match(/(?<=['`][^'`\n]*)\bF-\d+\b/gu) ?? []));
  assert.deepEqual(
    rows.map(({ id }) => id).filter((id) => !named.has(id)),
    [],
  );
});

test('each sentence of the page that the payer reads is an English text of the element', () => {
  const known = new Set(
    Object.values(texts)
      .flatMap(formsOf)
      .map((text) => text.replace('{money}', '').trim()),
  );
  const quoted = rows.flatMap(({ says }) => [...says.matchAll(/“(.+?)”(?= \/ |$)/gu)].map(([, text = '']) => text));
  assert.ok(quoted.length > 200, `${quoted.length} sentences were read`);
  assert.deepEqual(
    quoted.filter((text) => !known.has(text)),
    [],
  );
  const rest = rows.map(({ says }) => says.replaceAll(/“.+?”(?: \/ )?(?=“|$)/gu, ''));
  assert.deepEqual([...new Set(rest)].sort(), ['', 'nothing about it']);
});
