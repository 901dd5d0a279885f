/** Lists the folders with tests, and finds the tests that need a page. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Groups of tests for Node. The files of these groups that need a page run only in browsers. */
export const UNIT_GROUPS = ['shared', 'payment', 'api', 'vm', 'wallets', 'i18n', 'testing'];
/** Groups of tests that run only in browsers. */
export const PAGE_GROUPS = ['ui', 'element', 'contracts'];

/**
 * @param {string} root
 * @param {string} group
 * @returns {string[]} relative to the root
 */
export function testsOf(root, group) {
  const folder = `test/${group}`;
  const files = existsSync(join(root, folder)) ? readdirSync(join(root, folder), { recursive: true }).map(String) : [];
  return files
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
