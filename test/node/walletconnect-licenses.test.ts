/**
 * Tests that no package of WalletConnect or Reown in the lock file is newer than the last version under a free license.
 * Later versions may only connect to the relay of their owner, and cannot be passed on in a package under MIT. Some of
 * them still name the old license in package.json, so only the version counts.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { read } from '../tools/sources.js';

/** The last version under Apache-2.0, by the name of the package. */
const LAST_FREE: Readonly<Record<string, string>> = {
  '@walletconnect/core': '2.21.8',
  '@walletconnect/ethereum-provider': '2.21.8',
  '@walletconnect/sign-client': '2.21.8',
  '@walletconnect/types': '2.21.8',
  '@walletconnect/universal-provider': '2.21.8',
  '@walletconnect/utils': '2.21.8',
  '@reown/walletkit': '1.2.10',
};

/** The packages that are under MIT in every version. */
const FREE = new RegExp(
  '^@walletconnect/(?:environment|events|heartbeat|jsonrpc-[a-z-]+|keyvaluestorage|logger|relay-(?:api|auth)|' +
    'safe-json|time|window-[a-z]+)$',
  'u',
);

/** The packages of the AppKit, which all have the same version. */
const APPKIT = /^@reown\/appkit(?:-[a-z-]+)?$/u;
const LAST_FREE_APPKIT = '1.8.0';

type Lock = { packages: Readonly<Record<string, { version?: string; name?: string }>> };

/** Returns the packages that may not be used, as `name version`. */
function forbidden({ packages }: Lock): string[] {
  return Object.entries(packages).flatMap(
    ([path, { version = '', name = path.split('node_modules/').at(-1) ?? '' }]) => {
      if (!/^@(?:walletconnect|reown)\//u.test(name) || FREE.test(name)) return [];
      const last = LAST_FREE[name] ?? (APPKIT.test(name) ? LAST_FREE_APPKIT : undefined);
      return last !== undefined && isUpTo(version, last) ? [] : [`${name} ${version}`];
    },
  );
}

function isUpTo(version: string, last: string): boolean {
  const parts = (text: string): number[] => text.split(/[.-]/u).slice(0, 3).map(Number);
  const [a, b] = [parts(version), parts(last)];
  const at = a.findIndex((part, index) => part !== b[index]);
  return at === -1 ? a.length === 3 : (a[at] ?? NaN) < (b[at] ?? NaN);
}

const lockOf = (...names: string[]): Lock => ({
  packages: Object.fromEntries(
    names.map((each) => [
      `node_modules/${each.slice(0, each.lastIndexOf('@'))}`,
      { version: each.slice(each.lastIndexOf('@') + 1) },
    ]),
  ),
});

test('the lock file contains no package of WalletConnect or Reown under another license', () => {
  assert.deepEqual(forbidden(JSON.parse(read('package-lock.json')) as Lock), []);
});

test('the last free versions, and packages under MIT, are allowed', () => {
  const names = ['@walletconnect/sign-client@2.21.8', '@walletconnect/core@2.9.1', '@reown/appkit-ui@1.8.0'];
  assert.deepEqual(forbidden(lockOf(...names, '@walletconnect/time@1.0.2', '@walletconnect/jsonrpc-utils@9.0.0')), []);
});

test('later versions, unknown packages and copies inside other packages are found', () => {
  const names = ['@walletconnect/sign-client@2.21.9', '@walletconnect/utils@3.0.0', '@reown/walletkit@1.2.11'];
  const more = ['@reown/appkit@1.8.1', '@reown/appkit-scaffold-ui@1.8.2', '@walletconnect/pay@1.0.0'];
  const found = forbidden(lockOf(...names, ...more)).length;
  assert.equal(found, names.length + more.length);
  const inside = { packages: { 'node_modules/x/node_modules/@walletconnect/core': { version: '2.22.0' } } };
  assert.deepEqual(forbidden(inside), ['@walletconnect/core 2.22.0']);
  assert.deepEqual(forbidden({ packages: { 'node_modules/a': { name: '@reown/appkit', version: '1.9.0' } } }), [
    '@reown/appkit 1.9.0',
  ]);
});
