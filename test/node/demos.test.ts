/** Tests the demos that install the packed package, and the apps of `npm run test:frameworks`. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { APPS } from '../frameworks/rows.js';
import { ownFiles, read } from '../support/sources.js';

type Manifest = { dependencies?: Record<string, string>; devDependencies?: Record<string, string> };

const files = ownFiles();
const demos = APPS.map(({ folder }) => folder).filter((folder) => folder.startsWith('demo/'));
const linesIn = (folder: string, code: RegExp): number =>
  files
    .filter((file) => file.startsWith(`${folder}/`) && code.test(file))
    .reduce((sum, file) => sum + read(file).trimEnd().split('\n').length, 0);

test('each demo has at most 100 lines of code, and the server of the plain demo at most 40', () => {
  assert.equal(demos.length, 4);
  for (const folder of demos) {
    const lines = linesIn(folder, /\.(?:html|tsx?|vue|mjs)$/u);
    assert.ok(lines > 20 && lines <= 100, `${folder}: ${lines}`);
  }
  assert.ok(linesIn('demo/plain', /server\.mjs$/u) <= 40);
});

test('each demo installs the tarball of this version, and all other packages have exact versions', () => {
  const { version } = JSON.parse(read('package.json')) as { version: string };
  for (const { folder } of APPS) {
    const { dependencies = {}, devDependencies = {} } = JSON.parse(read(`${folder}/package.json`)) as Manifest;
    const { 'hub-pay': tarball, ...others } = { ...dependencies, ...devDependencies };
    assert.equal(tarball, demos.includes(folder) ? `file:../../hub-pay-${version}.tgz` : undefined, folder);
    for (const [name, wanted] of Object.entries(others)) assert.match(wanted, /^\d+\.\d+\.\d+$/u, `${folder}: ${name}`);
  }
});

test('each app of the repository is a row of the table, and each row says what does not apply and why', () => {
  const apps = files
    .filter((file) => /^test\/frameworks\/apps\/[\w-]+\/package\.json$/u.test(file))
    .map((file) => file.replace('/package.json', ''));
  assert.deepEqual(APPS.map(({ folder }) => folder).sort(), [...demos, ...apps].sort());
  for (const { folder, rows } of APPS) {
    const { scripts = {} } = JSON.parse(read(`${folder}/package.json`)) as { scripts?: Record<string, string> };
    for (const { title, without } of rows)
      for (const column of ['types', 'build'] as const)
        assert.notEqual(column in scripts, column in without, `${title}: ${column}`);
  }
});
