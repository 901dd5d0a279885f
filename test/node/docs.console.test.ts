/** Tests that the page names only lines that the server can write. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ownFiles, read } from '../tools/sources.js';

/** What differs from line to line: an order, a payment, an address, a path, a number, and what stands for a text. */
const VALUES = new RegExp(
  [
    'hub-pay: |onPaid failed, |afterPaid |: second\\. |1042|payments|connect [A-Z]+|0x…|…',
    String.raw`https:\S+|/\S+|hub_pay_|\d+|"[^"]*"|\([A-Z]+\)`,
  ].join('|'),
  'u',
);

test('each line of the server’s console that the page names is in the sources', () => {
  const [, section = ''] = read('stories/docs/troubleshooting.md').split("## What the server's console says");
  const lines = [...(section.split('\n## ')[0] ?? '').matchAll(/^\| `((?:hub-pay|nodeListener): [^`]+)` \|/gmu)];
  assert.ok(lines.length > 15);
  const sources = ownFiles()
    .filter((file) => file.startsWith('src/server/'))
    .map((file) => read(file))
    .join('\n');
  for (const [, line = ''] of lines) {
    const parts = line.split(VALUES).map((part) => part.replace(/^\W+|\W+$/gu, ''));
    const longest = parts.reduce((one, other) => (other.length > one.length ? other : one));
    assert.ok(longest.length > 5 && sources.includes(longest), `${longest} (${line})`);
  }
});
