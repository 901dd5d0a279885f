/** Tests that the tests match the sources: the folders, a test file for each file with logic, and the late chunks. */
import assert from 'node:assert/strict';
import { basename, dirname } from 'node:path';
import { test } from 'node:test';
import ts from 'typescript';
import { DRAWN, ONE_ENGINE, PLATFORM_UNITS } from '../runner/groups.mjs';
import { importsOf, ownFiles, read } from '../tools/sources.js';

/** These folders have the same structure in `test` and `src`. */
const MIRRORED = ['shared', 'payment', 'api', 'vm', 'wallets', 'server', 'i18n', 'ui', 'element', 'testing', 'cli'];
/** In these folders, each source file needs a test file. */
const COMPLETE = ['shared', 'payment', 'api', 'vm', 'wallets', 'server', 'i18n', 'testing', 'cli'];

/** `npm run docs` writes these files, and `languages.test.ts` tests all of them. */
const WORDS = /^src\/i18n\/locales\/words\//u;

const files = ownFiles();
const isIn = (file: string, root: string, folders: readonly string[]): boolean =>
  folders.some((folder) => file.startsWith(`${root}/${folder}/`));
const sources = files.filter((file) => /^src\/.*\.ts$/u.test(file));
const tests = files.filter((file) => file.endsWith('.test.ts') && isIn(file, 'test', MIRRORED));
const helpers = files.filter(
  (file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && isIn(file, 'test', MIRRORED),
);

/** Finds the source file of a test file, for example `name.ts` for `name.aspect.test.ts`. */
const sourceOf = (file: string): string => {
  const [name = ''] = basename(file).split('.');
  return `${dirname(file).replace(/^test\//u, 'src/')}/${name}.ts`;
};

test('a test file is named after a source file of the same folder', () => {
  assert.deepEqual(
    tests.filter((file) => !sources.includes(sourceOf(file))),
    [],
  );
});

test('a source file with logic has a test file of its name', () => {
  const tested = new Set(tests.map(sourceOf));
  const isTested = (file: string): boolean => tested.has(file) || WORDS.test(file);
  const bare = sources.filter((file) => isIn(file, 'src', COMPLETE) && hasLogic(file) && !isTested(file));
  assert.deepEqual(bare, []);
});

test('a source file has logic when it exports a function or a class and has more than 20 lines', () => {
  assert.deepEqual(['src/types.ts', 'src/i18n/locales/de.ts', 'src/vm/family/adapter.ts'].map(hasLogic), [
    false,
    false,
    false,
  ]);
  assert.deepEqual(['src/shared/time/clock.ts', 'src/payment/track/tracker.ts'].map(hasLogic), [true, true]);
});

test('a helper stands in the innermost folder that holds all files that use it', () => {
  const users = new Map<string, string[]>();
  for (const from of files.filter((file) => /^(?:test|demo|stories)\/.*\.ts$/u.test(file)))
    for (const { to } of importsOf(from)) users.set(to, [...(users.get(to) ?? []), from]);
  const wrong = helpers.filter((file) => commonFolder(users.get(file) ?? []) !== dirname(file));
  assert.deepEqual(wrong, []);
});

test('the runner names only test files and folders that exist', () => {
  const exists = (path: string): boolean =>
    path.endsWith('/') ? tests.some((file) => file.startsWith(path)) : files.includes(path);
  const named = [...ONE_ENGINE, ...DRAWN, ...PLATFORM_UNITS];
  assert.ok(named.length > 20);
  assert.deepEqual(
    named.filter((path) => !exists(path)),
    [],
  );
});

test('the test world loads in advance exactly the code of a payment that loads late', () => {
  const late = sources.flatMap(importsOf).filter(({ kind, to }) => kind === 'dynamic' && isIn(to, 'src', COMPLETE));
  // The test world loads what the rows of this table name.
  const table = 'src/vm/families.ts';
  // The test world imports the session itself. No test of the session loads texts or starts test mode.
  const own = ['src/payment/session/session.ts', 'src/testing/test-mode.ts'];
  const isText = (file: string): boolean => file.startsWith('src/i18n/locales/');
  const ahead = importsOf('test/support/world/chunks.ts').filter(({ to }) => to.startsWith('src/'));
  assert.deepEqual(
    ahead.map(({ to }) => to),
    [...new Set(late.filter(({ from }) => from !== table).map(({ to }) => to)), table]
      .filter((to) => !own.includes(to) && !isText(to))
      .sort(),
  );
});

function commonFolder(paths: readonly string[]): string {
  const [first = [], ...rest] = paths.map((path) => dirname(path).split('/'));
  const end = first.findIndex((part, at) => rest.some((other) => other[at] !== part));
  return first.slice(0, end === -1 ? first.length : end).join('/');
}

/** True if the file needs its own test file. Types, tables, re-exports and files of at most 20 lines need none. */
function hasLogic(file: string): boolean {
  const text = read(file);
  if (text.split('\n').length - 1 <= 20) return false;
  const isFunction = (node: ts.Node | undefined): boolean =>
    node !== undefined && (ts.isArrowFunction(node) || ts.isFunctionExpression(node));
  const isExport = ({ kind }: ts.Node): boolean => kind === ts.SyntaxKind.ExportKeyword;
  return ts.createSourceFile(file, text, ts.ScriptTarget.Latest).statements.some((statement) => {
    if (!ts.canHaveModifiers(statement) || !ts.getModifiers(statement)?.some(isExport)) return false;
    if (ts.isFunctionDeclaration(statement) || ts.isClassDeclaration(statement)) return true;
    if (!ts.isVariableStatement(statement)) return false;
    return statement.declarationList.declarations.some(({ initializer }) => isFunction(initializer));
  });
}
