/** Tests that the page that compares packages has the figures of the versions that the benchmark installs. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { read } from '../tools/sources.js';

type Measured = { name: string; package: string } & Record<string, string | number>;
const peers = JSON.parse(read('test/bench/peers.json')) as { date: string; rows: Measured[]; leftOut: string[] };
const page = read('stories/docs/how-it-compares.md');
const rowsAfter = (section: string): string[][] => {
  const [, part = ''] = new RegExp(`<!-- generated:${section} -->([^]*?)<!-- /generated -->`, 'u').exec(page) ?? [];
  const [, , ...rows] = part.trim().split('\n');
  return rows.map((row) => row.slice(2, -2).split(' | '));
};

test('the figures are of the versions that the benchmark installs, and every package was measured or left out', () => {
  const installed = [...read('test/bench/peers.ts').matchAll(/^ {2}'?([\w .-]+)'?: \{\n {4}install: \['([^']+)'/gmu)];
  assert.ok(installed.length > 5, `${installed.length} packages were read`);
  const measured = installed.filter(([, name = '']) => !peers.leftOut.includes(name));
  assert.deepEqual(
    peers.rows.slice(1).map((row) => `${row.name}: ${row.package}`),
    measured.map(([, name = '', version = '']) => `${name}: ${version}`),
  );
  assert.match(peers.rows[0]?.package ?? '', /^hub-pay@\d+\.\d+\.\d+$/u);
  assert.match(peers.date, /^\d{4}-\d\d-\d\d$/u);
});

test('each package has its figures and its features, and each feature names a page or is not documented', () => {
  const names = peers.rows.map(({ name }) => name);
  for (const section of ['peer-features', 'peer-figures', 'peer-hosts'])
    assert.deepEqual(
      rowsAfter(section).map(([name]) => name),
      names,
      section,
    );
  const cells = rowsAfter('peer-features').flatMap(([, ...rest]) => rest);
  assert.equal(cells.length, names.length * 5);
  const groundless = cells.filter(
    (cell) => !/^(?:\[[^\]]+\]\((?:https:\/\/|[\w-]+\.md)[^)]*\)|not documented)$/u.test(cell),
  );
  assert.deepEqual(groundless, []);
});

test('the page has no figure that is not generated', () => {
  const own = page.replaceAll(/<!-- generated[^]*?<!-- \/generated -->|\]\([^)]*\)/gu, '');
  assert.deepEqual(own.match(/\d+/gu) ?? [], ['50']);
});
