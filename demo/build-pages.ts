/** Builds the JavaScript of the demo's pages: the element, and the pages' own scripts. */
import { existsSync } from 'node:fs';
import { readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { rollup, type OutputOptions, type Plugin, type RollupOptions } from 'rollup';
import rollupConfig from '../rollup.config.mjs';
import { isBuilt, readInputs } from './build-inputs.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const cache = join(root, 'node_modules/.cache/hub-pay-demo');

/**
 * Builds the files of `dist/cdn/` and returns their folder. If no source has changed since `dist/` was built, or since
 * an earlier call, returns the folder of that build.
 */
export async function buildElement(): Promise<string> {
  if (isBuilt()) return join(root, 'dist/cdn');
  const folder = join(cache, readInputs());
  if (existsSync(folder)) return folder;
  const aside = `${folder}-${process.pid}`;
  const { output, plugins, input, onwarn, preserveEntrySignatures } = rollupConfig({ configCdn: true }) as OneBuild;
  const kept = plugins.filter(({ name }) => name !== 'emptied');
  const bundle = await rollup({ input, onwarn, preserveEntrySignatures, plugins: kept });
  await bundle.write({ ...output, dir: aside });
  await bundle.close();
  await rename(aside, folder).catch(() => rm(aside, { recursive: true }));
  await deleteOldBuilds();
  return folder;
}

/** Deletes builds that are more than a day old. Running processes have already read their build. */
async function deleteOldBuilds(): Promise<void> {
  for (const name of await readdir(cache)) {
    const { mtimeMs } = await stat(join(cache, name));
    if (Date.now() - mtimeMs > 86_400_000) await rm(join(cache, name), { recursive: true, force: true });
  }
}

type OneBuild = Required<Pick<RollupOptions, 'input' | 'onwarn' | 'preserveEntrySignatures'>> & {
  plugins: Plugin[];
  output: OutputOptions;
};

export async function buildScript(entry: string): Promise<string> {
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: [entry],
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
    minify: true,
    logLevel: 'error',
  });
  return outputFiles[0]!.text;
}
