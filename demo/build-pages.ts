/** Builds the JavaScript of the demo's pages: the element, and the pages' own scripts. */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { rollup, type OutputOptions, type Plugin, type RollupOptions } from 'rollup';
import rollupConfig from '../rollup.config.mjs';
import { isBuilt, readInputs } from './build-inputs.mjs';
import { keptBuild } from './devnet/base/kept-build.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const cache = join(root, 'node_modules/.cache/hub-pay-demo');

/**
 * Builds the files of `dist/cdn/` and returns their folder. If no source has changed since `dist/` was built, or since
 * an earlier call, returns the folder of that build.
 */
export async function buildElement(): Promise<string> {
  if (isBuilt()) return join(root, 'dist/cdn');
  return keptBuild(cache, readInputs(), async (folder) => {
    const { output, plugins, input, onwarn, preserveEntrySignatures } = rollupConfig({ configCdn: true }) as OneBuild;
    const kept = plugins.filter(({ name }) => name !== 'emptied');
    const bundle = await rollup({ input, onwarn, preserveEntrySignatures, plugins: kept });
    await bundle.write({ ...output, dir: folder });
    await bundle.close();
  });
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
