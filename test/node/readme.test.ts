/** Tests that the README agrees with the tables of public names and the message catalogue. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { errorCodes } from '../../src/errors.js';
import { withTables } from '../support/docs.js';
import { ownFiles, read } from '../support/sources.js';

test('README tables match the reference when `npm run docs` is up to date', () => {
  const readme = read('README.md');
  assert.equal(withTables(readme), readme);
});

test('README lists every error code that the code makes, and no other', () => {
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

test('README lists every guard rule that code or tests name', () => {
  const files = ownFiles().filter((file) => /^(?:src|test)\/.*\.ts$/u.test(file) && file !== 'src/public-api.ts');
  const named = files.flatMap((file) => read(file).match(/\bG\d\d\b/gu) ?? []);
  const listed = [...read('README.md').matchAll(/^\| `(G\d\d)` \|/gmu)].map(([, rule]) => rule);
  assert.deepEqual(listed, [...new Set(named)].sort());
});
