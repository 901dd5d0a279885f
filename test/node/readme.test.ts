/** The README says what the tables of public names and the catalogue say. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { errorCodes } from '../../src/errors.js';
import { DOCUMENTS, withTables } from '../support/docs.js';
import { ownFiles, read } from '../support/sources.js';

for (const file of DOCUMENTS) {
  test(`the generated parts of ${file} are up to date (npm run docs writes them)`, () => {
    const written = read(file);
    assert.equal(withTables(written), written);
  });
}

test('it names every error that can happen, and none that nothing makes', () => {
  const makers = ownFiles().filter((file) => /^src\/(?:api|payment|vm|wallets|[a-z-]+\.ts$)/u.test(file));
  const source = makers
    .filter((file) => file !== 'src/errors.ts')
    .map(read)
    .join('\n');
  const made = Object.keys(errorCodes).filter((code) => source.includes(`'${code}'`));
  const named = [...read('README.md').matchAll(/<a id="error-([\w-]+)">/gu)].map(([, code]) => code);
  assert.ok(named.length > 20);
  assert.deepEqual(named, made);
});

test('it lists every rule of the guard that code, messages or tests name', () => {
  const files = ownFiles().filter((file) => /^(?:src|test)\/.*\.ts$/u.test(file) && file !== 'src/public-api.ts');
  const named = files.flatMap((file) => read(file).match(/\bG\d\d\b/gu) ?? []);
  const listed = [...read('README.md').matchAll(/^\| `(G\d\d)` \|/gmu)].map(([, rule]) => rule);
  assert.deepEqual(listed, [...new Set(named)].sort());
});
