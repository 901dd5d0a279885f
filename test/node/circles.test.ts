/** No module of the sources needs itself: imports of values form no circle. */
import assert from 'node:assert/strict';
import { basename } from 'node:path';
import { test } from 'node:test';
import { importsOf, ownFiles } from '../support/sources.js';

/** A route holds calls, and each call may be a payment: the two functions call each other. */
const KNOWN = new Set(['guard-payment.ts guard-router.ts']);

const sources = ownFiles().filter((file) => /^src\/.*\.ts$/u.test(file));
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

test('no module imports itself through others', () => {
  const unknown = circles().filter(
    (files) =>
      !KNOWN.has(
        files
          .map((file) => basename(file))
          .sort()
          .join(' '),
      ),
  );
  assert.deepEqual(unknown, []);
});
