/** Tests that test/README.md lists each id in a title or comment, and that each listed id has a test. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import ts from 'typescript';
import { faultRows } from '../tools/faults.js';
import { ownFiles, read } from '../tools/sources.js';

const ID = /\b(?:F-[1-9]\d*|[GITHNR]\d{1,2}|[LPSVW]-[1-9]\d?|R-[A-Z])\b/gu;
const idsOf = (text: string): string[] => text.match(ID) ?? [];

const listed = [...read('test/README.md').matchAll(/^\| `?([A-Z]-?[A-Z\d]+)`? \| (.*) \|$/gmu)].map(
  ([, id = '']) => id,
);
const numbers = (from: number, to: number): number[] => Array.from({ length: to - from + 1 }, (_, at) => from + at);
const files = ownFiles().filter((file) => /^(?:src|test|demo|stories)\/.*\.(?:ts|mjs)$/u.test(file));
const tests = files.filter((file) => file.startsWith('test/')).map((file) => ({ file, ...partsOf(file) }));

/** Separates the strings of a file from its comments. */
function partsOf(file: string): { strings: string[]; comments: string } {
  const source = ts.createSourceFile(file, read(file), ts.ScriptTarget.Latest, true);
  const strings: string[] = [];
  let comments = source.text;
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteralLike(node) || ts.isTemplateLiteralToken(node) || ts.isRegularExpressionLiteral(node)) {
      if (!ts.isRegularExpressionLiteral(node)) strings.push(node.text);
      const [from, to] = [node.getStart(source), node.end];
      comments = comments.slice(0, from) + ' '.repeat(to - from) + comments.slice(to);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return { strings, comments: (comments.match(/\/\*[\s\S]*?\*\/|\/\/.*/gu) ?? []).join('\n') };
}

test('test/README.md lists each id once', () => {
  assert.ok(listed.length > 200, `${listed.length} ids were read`);
  assert.deepEqual(
    listed.filter((id, index) => listed.indexOf(id) !== index),
    [],
  );
});

test('no number of a fault is left out, except those that test/README.md names as faults without a test', () => {
  const [, text = ''] = /^## Faults\n([^]*?)^## /mu.exec(read('test/README.md')) ?? [];
  const named = text.replaceAll(/^\|.*$/gmu, '').matchAll(/F-(\d+)(?: to F-(\d+))?/gu);
  const exceptions = [...named].flatMap(([, from = '', to = from]) => numbers(Number(from), Number(to)));
  const rows = faultRows().map(({ id }) => Number(id.slice(2)));
  const all = [...rows, ...exceptions].sort((a, b) => a - b);
  assert.deepEqual(all, numbers(1, all.at(-1) ?? 0));
});

test('test/README.md lists each id of a title', () => {
  const unknown = tests.flatMap(({ file, strings }) =>
    strings
      .flatMap(idsOf)
      .filter((id) => !listed.includes(id))
      .map((id) => `${file}: ${id}`),
  );
  assert.deepEqual(unknown, []);
});

test('test/README.md lists each id of a comment', () => {
  const unknown = files.flatMap((file) =>
    idsOf(partsOf(file).comments)
      .filter((id) => !listed.includes(id))
      .map((id) => `${file}: ${id}`),
  );
  assert.deepEqual(unknown, []);
});

test('each id that test/README.md lists has a test', () => {
  const named = new Set(tests.flatMap(({ strings }) => strings.flatMap(idsOf)));
  assert.deepEqual(
    listed.filter((id) => !named.has(id)),
    [],
  );
});
