/** Tests the demos that install the packed package, and the apps of `npm run test:frameworks`. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compileFunction } from 'node:vm';
import type { FetchHandler } from '../../src/server/index.js';
import { APPS } from '../frameworks/rows.js';
import { ownFiles, read } from '../support/sources.js';

type Manifest = { dependencies?: Record<string, string>; devDependencies?: Record<string, string> };

const files = ownFiles();
const demos = APPS.map(({ folder }) => folder).filter((folder) => folder.startsWith('demo/'));
const linesIn = (folder: string, code: RegExp): number =>
  files
    .filter((file) => file.startsWith(`${folder}/`) && code.test(file))
    .reduce((sum, file) => sum + read(file).trimEnd().split('\n').length, 0);

test('each demo has at most 100 lines of code, and the server of the plain demo at most 40', () => {
  assert.equal(demos.length, 4);
  for (const folder of demos) {
    const lines = linesIn(folder, /\.(?:html|tsx?|vue|mjs)$/u);
    assert.ok(lines > 20 && lines <= 100, `${folder}: ${lines}`);
  }
  assert.ok(linesIn('demo/plain', /server\.mjs$/u) <= 40);
});

/** Starts the server of the plain demo with these variables, and returns its page. */
async function plainPage(env: Record<string, string>): Promise<string> {
  const handlers: FetchHandler[] = [];
  const outside = {
    createServer: (handler: FetchHandler) => ({ listen: () => handlers.push(handler) }),
    nodeListener: (handler: FetchHandler) => handler,
    readFile: (path: URL) => Promise.resolve(read(path.pathname.slice(1))),
    here: 'file:///demo/plain/server.mjs',
    process: { env },
  };
  const code = read('demo/plain/server.mjs')
    .replaceAll(/^import .*$/gmu, '')
    .replaceAll('import.meta.url', 'here');
  const run = compileFunction(code, Object.keys(outside)) as (...values: unknown[]) => void;
  run(...Object.values(outside));
  return (await handlers[0]!(new Request('http://localhost/'))).text();
}

test('the plain demo takes real payments only for the address of the shop, and writes it into the page', async () => {
  const example = /recipient="(\w+)"/u.exec(read('demo/plain/index.html'))?.[1] ?? '';
  const HUB_SERVICE = 'https://pay.example';
  for (const env of [{}, { RECIPIENT: '' }, { RECIPIENT: 'shop.eth' }, { RECIPIENT: example.toLowerCase() }])
    await assert.rejects(plainPage({ HUB_SERVICE, ...env }), /RECIPIENT/u);
  const RECIPIENT = `0x${'ab'.repeat(20)}`;
  const live = await plainPage({ HUB_SERVICE, RECIPIENT });
  assert.ok(live.includes(`base-url="${HUB_SERVICE}"`) && live.includes(`recipient="${RECIPIENT}"`));
  assert.equal(await plainPage({}), read('demo/plain/index.html'));
});

test('each demo installs the tarball of this version, and all other packages have exact versions', () => {
  const { version } = JSON.parse(read('package.json')) as { version: string };
  for (const { folder } of APPS) {
    const { dependencies = {}, devDependencies = {} } = JSON.parse(read(`${folder}/package.json`)) as Manifest;
    const { 'hub-pay': tarball, ...others } = { ...dependencies, ...devDependencies };
    assert.equal(tarball, demos.includes(folder) ? `file:../../hub-pay-${version}.tgz` : undefined, folder);
    for (const [name, wanted] of Object.entries(others)) assert.match(wanted, /^\d+\.\d+\.\d+$/u, `${folder}: ${name}`);
  }
});

test('each app of the repository is a row of the table, and each row says what does not apply and why', () => {
  const apps = files
    .filter((file) => /^test\/frameworks\/apps\/[\w-]+\/package\.json$/u.test(file))
    .map((file) => file.replace('/package.json', ''));
  assert.deepEqual(APPS.map(({ folder }) => folder).sort(), [...demos, ...apps].sort());
  for (const { folder, rows } of APPS) {
    const { scripts = {} } = JSON.parse(read(`${folder}/package.json`)) as { scripts?: Record<string, string> };
    for (const { title, without } of rows)
      for (const column of ['types', 'build'] as const)
        assert.notEqual(column in scripts, column in without, `${title}: ${column}`);
  }
});
