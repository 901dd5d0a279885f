/** Tests the type declarations in `dist/`: exported members have doc comments, and named types are exported. */
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { type Findings, readDeclarations } from '../tools/package/declarations.js';
import { read, root } from '../tools/sources.js';

let findings: Findings;

before(() => {
  const { exports } = JSON.parse(read('package.json')) as { exports: Record<string, { types?: string } | string> };
  const entries = Object.values(exports).flatMap((entry) => (typeof entry === 'object' ? (entry.types ?? []) : []));
  assert.ok(entries.length > 5);
  findings = readDeclarations(
    join(root, 'dist'),
    // Each language has the same declarations.
    entries.map((entry) => entry.replace('./dist/', '').replace('*', 'de')),
  );
});

test('every exported type, function, class and member has a doc comment', () => {
  assert.deepEqual(findings.mute, []);
});

test('every type that a public signature names is exported', () => {
  assert.deepEqual(findings.hidden, []);
});

test('no declaration names a file that the package lacks', () => {
  const { files } = findings;
  assert.ok(files.length > 20);
  const wrong = files.filter((file) => /\bsrc\/|service\.md|public-api/u.test(readFileSync(file, 'utf8')));
  assert.deepEqual(wrong, []);
});

test('a mute member and a type that is not exported are found', () => {
  const folder = mkdtempSync(join(tmpdir(), 'hub-pay-declarations-'));
  writeFileSync(
    join(folder, 'entry.d.ts'),
    `/** A type. */
    export type Told = {
      /** A member. */
      told: string;
      mute: Inner[];
    };
    /** Not exported. */
    type Inner = { nested: { deep: string } };
    export declare class Bare { constructor(); #own: string; inherit(): void; }
    export {};`,
  );
  const { mute, hidden } = readDeclarations(folder, ['entry.d.ts']);
  rmSync(folder, { recursive: true });
  assert.deepEqual(
    mute.map((line) => line.replace('entry.d.ts: ', '')),
    ['Bare', 'Bare.inherit', 'Inner.nested', 'Inner.nested.deep', 'Told.mute'],
  );
  assert.deepEqual(hidden, ['entry.d.ts: Inner']);
});
