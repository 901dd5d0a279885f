/** Contains plugins of the test server. The plugins bundle packages and tests, and serve JSON files as modules. */
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join, relative } from 'node:path';
import { build } from 'esbuild';
import { keptBuild } from '../../demo/devnet/base/kept-build.mjs';
import { SHARED_PAGES } from './groups.mjs';

/** The folder of the bundled packages, relative to the root. */
const PACKAGES = 'node_modules/.cache/prebundle';

/** Bundles a test file with the sources that it imports, but without packages. */
export const BUNDLE = /** @type {const} */ ({
  bundle: true,
  write: false,
  packages: 'external',
  format: 'esm',
  target: 'es2022',
  // Without this option, the bundler drops imports of test files, because `sideEffects` in package.json does not list
  // them.
  ignoreAnnotations: true,
  sourcesContent: false,
});

/**
 * Bundles packages, unless it has been done, so that a page requests a few files instead of two thousand. One build
 * contains all packages, so that the page loads no package twice.
 *
 * @param {string} rootDir
 * @param {readonly string[]} names
 * @returns {Promise<string>} the folder of the bundles
 */
async function bundlePackages(rootDir, names) {
  const lock = await readFile(join(rootDir, 'package-lock.json'));
  const key = createHash('sha256')
    .update(lock)
    .update(names.join())
    .update(bundlePackages.toString() + namedExports.toString())
    .digest('hex');
  return keptBuild(join(rootDir, PACKAGES), key.slice(0, 16), async (folder) => {
    await build({
      absWorkingDir: rootDir,
      entryPoints: Object.fromEntries(names.map((name) => [fileOf(name), name])),
      outdir: folder,
      outExtension: { '.js': '.mjs' },
      bundle: true,
      splitting: true,
      format: 'esm',
      platform: 'browser',
      conditions: ['development'],
      target: 'es2022',
      define: { 'process.env.NODE_ENV': '"development"', global: 'globalThis' },
      plugins: [namedExports(rootDir)],
      logLevel: 'error',
    });
  });
}

/**
 * Makes everything that pages of tests load: in `folder` the bundles of these pages, and the bundles of their packages.
 * Does nothing if the folder already has them, because the engines of one run share a folder.
 *
 * @param {string} rootDir
 * @param {readonly string[]} pages the test files, relative to rootDir
 * @param {string} folder
 * @returns {Promise<{ folder: string, names: readonly string[] }>} the folder of the packages, relative to rootDir
 */
export async function bundlePages(rootDir, pages, folder) {
  const ready = join(folder, 'packages.json');
  if (existsSync(ready)) return JSON.parse(await readFile(ready, 'utf8'));
  // If a file does not compile, each file is bundled alone. Only this one then fails, when a page asks for it.
  const names = await bundleTests(rootDir, pages, folder).catch(async () => {
    const alone = await Promise.allSettled(pages.map((page) => bundleTests(rootDir, [page], folder)));
    return alone.flatMap((result) => (result.status === 'fulfilled' ? result.value : []));
  });
  const all = [...new Set(names)].sort();
  const packages = { folder: all.length > 0 ? relative(rootDir, await bundlePackages(rootDir, all)) : '', names: all };
  await mkdir(folder, { recursive: true });
  await writeFile(ready, JSON.stringify(packages));
  return packages;
}

/**
 * Serves the bundled packages.
 *
 * @param {() => Promise<{ folder: string, names: readonly string[] }>} bundle
 * @returns {import('@web/test-runner').TestRunnerPlugin}
 */
export function prebundle(bundle) {
  /** @type {{ folder: string, names: readonly string[] }} */
  let bundled = { folder: '', names: [] };
  return {
    name: 'prebundle',
    async serverStart() {
      bundled = await bundle();
    },
    resolveImport: ({ source }) =>
      bundled.names.includes(source) ? `/${bundled.folder}/${fileOf(source)}.mjs` : undefined,
  };
}

/**
 * Gives the packages of React named exports. They are CommonJS, so their bundles would have only a default export.
 *
 * @param {string} rootDir
 * @returns {import('esbuild').Plugin}
 */
function namedExports(rootDir) {
  const require = createRequire(join(rootDir, 'package.json'));
  return {
    name: 'named-exports',
    setup(plugin) {
      plugin.onResolve({ filter: /^react(?:-dom)?(?:\/|$)/ }, ({ path, kind }) =>
        kind === 'entry-point' ? { path, namespace: 'named-exports' } : undefined,
      );
      plugin.onLoad({ filter: /./, namespace: 'named-exports' }, ({ path }) => ({
        resolveDir: rootDir,
        contents: `export { ${Object.keys(require(path)).join(', ')} } from '${path}';`,
      }));
    },
  };
}

/**
 * Lets a test import a JSON file in every engine, as tsx does in Node.
 *
 * @returns {import('@web/test-runner').TestRunnerPlugin}
 */
export function jsonModules() {
  return {
    name: 'json-modules',
    resolveMimeType: (context) => (context.path.endsWith('.json') ? 'js' : undefined),
    transform: (context) =>
      context.path.endsWith('.json') ? { body: `export default ${String(context.body)}` } : undefined,
  };
}

/**
 * Bundles each test file into one module. A page then requests one file instead of 150 files, and a dynamic import
 * needs no network. All files are bundled at once, because their builds would read the same sources again and again.
 *
 * @param {string} rootDir
 * @param {readonly string[]} files relative to rootDir
 * @param {string} outdir
 * @returns {Promise<string[]>} the packages that the files import
 */
async function bundleTests(rootDir, files, outdir) {
  const { metafile } = await build({
    ...BUNDLE,
    write: true,
    absWorkingDir: rootDir,
    entryPoints: [...files],
    outbase: rootDir,
    outdir,
    sourcemap: 'linked',
    metafile: true,
    logLevel: 'silent',
  });
  const lines = Object.values(metafile.inputs).flatMap(({ imports }) => imports);
  const external = lines.filter((line) => line.external).map(({ path }) => path);
  return external.filter((name) => !name.startsWith('@web/test-runner-commands'));
}

/**
 * Serves the bundles of test files, and bundles a file that the folder does not have yet.
 *
 * @param {string} rootDir
 * @param {string} folder
 * @returns {import('@web/test-runner').TestRunnerPlugin}
 */
export function bundledTests(rootDir, folder) {
  const read = (/** @type {string} */ file) => readFile(join(folder, file), 'utf8').catch(() => undefined);
  return {
    name: 'bundled-tests',
    async serve({ path }) {
      const file = path.slice(1);
      if (!['test', SHARED_PAGES].some((parent) => file.startsWith(`${parent}/`))) return;
      const bundle = file.replace(/\.test\.ts$/u, '.test.js');
      let body = await read(bundle);
      if (body === undefined && bundle !== file) {
        await bundleTests(rootDir, [file], folder);
        body = await read(bundle);
      }
      return body === undefined ? undefined : { body, type: file.endsWith('.map') ? 'json' : 'js' };
    },
  };
}

/** @param {string} name */
const fileOf = (name) => name.replaceAll('/', '__');
