/** Tests project rules that no linter covers, for example the size of files. */
import assert from 'node:assert/strict';
import { posix } from 'node:path';
import { test } from 'node:test';
import { STAGES } from '../../src/payment/journal/entry.js';
import { ownFiles, read } from '../tools/sources.js';

const files = ownFiles();
const code = files.filter((file) => /\.(?:ts|mjs|js)$/u.test(file));
const text = files.filter((file) => /\.(?:ts|mjs|js|json|md|html|css|sol|sh)$|^\.ci\/|^\.npmrc$/u.test(file));
const linesOf = (file: string): string[] => read(file).split('\n');

/** These files contain data tables and can be longer than other files. */
const TABLES = [
  /^src\/(?:types|api\/responses\/types|element\/reference|i18n\/locales\/.*)\.ts$/u,
  /^test\/support\/malicious\/malicious-quotes\.ts$/u,
];

test('a file of code opens with a sentence that says what it is for; a test has its titles', () => {
  const mute = code.filter((file) => !file.endsWith('.test.ts') && !/^(?:#!.*\n)?\/\*\*\s/u.test(read(file)));
  assert.deepEqual(mute, []);
});

const own = code.filter((file) => !TABLES.some((table) => table.test(file)));

/** `npm run docs` writes these lines into the doc comment of the element. A long tag goes on in indented lines. */
const GENERATED_TAG = /^ \* (?:@(?:slot|event|csspart|cssprop|attr)\b|  \S)/u;

test('a file has at most 400 lines, of tests and stories 600', () => {
  const limit = (file: string): number => (/^(?:test|stories)\//u.test(file) ? 600 : 400);
  assert.deepEqual(
    own.filter((file) => linesOf(file).filter((line) => !GENERATED_TAG.test(line)).length - 1 > limit(file)),
    [],
  );
});

test('a folder of src has at most 18 files', () => {
  const folders = code.filter((file) => file.startsWith('src/')).map((file) => posix.dirname(file));
  const sizes = [...new Set(folders)].map(
    (folder) => [folder, folders.filter((each) => each === folder).length] as const,
  );
  assert.ok(sizes.length > 30);
  assert.deepEqual(
    sizes.filter(([, size]) => size > 18),
    [],
  );
});

test('only src/vm compares a vmType with the name of a family', () => {
  const comparison = /vmType\b[^;\n]{0,12}[!=]==? '|[!=]==? '(?:evm|svm|hypevm|lvm|bvm|tvm|tonvm|suivm)'/u;
  assert.match("if (chain.vmType === 'evm')", comparison);
  const compared = code
    .filter((file) => file.startsWith('src/') && !file.startsWith('src/vm/'))
    .filter((file) => comparison.test(read(file)));
  assert.deepEqual(compared, []);
});

test('a line has at most 120 characters; a test’s title may be longer, and so may what a payer reads', () => {
  const isTitle = (file: string, line: string): boolean => file.endsWith('.test.ts') && /^\s*(?:it|test)\(/u.test(line);
  const wide = code
    .filter((file) => !file.startsWith('src/i18n/locales/'))
    .flatMap((file) =>
      linesOf(file).flatMap((line, at) => (line.length > 120 && !isTitle(file, line) ? [`${file}:${at + 1}`] : [])),
    );
  assert.deepEqual(wide, []);
});

test('a title of a test has at most 120 characters', () => {
  const titles = code
    .filter((file) => file.endsWith('.test.ts'))
    .flatMap((file) =>
      [...read(file).matchAll(/^\s*(?:describe|it|test)\((['`])(.*?)\1, /gmu)].map((found) => found[2]),
    );
  assert.ok(titles.length > 1_000);
  assert.deepEqual(
    titles.filter((title = '') => title.replaceAll(/\$\{[^}]*\}/gu, '').length > 120),
    [],
  );
});

test('nothing is left to be done later in a comment', () => {
  const later = new RegExp(`\\b(?:${['TO' + 'DO', 'FIX' + 'ME', 'X' + 'XX'].join('|')})\\b`, 'u');
  assert.deepEqual(
    text.filter((file) => later.test(read(file))),
    [],
  );
});

test('nothing names a place of one machine', () => {
  const place = new RegExp(`(?:^|[\\s'"\`(=])/(?:${['work', 'root', 'home', 'Users', 'tmp'].join('|')})/`, 'mu');
  const written = text.filter((file) => file !== 'package-lock.json');
  assert.deepEqual(
    written.filter((file) => place.test(read(file))),
    [],
  );
});

// `package.test.ts` tests the versions of the packages that customers install.
test('package.json names exact versions of the tools, and the lock file names no host', () => {
  const { devDependencies } = JSON.parse(read('package.json')) as { devDependencies: Record<string, string> };
  assert.deepEqual(
    Object.values(devDependencies).filter((version) => !/^(?:npm:[a-z]+@)?\d+\.\d+\.\d+$/u.test(version)),
    [],
  );
  assert.doesNotMatch(read('package-lock.json'), /"resolved":|https?:\/\/(?:localhost|[\d.]+)[:/]/u);
});

/** The number of lines without comments and empty lines. */
const codeLines = (file: string): number =>
  linesOf(file).filter((line) => line.trim() !== '' && !/^\s*(?:\/\/|\/?\*)/u.test(line)).length;

for (const folder of ['payment', 'api', 'vm']) {
  test(`${folder} has at least as many lines of tests as of code`, () => {
    const count = (prefix: string): number =>
      code.filter((file) => file.startsWith(prefix)).reduce((sum, file) => sum + codeLines(file), 0);
    const [lines, tests] = [count(`src/${folder}/`), count(`test/${folder}/`)];
    assert.ok(lines > 0 && tests >= lines, `${tests} lines of tests for ${lines} lines of code`);
  });
}

/** The files that may know the stages of the journal: their type, and the life of a payment. */
const LIFECYCLE = ['src/payment/journal/entry.ts', 'src/payment/journal/lifecycle.ts'];
/** The files that write an entry which no event has made: a new payment. */
const WRITERS = ['src/payment/pay/begin-payment.ts', ...LIFECYCLE];

test('only the lifecycle compares a stage of the journal, and every other change of an entry is an event', () => {
  const stages = STAGES.join('|');
  const compares = new RegExp(
    [
      `stage\\b\\s*(?:===|!==)\\s*'(?:${stages})'`,
      `'(?:${stages})'\\s*(?:===|!==)\\s*\\S*stage\\b`,
      String.raw`\.stage\s*(?:===|!==)|(?:===|!==)\s*\S+\.stage\b`,
      String.raw`(?:includes|indexOf|switch \()\(?\S*\bstage\)`,
    ].join('|'),
    'u',
  );
  const writes = /\bjournal\.write\(|\bstage: '|\.\.\.entry, stage\b/u;
  const source = code.filter((file) => file.startsWith('src/'));
  assert.ok(LIFECYCLE.every((file) => source.includes(file)));
  for (const wrong of [
    "stage === 'sent'",
    "'sent' !== entry.stage",
    'a.stage === b.stage',
    '[a].includes(entry.stage)',
  ])
    assert.ok(compares.test(wrong), wrong);
  assert.ok(compares.test('switch (entry.stage)'));
  for (const wrong of ['journal.write(entry)', "{ ...entry, stage: 'sent' }"]) assert.ok(writes.test(wrong), wrong);
  assert.deepEqual(
    source.filter((file) => !LIFECYCLE.includes(file) && compares.test(read(file))),
    [],
  );
  assert.deepEqual(
    source.filter((file) => !WRITERS.includes(file) && writes.test(read(file))),
    [],
  );
});
