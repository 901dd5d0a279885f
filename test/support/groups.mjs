/** Lists the test folders for Node and for browsers, and finds the files that need a page. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Groups of tests that need no page. In a browser, several files share a page. */
export const UNIT_GROUPS = ['shared', 'payment', 'api', 'vm', 'wallets', 'i18n'];
/** Groups of tests that need a page. */
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
 * True if the file imports Open Web Components' test library, which needs a page. A file that imports chai needs no
 * page.
 *
 * @param {string} root
 * @param {string} file relative to the root
 */
export const needsPage = (root, file) => readFileSync(join(root, file), 'utf8').includes(`from '@open-wc/testing'`);
