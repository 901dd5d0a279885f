/** Tests that data of others cannot control a terminal. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { visibleJson } from '../../src/cli/visible-json.js';

test('JSON for a terminal escapes control characters outside ASCII, and stays the same value', () => {
  const value = { id: '1042\u202e\u009b31m\u{e0031}\u2028\u007f\u001b\ud800', list: ['ü', 1] };
  assert.doesNotMatch(visibleJson(value), /[^\n\P{C}]|\p{Zl}/u);
  assert.deepEqual(JSON.parse(visibleJson(value)), value);
});
