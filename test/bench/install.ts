/**
 * Installs the packed package from the npm registry, as a customer does, and measures what the customer gets.
 * `npm run bench -- install` runs it. It deletes its temporary folders at the end. Needs `dist/`.
 *
 * `alone` is a shop without other packages: it gets the newest versions of the dependencies. `beside` is a shop that
 * has the oldest versions that the ranges allow, and React: it must get no second copy. `server` is the code that
 * `hub-pay/server` can load.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { build } from 'esbuild';
import { check, report, round, type Row } from '../tools/figures.js';
import { pack } from '../tools/package/pack.js';
import { read } from '../tools/sources.js';

const { dependencies } = JSON.parse(read('package.json')) as { dependencies: Record<string, string> };
/** The large packages that many shops have as well. */
const SHARED = ['viem', '@wagmi/core', 'lit', '@solana/web3.js'];
const folder = mkdtempSync(join(tmpdir(), 'hub-pay-install-'));
try {
  const { tarball } = await pack(folder);
  const alone = install('alone', [tarball]);
  const oldest = SHARED.map((name) => `${name}@${dependencies[name]?.slice(1)}`);
  const beside = install('beside', [...oldest, 'react@18.0.0'], [tarball]);
  report('install', [sizeOf('alone', alone), sizeOf('beside', beside), await server(alone)]);
  const checks = [
    ...SHARED.map((name) => check(`copies of ${name}`, foldersOf(beside, name).length, 1)),
    check('files that do not load: alone', unloadable(alone, ['react.js']), 0),
    check('files that do not load: beside', unloadable(beside), 0),
  ];
  report('install', checks);
  if (checks.some(({ verdict }) => verdict !== 'ok')) process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function npm(cwd: string, ...words: string[]): void {
  const quiet = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  execFileSync('npm', [...words, ...quiet], { cwd, stdio: ['ignore', 'ignore', 'inherit'] });
}

/** Creates a shop and installs one list of packages after the other. */
function install(name: string, ...lists: string[][]): string {
  const shop = mkdtempSync(join(folder, `${name}-`));
  writeFileSync(join(shop, 'package.json'), '{ "private": true, "type": "module" }');
  for (const packages of lists) npm(shop, 'install', '--save-exact', ...packages);
  return shop;
}

/** Returns the folders of all installed packages, or of all copies of one package. */
function foldersOf(shop: string, name?: string): string[] {
  const listed = execFileSync('npm', ['ls', '--all', '--parseable', ...(name ? [name] : [])], { cwd: shop });
  return listed
    .toString()
    .split('\n')
    .filter((line) => (name ? line.endsWith(`/node_modules/${name}`) : line.includes('/node_modules/')));
}

/**
 * Counts the files of the package that Node cannot load, for example because a dependency lacks an export. `except`
 * names the files of frameworks that the shop does not have.
 */
function unloadable(shop: string, except: readonly string[] = []): number {
  const files = readdirSync(join(shop, 'node_modules/hub-pay/dist'), { recursive: true }).map(String);
  const modules = files.filter((file) => /^(?!cdn\/|cli\.).*\.js$/u.test(file) && !except.includes(file));
  const code = `let wrong = 0;
    for (const file of ${JSON.stringify(modules)})
      await import('./node_modules/hub-pay/dist/' + file).catch((error) => {
        wrong++;
        console.error(file, error.message);
      });
    console.log(wrong);`;
  const answer = execFileSync(process.execPath, ['--input-type=module', '-e', code], {
    cwd: shop,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return Number(answer.toString());
}

function sizeOf(name: string, shop: string): Row {
  const files = readdirSync(join(shop, 'node_modules'), { recursive: true }).map((file) =>
    join(shop, 'node_modules', String(file)),
  );
  const bytes = files.reduce((sum, file) => sum + statSync(file).size, 0);
  return { name, packages: foldersOf(shop).length, mb: round(bytes / 1e6, 1) };
}

/** Measures the files that `hub-pay/server` imports, also later, and the packages that contain them. */
async function server(shop: string): Promise<Row> {
  const { metafile } = await build({
    stdin: { contents: "import 'hub-pay/server';", resolveDir: shop },
    absWorkingDir: shop,
    outdir: 'out',
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    treeShaking: false,
    ignoreAnnotations: true,
    write: false,
    metafile: true,
    logLevel: 'error',
  });
  const inputs = Object.entries(metafile.inputs);
  const names = inputs.flatMap(([file]) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)\//u.exec(file)?.[1] ?? []);
  const bytes = inputs.reduce((sum, [, input]) => sum + input.bytes, 0);
  return {
    name: 'server',
    packages: new Set(names).size,
    mb: round(bytes / 1e6, 1),
    names: [...new Set(names)].join(' '),
  };
}
