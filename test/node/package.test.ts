/**
 * The package as npm would publish it: packed, unpacked elsewhere, imported by Node and by TypeScript. Needs `dist/`.
 */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { publint } from 'publint';
import { read, root } from '../support/sources.js';

const run = promisify(execFile);
const shop = mkdtempSync(join(tmpdir(), 'hub-pay-package-'));
const installed = join(shop, 'node_modules/hub-pay');
const cdn = join(installed, 'dist/cdn');
let packed: string[];

before(async () => {
  const { stdout } = await run('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', shop], {
    cwd: root,
  });
  const [{ filename, files }] = JSON.parse(stdout) as [{ filename: string; files: { path: string }[] }];
  packed = files.map(({ path }) => path);
  mkdirSync(installed, { recursive: true });
  await run('tar', ['xzf', join(shop, filename), '--strip-components=1', '-C', installed]);
  const { dependencies } = JSON.parse(read('package.json')) as { dependencies: Record<string, string> };
  for (const name of Object.keys(dependencies)) {
    mkdirSync(dirname(join(shop, 'node_modules', name)), { recursive: true });
    symlinkSync(join(root, 'node_modules', name), join(shop, 'node_modules', name));
  }
});
after(() => {
  rmSync(shop, { recursive: true });
});

/** The standard output of a module that a shop's server runs. */
async function inNode(code: string): Promise<string> {
  return (await run(process.execPath, ['--input-type=module', '-e', code], { cwd: shop })).stdout.trim();
}

test('the package holds its entry points, README, licence and changelog, and no source or test', () => {
  for (const path of [
    'dist/index.js',
    'dist/index.d.ts',
    'dist/headless.js',
    'dist/headless.d.ts',
    'dist/cdn/hub-pay.js',
    'dist/cdn/sri.json',
    'dist/cdn/THIRD-PARTY-NOTICES',
    'custom-elements.json',
    'README.md',
    'LICENSE',
    'CHANGELOG.md',
  ]) {
    assert.ok(packed.includes(path), `${path} is missing`);
  }
  const allowed = /^(?:dist\/|custom-elements\.json$|README\.md$|LICENSE$|CHANGELOG\.md$|package\.json$)/u;
  assert.deepEqual(
    packed.filter((path) => !allowed.test(path)),
    [],
  );
});

test("import 'hub-pay' in plain Node does not throw", async () => {
  assert.equal(await inNode("const { HubPay } = await import('hub-pay'); console.log(typeof HubPay)"), 'function');
});

test("'hub-pay/headless' exports what the README names, in plain Node", async () => {
  const names = 'createPaymentSession, HubClient, guardQuote, HubPayError';
  const types = await inNode(
    `import { ${names} } from 'hub-pay/headless'; console.log([${names}].map((it) => typeof it).join())`,
  );
  assert.equal(types, 'function,function,function,function');
});

test('publint finds nothing', async () => {
  const { messages } = await publint({ pkgDir: installed, strict: true });
  assert.deepEqual(messages, []);
});

for (const [module, moduleResolution] of [
  ['ESNext', 'Bundler'],
  ['NodeNext', 'NodeNext'],
] as const) {
  test(`TypeScript finds every entry's types with moduleResolution ${moduleResolution}`, async () => {
    writeFileSync(join(shop, 'package.json'), '{ "type": "module" }');
    writeFileSync(
      join(shop, 'shop.ts'),
      `import { HubPay, type PaymentState } from 'hub-pay';
      import { createPaymentSession, type PaymentSession } from 'hub-pay/headless';
      export const name = (state: PaymentState): string => state.name;
      export const element: HubPay | null = document.querySelector('hub-pay');
      export const session: PaymentSession = createPaymentSession({ baseUrl: 'https://pay.example' });
      // @ts-expect-error A misspelt name is an error, so the types are not any.
      export const wrong = element?.noSuchProperty;`,
    );
    const compilerOptions = {
      module,
      moduleResolution,
      target: 'ES2022',
      strict: true,
      noEmit: true,
      skipLibCheck: true,
    };
    writeFileSync(join(shop, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['shop.ts'] }));
    const tsc = join(root, 'node_modules/typescript/bin/tsc');
    const { stdout } = await run(process.execPath, [tsc, '-p', shop]).catch(
      (error: unknown) => error as { stdout: string },
    );
    assert.equal(stdout, '');
  });
}

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

test('the files for script tags import nothing but each other', async () => {
  const { metafile } = await build({
    entryPoints: [join(cdn, 'hub-pay.js')],
    outdir: shop,
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

test('the manifest describes the element hub-pay', () => {
  type Manifest = { modules: { declarations: { tagName?: string; attributes?: unknown[] }[] }[] };
  const { modules } = JSON.parse(readFileSync(join(installed, 'custom-elements.json'), 'utf8')) as Manifest;
  const element = modules.flatMap(({ declarations }) => declarations).find(({ tagName }) => tagName === 'hub-pay');
  assert.ok(element?.attributes && element.attributes.length > 10);
});
