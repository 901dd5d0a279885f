/** Says which tests run in Node and which in browsers: each runs where it can fail. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';

/** Groups of tests for Node. The files of these groups that need a page run only in browsers. */
export const UNIT_GROUPS = ['shared', 'payment', 'api', 'vm', 'wallets', 'i18n', 'testing'];
/** Groups of tests that Node's test runner runs, by stage. */
export const NODE_STAGES = /** @type {const} */ ({
  flows: ['flows'],
  stories: ['stories'],
  node: ['node', 'server', 'cli'],
  devnet: ['devnet'],
});
/** Groups of tests that run only in browsers. */
export const PAGE_GROUPS = ['ui', 'element', 'contracts'];

/** The folder of pages that contain several test files, relative to the root. */
export const SHARED_PAGES = 'node_modules/.cache/test-pages';

/** Templates, texts, names and the simulation of test mode give the same result in each engine, so one runs them. */
export const ONE_ENGINE = [
  'test/ui/',
  'test/contracts/exports.test.ts',
  'test/contracts/names.test.ts',
  'test/contracts/react.test.ts',
  'test/element/currency/',
  'test/element/hub-pay.mistakes.test.ts',
  'test/element/hub-pay.texts.test.ts',
  'test/testing/test-mode.test.ts',
];

/** Files of these paths that measure what an engine draws, or depend on its parser. Each engine runs them. */
export const DRAWN = [
  'test/ui/parts/badge.test.ts',
  'test/ui/render.safety.test.ts',
  'test/ui/render.test.ts',
  'test/ui/styles/base.direction.test.ts',
  'test/ui/styles/layout.test.ts',
  'test/ui/styles/tokens.test.ts',
  'test/ui/views/select.test.ts',
];

/**
 * Units that call the platform itself: streams and aborted requests, events of the window, storage, numbers of `Intl`,
 * and the parser of URLs. Engines differ there, so these files run in each of them as well as in Node.
 */
export const PLATFORM_UNITS = [
  'test/api/input.test.ts',
  'test/api/http.test.ts',
  'test/api/status-stream.test.ts',
  'test/i18n/format-number.test.ts',
  'test/i18n/translate.test.ts',
  'test/payment/journal/keys.test.ts',
  'test/payment/model/options.test.ts',
  'test/payment/model/order.test.ts',
  'test/shared/time/clock.test.ts',
  'test/shared/memory-store.test.ts',
  'test/shared/platform.test.ts',
  'test/wallets/connection.test.ts',
  'test/wallets/discover-svm.test.ts',
  'test/wallets/family-connection.test.ts',
  'test/wallets/wallet-option.test.ts',
];

/**
 * @param {string} root
 * @param {string} group
 * @returns {string[]} relative to the root
 */
export function testsOf(root, group) {
  const folder = `test/${group}`;
  return readdirSync(join(root, folder), { recursive: true })
    .map(String)
    .filter((file) => file.endsWith('.test.ts'))
    .sort()
    .map((file) => `${folder}/${file}`);
}

/**
 * Returns true if the file imports `@open-wc/testing`, which needs a page.
 *
 * @param {string} root
 * @param {string} file relative to the root
 */
export const needsPage = (root, file) => readFileSync(join(root, file), 'utf8').includes(`from '@open-wc/testing'`);

/**
 * Returns the test files that Node runs as units.
 *
 * @param {string} root
 */
export const unitFiles = (root) =>
  UNIT_GROUPS.flatMap((group) => testsOf(root, group)).filter((file) => !needsPage(root, file));

/**
 * Returns the pages of each group. Opening a page takes longer than most tests, so the tests of a folder share a page,
 * and those of `ui` share one. A file directly in `element` or `contracts` has its own page, because it tests the
 * element as it loads.
 *
 * @param {string} root
 * @param {boolean} isFurther true for an engine that leaves out what one engine has shown
 * @returns {{ name: string, files: string[] }[]}
 */
export function pageGroups(root, isFurther) {
  const filesOf = (/** @type {string} */ group) =>
    testsOf(root, group).filter((file) => !isFurther || !isOneEngine(file));
  const units = UNIT_GROUPS.flatMap(filesOf).filter((file) => needsPage(root, file));
  return [
    ...PAGE_GROUPS.map((name) => ({ name, files: pagesOf(root, filesOf(name)) })),
    {
      name: 'units',
      files: [
        ...sharedPages(
          root,
          'units',
          units.filter((file) => !isOneEngine(file)),
        ),
        ...sharedPages(root, 'units-one-engine', units.filter(isOneEngine)),
        ...sharedPages(root, 'platform', PLATFORM_UNITS),
      ],
    },
  ];
}

const isOneEngine = (/** @type {string} */ file) =>
  !DRAWN.includes(file) && ONE_ENGINE.some((path) => file.startsWith(path));

/**
 * @param {string} root
 * @param {readonly string[]} files of one group, relative to the root
 */
function pagesOf(root, files) {
  /** @type {Map<string, string[]>} */
  const pages = new Map();
  for (const file of files) {
    const [group = '', ...folders] = file.split('/').slice(1, -1);
    const isAlone = group !== 'ui' && folders.length === 0;
    const place = group === 'ui' ? group : [group, ...folders].join('-');
    const name = isAlone ? file : `${place}${isOneEngine(file) ? '-one-engine' : ''}`;
    pages.set(name, [...(pages.get(name) ?? []), file]);
  }
  return [...pages].flatMap(([name, inside]) => sharedPages(root, name, inside));
}

/**
 * Puts several test files on one page. The tests must have no lasting effects.
 *
 * @param {string} root
 * @param {string} name The name of the page
 * @param {readonly string[]} files relative to root
 * @returns {string[]} the page, or no page if there is no file
 */
function sharedPages(root, name, files) {
  if (files.length < 2) return [...files];
  const folder = join(root, SHARED_PAGES);
  mkdirSync(folder, { recursive: true });
  const lines = files.map((file) => `import ${JSON.stringify(relative(folder, join(root, file)))};\n`);
  writeFileSync(join(folder, `${name}.test.ts`), lines.join(''));
  return [`${SHARED_PAGES}/${name}.test.ts`];
}
