/** Tests that imports of values form no circle, in the sources, the demo, the stories and the tests. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { importsOf, ownFiles } from '../support/sources.js';

const sources = ownFiles().filter((file) => /^(?:src|demo|stories|test)\/.*\.(?:ts|mjs)$/u.test(file));
const needs = new Map(
  sources.map((file) => [file, importsOf(file).flatMap(({ kind, to }) => (kind === 'value' ? [to] : []))]),
);

/** Each circle once, as the files on it. */
function circles(): string[][] {
  const found: string[][] = [];
  const done = new Set<string>();
  const walk = (file: string, path: readonly string[]): void => {
    if (path.includes(file)) found.push(path.slice(path.indexOf(file)));
    if (path.includes(file) || done.has(file)) return;
    for (const next of needs.get(file) ?? []) walk(next, [...path, file]);
    done.add(file);
  };
  for (const file of sources) walk(file, []);
  return found;
}

test('no module imports itself through other modules', () => {
  assert.ok(sources.length > 100);
  assert.deepEqual(circles(), []);
});
