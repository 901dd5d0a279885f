/** Says which tests run in Node and which in browsers: each runs where it can fail. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Groups of tests for Node. The files of these groups that need a page run only in browsers. */
export const UNIT_GROUPS = ['shared', 'payment', 'api', 'vm', 'wallets', 'i18n', 'testing'];
/** Groups of tests that run only in browsers. */
export const PAGE_GROUPS = ['ui', 'element', 'contracts'];

/** Templates give the same result in each engine, so one engine runs these groups. */
export const ONE_ENGINE = ['ui'];

/** Files of these groups that measure what an engine draws, or depend on its parser. Each engine runs them. */
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
  'test/shared/clock.test.ts',
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

/** Returns every test file. A page loads the packages of all of them, also when it runs one. @param {string} root */
export const allTests = (root) => [...UNIT_GROUPS, ...PAGE_GROUPS].flatMap((group) => testsOf(root, group));
