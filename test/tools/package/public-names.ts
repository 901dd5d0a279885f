/**
 * Compares the public names with those of the last release. A merchant's code can use each of them, so the changelog
 * must name what has come and what has gone.
 */
import { join } from 'node:path';
import { read, root } from '../sources.js';
import { readDeclarations, type Findings } from './declarations.js';

/** The names of the last release. `npm run release -- --record` writes this file. */
export const RECORD = 'test/node/public-names.json';

/** Reads the declarations in `dist/`. */
export function publicDeclarations(): Findings {
  const { exports } = JSON.parse(read('package.json')) as { exports: Record<string, { types?: string } | string> };
  const entries = Object.values(exports).flatMap((entry) => (typeof entry === 'object' ? (entry.types ?? []) : []));
  return readDeclarations(
    join(root, 'dist'),
    // Each language has the same declarations.
    entries.map((entry) => entry.replace('./dist/', '').replace('*', 'de')),
  );
}

/** Returns the names that have come or gone since the record, and that the changelog's entry `[Unreleased]` lacks. */
export function unmentioned(recorded: readonly string[], names: readonly string[], changelog: string): string[] {
  const entry = /^## \[Unreleased\]\n(.*?)(?=^## )/msu.exec(changelog)?.[1] ?? '';
  const changed = [
    ...names.filter((name) => !recorded.includes(name)),
    ...recorded.filter((name) => !names.includes(name)),
  ];
  // `Type.member` is mentioned by `member`, and also by its whole name.
  return changed.filter((name) => ![name, name.split('.').at(-1)].some((each) => entry.includes(`\`${each}\``)));
}
