/**
 * Tests that no imports form a circle in sources, demo, stories and tests: neither of files nor, outside src, of
 * folders. `import()` and type imports count too. `boundaries.test.ts` checks the folders of src.
 */
import assert from 'node:assert/strict';
import { dirname } from 'node:path';
import { test } from 'node:test';
import { importsOf, ownFiles } from '../tools/sources.js';

const modules = ownFiles().filter((file) => /^(?:src|demo|stories|test)\/.*\.(?:ts|mjs|js)$/u.test(file));

/** Returns each circle once, as the list of its files. */
function circles(imports: ReadonlyMap<string, readonly string[]>): string[][] {
  const found: string[][] = [];
  const done = new Set<string>();
  const walk = (file: string, path: readonly string[]): void => {
    if (path.includes(file)) found.push(path.slice(path.indexOf(file)));
    if (path.includes(file) || done.has(file)) return;
    for (const next of imports.get(file) ?? []) walk(next, [...path, file]);
    done.add(file);
  };
  for (const file of imports.keys()) walk(file, []);
  return found;
}

test('no module imports itself through others', () => {
  const imports = new Map(modules.map((file) => [file, importsOf(file).map(({ to }) => to)]));
  assert.deepEqual(circles(imports), []);
});

test('outside src, no folder imports a folder that imports it', () => {
  const imports = new Map<string, string[]>();
  for (const file of modules.filter((each) => !each.startsWith('src/'))) {
    const folder = dirname(file);
    const others = importsOf(file).map(({ to }) => dirname(to));
    imports.set(folder, [...(imports.get(folder) ?? []), ...others.filter((other) => other !== folder)]);
  }
  assert.deepEqual(circles(imports), []);
});

test('a circle of imports is found', () => {
  const imports = { 'a.ts': ['b.ts', 'd.ts'], 'b.ts': ['c.ts'], 'c.ts': ['a.ts'], 'd.ts': ['c.ts'] };
  assert.deepEqual(circles(new Map(Object.entries(imports))), [['a.ts', 'b.ts', 'c.ts']]);
});
