/** Tests the type declarations in `dist/`: exported members have doc comments, and named types are exported. */
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { type Findings, readDeclarations } from '../tools/package/declarations.js';
import { publicDeclarations, RECORD, unmentioned } from '../tools/package/public-names.js';
import { releaseEntry } from '../tools/package/release-entry.js';
import { read } from '../tools/sources.js';

let findings: Findings;

before(() => {
  findings = publicDeclarations();
});

test('the changelog names each public name that came or went since the last release', () => {
  const { version, names } = JSON.parse(read(RECORD)) as { version: string; names: string[] };
  assert.ok(names.length > 500);
  assert.ok(releaseEntry(read('CHANGELOG.md'), version), `the changelog has no entry for ${version}`);
  assert.deepEqual(unmentioned(names, findings.names, read('CHANGELOG.md')), []);
});

test('a name that came or went counts as mentioned only in the entry of what is not released yet', () => {
  const changelog = '## [Unreleased]\n\n- Added `Session.pause`, removed `stop`.\n\n## [1.0.0]\n\n- `Session.go`\n';
  const recorded = ['Session', 'Session.stop', 'Session.halt'];
  const names = ['Session', 'Session.pause', 'Session.go'];
  assert.deepEqual(unmentioned(recorded, names, changelog), ['Session.go', 'Session.halt']);
  assert.deepEqual(unmentioned(names, names, changelog), []);
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
