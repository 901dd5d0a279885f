/** The folders of tests that run in Node and in browsers, and what of them needs a page. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What is tested without a page. Several files share a page where they do run in a browser. */
export const UNIT_GROUPS = ['shared', 'payment', 'api', 'vm', 'wallets', 'i18n'];
/** What has to be tested on a page. */
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
 * By the library that it imports: chai alone runs anywhere, that of Open Web Components on a page.
 *
 * @param {string} root
 * @param {string} file relative to the root
 */
export const needsPage = (root, file) => readFileSync(join(root, file), 'utf8').includes(`from '@open-wc/testing'`);
