/** Tests project rules that no linter covers: file sizes, exact versions, no leftovers, no machine-specific paths. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ownFiles, read } from '../support/sources.js';

const files = ownFiles();
const code = files.filter((file) => /\.(?:ts|mjs|js)$/u.test(file));
const text = files.filter((file) => /\.(?:ts|mjs|js|json|md|html|css|sol|sh)$|^\.ci\/|^\.npmrc$/u.test(file));
const linesOf = (file: string): string[] => read(file).split('\n');

/** Data tables may be longer than other files, because their rows are alike. */
const TABLES = /^(?:src\/(?:api\/wire|types|public-api|i18n\/locales\/.*)|test\/support\/malicious-quotes)\.ts$/u;

test('source files begin with a comment that names their purpose, except tests', () => {
  const mute = code.filter((file) => !file.endsWith('.test.ts') && !/^(?:#!.*\n)?\/\*\*\s/u.test(read(file)));
  assert.deepEqual(mute, []);
});

const own = code.filter((file) => !TABLES.test(file));

test('source files have at most 250 lines, tests and stories at most 500', () => {
  const limit = (file: string): number => (/^(?:test|stories)\//u.test(file) ? 500 : 250);
  assert.deepEqual(
    own.filter((file) => linesOf(file).length - 1 > limit(file)),
    [],
  );
});

test('source files have lines of at most 120 characters, except test titles and catalogues', () => {
  const isTitle = (file: string, line: string): boolean => file.endsWith('.test.ts') && /^\s*(?:it|test)\(/u.test(line);
  const wide = code
    .filter((file) => !file.startsWith('src/i18n/locales/'))
    .flatMap((file) =>
      linesOf(file).flatMap((line, at) => (line.length > 120 && !isTitle(file, line) ? [`${file}:${at + 1}`] : [])),
    );
  assert.deepEqual(wide, []);
});

test('source files switch off no check', () => {
  const silenced = new RegExp(['eslint-' + 'disable', '@ts-' + 'ignore', '@ts-' + 'nocheck'].join('|'), 'u');
  assert.deepEqual(
    code.filter((file) => silenced.test(read(file))),
    [],
  );
});

test('test files skip no test and select no single test', () => {
  const tests = files.filter((file) => file.endsWith('.test.ts'));
  const narrowed = tests.filter((file) =>
    /\b(?:describe|it|test|suite)\.(?:only|skip|todo)\b|\bx(?:it|describe)\(/u.test(read(file)),
  );
  assert.deepEqual(narrowed, []);
});

test('repository files contain no marker for unfinished work', () => {
  const later = new RegExp(`\\b(?:${['TO' + 'DO', 'FIX' + 'ME', 'X' + 'XX'].join('|')})\\b`, 'u');
  assert.deepEqual(
    text.filter((file) => later.test(read(file))),
    [],
  );
});

test('repository files name no path of one machine', () => {
  const place = new RegExp(`(?:^|[\\s'"\`(=])/(?:${['work', 'root', 'home', 'Users', 'tmp'].join('|')})/`, 'mu');
  const written = text.filter((file) => file !== 'package-lock.json');
  assert.deepEqual(
    written.filter((file) => place.test(read(file))),
    [],
  );
});

/** Two elements on a page share wallet discovery and, on a page without storage, the memory store. */
const PAGE_WIDE = new Set(['src/wallets/discover.ts', 'src/payment/memory.ts']);
const STATE =
  /^(?:export )?(?:let |const (?![^=]*: Readonly)[^=]*= (?:new (?:Weak)?(?:Map|Set)|new MemoryStore|atom)\b)/mu;

test('source modules keep no mutable state, except the listed page-wide modules', () => {
  const stateful = files.filter((file) => /^src\/.*\.ts$/u.test(file) && STATE.test(read(file)));
  assert.deepEqual(
    stateful.filter((file) => !PAGE_WIDE.has(file)),
    [],
  );
});

for (const [title, pattern, place] of [
  ['what an EVM account looks like', /\[[^\]]*a-f[^\]]*\]\{40\}/u, 'src/chain.ts'],
  ['what a chain is called', /displayName (?:\?\?|\|\|)|displayName, name \}/u, 'src/chain.ts'],
  ['that the funds do not suffice', /new HubPayError\(\s*'insufficient-funds'/u, 'src/payment/quote.ts'],
] as const) {
  test(`source files define ${title} in one place`, () => {
    const places = files.filter((file) => /^src\/.*\.ts$/u.test(file) && pattern.test(read(file)));
    assert.deepEqual(places, [place]);
  });
}

test('package.json names exact versions, and the lock file names no host', () => {
  const manifest = JSON.parse(read('package.json')) as Record<
    'dependencies' | 'devDependencies',
    Record<string, string>
  >;
  const versions = Object.entries({ ...manifest.dependencies, ...manifest.devDependencies });
  assert.deepEqual(
    versions.filter(([, version]) => !/^\d+\.\d+\.\d+$/u.test(version)),
    [],
  );
  assert.doesNotMatch(read('package-lock.json'), /"resolved":|https?:\/\/(?:localhost|[\d.]+)[:/]/u);
});

for (const folder of ['payment', 'api', 'vm']) {
  test(`folder ${folder} has at least as many lines of tests as of code`, () => {
    const count = (prefix: string): number =>
      code.filter((file) => file.startsWith(prefix)).reduce((sum, file) => sum + linesOf(file).length, 0);
    const [lines, tests] = [count(`src/${folder}/`), count(`test/${folder}/`)];
    assert.ok(lines > 0 && tests >= lines, `${tests} lines of tests for ${lines} lines of code`);
  });
}
