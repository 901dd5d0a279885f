/** Tests that the page about what can go wrong has every fault. `docs.test.ts` compares it with what generates it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { faultRows } from '../tools/faults.js';
import { read } from '../tools/sources.js';

test('the page about faults has one row for each fault of test/README.md', () => {
  const listed = faultRows().map(({ id }) => id);
  const rows = read('stories/docs/what-can-go-wrong.md').matchAll(/\| `(F-\d+)` \|$/gmu);
  assert.ok(listed.length > 150, `${listed.length} faults were read`);
  assert.deepEqual([...rows].map(([, id = '']) => id).sort(), listed.sort());
});
