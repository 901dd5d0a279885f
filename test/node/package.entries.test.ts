/** Tests the entry points of the packed package, as tools of several ages find them. Needs `dist/`. */
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { build } from 'esbuild';
import { openPackedShop, type PackedShop } from '../support/pages/packed-shop.js';
import { read, root } from '../tools/sources.js';

type Package = {
  exports: Record<string, { types: string; default: string } | string>;
  typesVersions: Record<'*', Record<string, string[]>>;
};
type Manifest = { modules: { path: string; exports: { declaration: { module: string } }[] }[] };

const { exports, typesVersions } = JSON.parse(read('package.json')) as Package;
const typed = Object.entries(exports).flatMap(([entry, target]) =>
  typeof target === 'object' ? [{ entry: entry.replace(/^\.\/?/u, ''), types: target.types }] : [],
);
let shop: PackedShop;

before(async () => {
  shop = await openPackedShop();
});
after(() => {
  shop.remove();
});

/** Bundles the code as a shop would, without the shop's other packages. */
async function bundled(contents: string): Promise<string> {
  const stdin = { contents, resolveDir: shop.folder };
  const external = ['lit', 'nanostores', 'viem', '@*'];
  const { outputFiles } = await build({
    stdin,
    external,
    bundle: true,
    format: 'esm',
    write: false,
    treeShaking: true,
  });
  return outputFiles[0]?.text ?? '';
}

const USE = `import { HubPay, type PaymentState } from 'hub-pay';
import { HubPay as Same } from 'hub-pay/element';
import { createPaymentSession, type PaymentSession } from 'hub-pay/headless';
import { verifyPayment, type VerifyResult } from 'hub-pay/server';
export const proof = (requestId: string, amount: string): Promise<VerifyResult> =>
  verifyPayment({ baseUrl: '', requestId, expect: { recipient: '', chainId: 1, currency: '', amount } });
export const name = (state: PaymentState): string => state.name;
export const element: HubPay | null = document.querySelector('hub-pay');
export const same: Same | null = element;
export const session: PaymentSession = createPaymentSession({ baseUrl: 'https://pay.example' });
// @ts-expect-error A misspelled name is a type error, so the type is not any.
export const wrong = element?.noSuchProperty;`;

for (const [module, moduleResolution, type] of [
  ['ESNext', 'Bundler', 'module'],
  ['Preserve', 'Bundler', 'commonjs'],
  ['NodeNext', 'NodeNext', 'module'],
  ['NodeNext', 'NodeNext', 'commonjs'],
  ['Node16', 'Node16', 'module'],
  ['ESNext', 'Node10', 'module'],
  ['CommonJS', 'Node10', 'commonjs'],
] as const) {
  test(`TypeScript finds the types with moduleResolution ${moduleResolution} and module ${module} in a ${type} package`, async () => {
    writeFileSync(join(shop.folder, 'package.json'), JSON.stringify({ type }));
    writeFileSync(join(shop.folder, 'shop.ts'), USE);
    const compilerOptions = {
      module,
      moduleResolution,
      target: 'ES2022',
      strict: true,
      noEmit: true,
      skipLibCheck: true,
    };
    assert.equal(await shop.compiled({ compilerOptions, files: ['shop.ts'] }), '');
  });
}

test('TypeScript finds the types of every entry also with the oldest resolution, which does not read exports', () => {
  const { '': main, ...others } = Object.fromEntries(typed.map(({ entry, types }) => [entry, types]));
  assert.equal(main, (JSON.parse(read('package.json')) as { types: string }).types);
  assert.deepEqual(
    typesVersions['*'],
    Object.fromEntries(Object.entries(others).map(([entry, types]) => [entry, [types]])),
  );
});

test('“Are the types wrong?” finds no problem in any entry', async () => {
  // Editors read these two files from the folder, and nobody imports them.
  const excludeEntrypoints = ['./web-types.json', './vscode.html-custom-data.json'];
  const packed = createPackageFromTarballData(readFileSync(shop.tarball));
  const checked = await checkPackage(packed, { excludeEntrypoints });
  assert.ok(checked.types);
  // The tool says this of every package of modules. The next test requires the modules.
  const others = checked.problems.filter(({ kind }) => kind !== 'CJSResolvesToESM');
  assert.deepEqual(others, []);
});

test('CommonJS on Node 20.19 or newer can require every entry, without a warning', async (context) => {
  if (!process.features.require_module) {
    context.skip(`Node ${process.versions.node} cannot require an ES module.`);
    return;
  }
  const locales = readdirSync(join(root, 'src/locales')).map((file) => file.replace('.ts', ''));
  const entries = typed.flatMap((each) =>
    each.entry === 'locales/*' ? locales.map((tag) => ({ entry: `locales/${tag}` })) : [each],
  );
  const paths = entries.map(({ entry }) => ['hub-pay', entry].filter(Boolean).join('/'));
  const code = `process.on('warning', (warning) => { throw warning; });
    for (const path of ${JSON.stringify(paths)}) require(path);
    const { createProxy, verifyAttestation, verifyPayment } = require('hub-pay/server');
    console.log([createProxy, verifyAttestation, verifyPayment].map((it) => typeof it).join());`;
  assert.equal(await shop.inNode(code, 'commonjs'), 'function,function,function');
});

test('hub-pay/element exports the class and registers nothing; hub-pay registers it', async () => {
  const code = `import 'lit';
    globalThis.document = {};
    globalThis.customElements = { define: (tag) => console.log(tag), get: () => undefined };
    const { HubPay } = await import('hub-pay/element');
    console.log(typeof HubPay.define);
    await import('hub-pay');`;
  assert.deepEqual((await shop.inNode(code)).split('\n'), ['function', 'hub-pay']);
});

test('a bundler keeps the import that registers the element, and drops unused imports of the other entries', async () => {
  assert.match(await bundled("import 'hub-pay';"), /HubPay\.define\(\)/u);
  for (const { entry } of typed.filter(({ entry }) => entry !== '' && entry !== 'locales/*'))
    assert.doesNotMatch(await bundled(`import 'hub-pay/${entry}';`), /function|class|=/u, entry);
});

test('the files for script tags and for editors can be named by their entries', async () => {
  const files = [
    'cdn/hub-pay.js',
    'cdn/sri.json',
    'custom-elements.json',
    'web-types.json',
    'vscode.html-custom-data.json',
  ];
  for (const file of files) {
    const url = await shop.inNode(`console.log(import.meta.resolve('hub-pay/${file}'))`);
    assert.ok(existsSync(new URL(url)), file);
  }
});

test('the manifest names only modules that the package contains', () => {
  const { modules } = JSON.parse(readFileSync(join(shop.installed, 'custom-elements.json'), 'utf8')) as Manifest;
  const named = modules.flatMap(({ path, exports: all }) => [
    path,
    ...all.map(({ declaration }) => declaration.module),
  ]);
  assert.ok(named.includes('dist/element/hub-pay.js'));
  assert.deepEqual(
    named.filter((path) => !shop.packed.includes(path)),
    [],
  );
});
