/** The README says what the tables of public names and the catalogue say. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withTables } from '../support/docs.js';
import { read } from '../support/sources.js';

test('its generated parts are up to date (npm run docs writes them)', () => {
  const readme = read('README.md');
  assert.equal(withTables(readme), readme);
});
