/** Tests the package as npm would publish it, in a new folder, with Node and TypeScript. Needs `dist/`. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { publint } from 'publint';
import { propertyTable } from '../../src/element/reference.js';
import { docsUrlOf } from '../../src/errors.js';
import { linksOf } from '../tools/docs/markdown.js';
import { openPackedShop, type PackedShop } from '../support/pages/packed-shop.js';
import { read, root } from '../tools/sources.js';

const run = promisify(execFile);
let shop: PackedShop;
let cdn: string;
const isMarkdown = (path: string): boolean => path.endsWith('.md');

before(async () => {
  shop = await openPackedShop();
  cdn = join(shop.installed, 'dist/cdn');
});
after(() => {
  shop.remove();
});

test('the package contains its entry points, README, licence and changelog, and no source or test', () => {
  for (const path of [
    'dist/index.js',
    'dist/index.d.ts',
    'dist/headless.js',
    'dist/headless.d.ts',
    'dist/react.js',
    'dist/react.d.ts',
    'dist/server/index.js',
    'dist/server/index.d.ts',
    'dist/cli.js',
    'dist/jsx.d.ts',
    'dist/vue.d.ts',
    'dist/svelte.d.ts',
    'dist/web-types.json',
    'dist/vscode.html-custom-data.json',
    'dist/cdn/hub-pay.js',
    'dist/cdn/modulepreload.html',
    'dist/cdn/sri.json',
    'dist/cdn/THIRD-PARTY-NOTICES',
    'custom-elements.json',
    'README.md',
    'LICENSE',
    'CHANGELOG.md',
    'llms.txt',
    '.github/SECURITY.md',
  ]) {
    assert.ok(shop.packed.includes(path), `${path} is missing`);
  }
  const allowed = [
    /^dist\//u,
    /^stories\/docs\/(?:[\w-]+\.md|images\/[\w-]+\.png)$/u,
    /^(?:README|CHANGELOG|\.github\/SECURITY)\.md$|^LICENSE$|^llms\.txt$|^(?:custom-elements|package)\.json$/u,
  ];
  assert.deepEqual(
    shop.packed.filter((path) => !allowed.some((pattern) => pattern.test(path))),
    [],
  );
});

test('every link of the README and of the pages leads to a file of the package, or to the code of the repository', () => {
  const pages = shop.packed
    .filter((path) => path === 'README.md' || path.startsWith('stories/docs/'))
    .filter(isMarkdown);
  assert.ok(pages.length > 10);
  const missing = pages.flatMap((page) => linksOf(page, read(page)).filter(({ file }) => !shop.packed.includes(file)));
  // These files are for people who change the code. npm's page links to them in the repository.
  const ofContributors = /^(?:demo|test)(?:\/|$)|^\.github\/CONTRIBUTING\.md$/u;
  assert.deepEqual(
    missing.filter(({ file }) => !ofContributors.test(file)),
    [],
  );
});

test('the package names the repository that the links of errors lead to', () => {
  type Place = { repository: { url: string }; homepage: string; bugs: string };
  const { repository, homepage, bugs } = JSON.parse(read('package.json')) as Place;
  const address = repository.url.replace(/^git\+|\.git$/gu, '');
  assert.ok(docsUrlOf('config').startsWith(`${address}/blob/`));
  assert.deepEqual([homepage, bugs], [`${address}#readme`, `${address}/issues`]);
});

test('packages that many shops also have are ranges of one major version; all others have one version', () => {
  const { dependencies } = JSON.parse(read('package.json')) as { dependencies: Record<string, string> };
  const { packages } = JSON.parse(read('package-lock.json')) as { packages: Record<string, { version: string }> };
  const shared = ['@noble/ciphers', '@noble/curves', '@noble/hashes', '@solana/web3.js', '@wagmi/core', 'lit', 'viem'];
  for (const [name, range] of Object.entries(dependencies)) {
    const locked = packages[`node_modules/${name}`]?.version ?? '';
    if (!shared.includes(name)) {
      assert.equal(range, locked, name);
      continue;
    }
    // This repository builds and tests with the locked version, which is in the range.
    assert.match(range, /^\^[1-9]\d*\.\d+\.\d+$/u, name);
    const [lowest = [], built = []] = [range.slice(1), locked].map((version) => version.split('.').map(Number));
    assert.equal(lowest[0], built[0], name);
    assert.ok((lowest[1] ?? 0) <= (built[1] ?? -1), name);
  }
  assert.deepEqual(
    shared.filter((name) => !Object.hasOwn(dependencies, name)),
    [],
  );
});

test("import 'hub-pay' in plain Node does not throw", async () => {
  assert.equal(await shop.inNode("const { HubPay } = await import('hub-pay'); console.log(typeof HubPay)"), 'function');
});

test("'hub-pay/headless' exports the documented functions in plain Node", async () => {
  const names = 'createPaymentSession, HubClient, guardQuote, HubPayError';
  const types = await shop.inNode(
    `import { ${names} } from 'hub-pay/headless'; console.log([${names}].map((it) => typeof it).join())`,
  );
  assert.equal(types, 'function,function,function,function');
});

test("'hub-pay/server' exports the documented functions in plain Node", async () => {
  const names = 'createProxy, verifyAttestation, verifyPayment';
  const types = await shop.inNode(
    `import { ${names} } from 'hub-pay/server'; console.log([${names}].map((it) => typeof it).join())`,
  );
  assert.equal(types, 'function,function,function');
});

test("'hub-pay/react' exports only the component in plain Node, and is marked as code of the client", async () => {
  const kind = "console.log(Object.keys(entry).join(), typeof customElements.get('hub-pay'))";
  assert.equal(await shop.inNode(`import * as entry from 'hub-pay/react'; ${kind}`), 'HubPay undefined');
  assert.match(readFileSync(join(shop.installed, 'dist/react.js'), 'utf8'), /^'use client';\n/u);
});

test('the frameworks are optional peers, and no entry without their name imports one', async () => {
  const manifest = JSON.parse(readFileSync(join(shop.installed, 'package.json'), 'utf8')) as Record<string, unknown>;
  const peers = { '@types/react': '>=18', react: '>=18', svelte: '>=4', vue: '>=3' };
  assert.deepEqual(manifest['peerDependencies'], peers);
  const optional = Object.keys(peers).map((name) => [name, { optional: true }]);
  assert.deepEqual(manifest['peerDependenciesMeta'], Object.fromEntries(optional));
  const { metafile } = await build({
    entryPoints: ['index', 'headless', 'server/index', 'cli'].map((entry) => `dist/${entry}.js`),
    absWorkingDir: shop.installed,
    bundle: true,
    format: 'esm',
    platform: 'node',
    packages: 'external',
    write: false,
    metafile: true,
    outdir: shop.folder,
  });
  const imported = Object.values(metafile.inputs).flatMap(({ imports }) => imports.map(({ path }) => path));
  assert.ok(imported.includes('lit'));
  assert.deepEqual(
    imported.filter((path) => path === 'react' || path === 'dist/react.js'),
    [],
  );
});

test('the command runs, and its error names the missing flag', async () => {
  const { bin } = JSON.parse(readFileSync(join(shop.installed, 'package.json'), 'utf8')) as {
    bin: Record<string, string>;
  };
  const command = join(shop.installed, bin['hub-pay'] ?? 'none');
  assert.match(readFileSync(command, 'utf8'), /^#!\/usr\/bin\/env node\n/u);
  assert.match(
    (await run(process.execPath, [command, '--help'])).stdout,
    /^Usage: npx --no-install hub-pay registry /u,
  );
  await assert.rejects(run(process.execPath, [command, 'registry']), /--base-url is missing/u);
});

test('publint finds no problem', async () => {
  const { messages } = await publint({ pkgDir: shop.installed, strict: true });
  assert.deepEqual(messages, []);
});

/** Minimal types of Vue and Svelte: only what this package uses. `npm run test:frameworks` has the real types. */
const FRAMEWORKS: Readonly<Record<string, string>> = {
  'vue/index.d.ts':
    'export interface GlobalComponents {} export interface HTMLAttributes {} export interface ReservedProps {}',
  'svelte/elements.d.ts':
    'export interface HTMLAttributes<T> { of?: T }\n' +
    'export interface SvelteHTMLElements { [name: string]: { [name: string]: any } }',
};

test('the import of hub-pay/jsx, /vue or /svelte alone types the element’s attributes, properties and events', async () => {
  for (const [file, text] of Object.entries(FRAMEWORKS)) {
    mkdirSync(dirname(join(shop.folder, 'node_modules', file)), { recursive: true });
    writeFileSync(join(shop.folder, 'node_modules', file), text);
  }
  const uses = [
    `import { HubPay } from 'hub-pay/react';
    export const pay = (
      <hub-pay base-url="https://pay.example" destination-chain-id={1} amount="25.00" disabled registry={{ chains: [] }}
        layout="panel" onhub-success={({ detail }) => detail.requestId.length} ref={null} key="pay">
        <a href="/other">Pay another way</a>
      </hub-pay>
    );
    // @ts-expect-error An amount is a text.
    export const number = <hub-pay amount={25} />;
    // @ts-expect-error The layout has no such value, as an attribute or as a property.
    export const modal = <hub-pay layout="modal" />;
    export const component = (
      <HubPay baseUrl="https://pay.example" registry={{ chains: [] }} onSuccess={({ detail }) => detail.paid.amount}>
        <p slot="footer" />
      </HubPay>
    );
    // @ts-expect-error The component has no such handler.
    export const typo = <HubPay onSucces={() => undefined} />;
    // @ts-expect-error The component has no such prop.
    export const slip = <HubPay ammount="25.00" />;
    // @ts-expect-error A listener's event is typed.
    export const odd = <hub-pay onhub-success={({ detail }) => detail.nothing} />;`,
    `type Pay = InstanceType<import('vue').GlobalComponents['hub-pay']>;
    export const props: Pay['$props'] = { baseUrl: 'https://pay.example', amount: '25.00', registry: { chains: [] } };
    export const on = (emit: Pay['$emit'], error: HubPayEventMap['hub-error']) => emit('hub-error', error);
    // @ts-expect-error An amount is a text.
    export const wrong: Pay['$props'] = { amount: 25 };
    // @ts-expect-error The element has no such event.
    export const off = (emit: Pay['$emit'], error: HubPayEventMap['hub-error']) => emit('hub-eror', error);`,
    `type Pay = import('svelte/elements').SvelteHTMLElements['hub-pay'];
    export const props: Pay = { 'base-url': 'https://pay.example', 'onhub-refund': ({ detail }) => detail.returned };
    // @ts-expect-error An amount is a text.
    export const wrong: Pay = { amount: 25 };`,
  ];
  const files = ['jsx', 'vue', 'svelte'].map((entry, index) => {
    const file = `framework-${entry}.tsx`;
    const event = "import type { HubPayEventMap } from 'hub-pay';\nexport type Event = HubPayEventMap;";
    writeFileSync(join(shop.folder, file), `import 'hub-pay/${entry}';\n${event}\n${uses[index] ?? ''}\n`);
    return file;
  });
  const compilerOptions = {
    module: 'ESNext',
    moduleResolution: 'Bundler',
    target: 'ES2022',
    jsx: 'react-jsx',
    strict: true,
    exactOptionalPropertyTypes: true,
    noEmit: true,
  };
  // Errors in the declarations of other packages do not count.
  const messages = (await shop.compiled({ compilerOptions, files })).split('\n');
  assert.deepEqual(
    messages.filter((line) => /^(?:framework-|node_modules\/hub-pay\/dist\/(?:jsx|vue|svelte)\.d)/u.test(line)),
    [],
  );
});

test('the data for editors names every attribute', () => {
  type Named = { name: string; attributes: { name: string }[] };
  const json = (file: string): unknown => JSON.parse(readFileSync(join(shop.installed, 'dist', file), 'utf8'));
  const { tags } = json('vscode.html-custom-data.json') as { tags: Named[] };
  const { contributions } = json('web-types.json') as { contributions: { html: { elements: Named[] } } };
  const attributes = propertyTable.flatMap(({ attribute }) => attribute ?? []);
  for (const [element] of [tags, contributions.html.elements]) {
    assert.equal(element?.name, 'hub-pay');
    assert.deepEqual(
      element.attributes.map(({ name }) => name),
      attributes,
    );
  }
});

test('every file for script tags is in sri.json with its true hash', () => {
  const table = JSON.parse(readFileSync(join(cdn, 'sri.json'), 'utf8')) as Record<string, string>;
  const scripts = readdirSync(cdn, { recursive: true })
    .map(String)
    .filter((file) => file.endsWith('.js'));
  const hash = (file: string): string =>
    createHash('sha384')
      .update(readFileSync(join(cdn, file)))
      .digest('base64');
  assert.deepEqual(table, Object.fromEntries(scripts.map((file) => [`./${file}`, `sha384-${hash(file)}`])));
});

test('the notices contain the license of every package in the files for script tags', () => {
  const maps = join(cdn, 'maps');
  const sources = readdirSync(maps).flatMap(
    (file) => (JSON.parse(readFileSync(join(maps, file), 'utf8')) as { sources: string[] }).sources,
  );
  const bundled = sources.flatMap((file) => /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//u.exec(file)?.[1] ?? []);
  const notices = readFileSync(join(cdn, 'THIRD-PARTY-NOTICES'), 'utf8');
  const listed = [...notices.matchAll(/^(\S+) \d+\.\d+\.\d+(?: \(.+\))?$/gmu)].map(([, name]) => name);
  assert.ok(new Set(bundled).size > 20);
  assert.deepEqual(
    bundled.filter((name) => !listed.includes(name)),
    [],
  );
  assert.doesNotMatch(notices, /undefined/u);
});

test('the bill of materials contains every package of the files for script tags, and no tool', async () => {
  const { stdout } = await run('npm', ['run', '-s', 'sbom'], { cwd: root, maxBuffer: 1e8 });
  type Part = { name: string; version: string };
  const { metadata, components } = JSON.parse(stdout) as { metadata: { component: Part }; components: Part[] };
  assert.equal(metadata.component.name, 'hub-pay');
  const listed = components.map(({ name, version }) => `${name} ${version}`);
  const notices = readFileSync(join(cdn, 'THIRD-PARTY-NOTICES'), 'utf8');
  const bundled = [...notices.matchAll(/^(\S+ \d+\.\d+\.\d+)(?: \(.+\))?$/gmu)].map(([, part = '']) => part);
  assert.ok(bundled.length > 20);
  assert.deepEqual(
    bundled.filter((part) => !listed.includes(part)),
    [],
  );
  const { devDependencies } = JSON.parse(read('package.json')) as { devDependencies: Record<string, string> };
  const tools = Object.keys(devDependencies).filter((name) => !['@types/node', '@types/ws', 'ws'].includes(name));
  assert.deepEqual(
    tools.filter((name) => components.some((part) => part.name === name)),
    [],
  );
});

test('modulepreload.html names the two chunks that load before a payment, with their hashes', () => {
  const table = JSON.parse(readFileSync(join(cdn, 'sri.json'), 'utf8')) as Record<string, string>;
  const links = readFileSync(join(cdn, 'modulepreload.html'), 'utf8').trim().split('\n');
  const files = links.map((link) => /href="([^"]+)" integrity="([^"]+)"/u.exec(link)?.slice(1) ?? []);
  assert.deepEqual(files.map(([file = '']) => /screens|session/u.exec(file)?.[0]).sort(), ['screens', 'session']);
  for (const [file = '', hash] of files) assert.equal(hash, table[file]);
});

test('the files for script tags import only each other', async () => {
  const { metafile } = await build({
    entryPoints: [join(cdn, 'hub-pay.js')],
    outdir: shop.folder,
    bundle: true,
    splitting: true,
    format: 'esm',
    packages: 'external',
    write: false,
    metafile: true,
  });
  const foreign = Object.values(metafile.inputs).flatMap(({ imports }) => imports.filter(({ external }) => external));
  assert.deepEqual(
    foreign.map(({ path }) => path),
    [],
  );
});

test('only the code that a page with base-url="demo:" loads names the code of test mode', () => {
  const chunks = readdirSync(join(cdn, 'chunks')).filter((file) => file.endsWith('.js'));
  const testMode = chunks.find((file) => file.startsWith('testing-test-mode-')) ?? 'missing';
  const naming = ['../hub-pay.js', ...chunks].filter(
    (file) => file !== testMode && readFileSync(join(cdn, 'chunks', file), 'utf8').includes(testMode),
  );
  assert.deepEqual(
    naming.map((file) => file.replace(/-[0-9a-f]+\.js$/u, '')),
    ['element-checkout-load-registry'],
  );
});

test('the manifest describes the element hub-pay', () => {
  type Manifest = { modules: { declarations: { tagName?: string; attributes?: unknown[] }[] }[] };
  const { modules } = JSON.parse(readFileSync(join(shop.installed, 'custom-elements.json'), 'utf8')) as Manifest;
  const element = modules.flatMap(({ declarations }) => declarations).find(({ tagName }) => tagName === 'hub-pay');
  assert.ok(element?.attributes && element.attributes.length > 10);
});
