/**
 * Prints what each module adds to the files that load first: the gzipped size of the file with the module, minus the
 * size without it. Modules share words with each other, so the sum of the figures is less than the size of the file.
 */
import { dirname, join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { minify } from '@swc/core';
import { rollup } from 'rollup';
import rollupConfig from '../../rollup.config.mjs';

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
/** The files that load before, and with, the first press. */
const FILES = { entry: /^hub-pay\.js$/u, session: /chunks\/session-/u, screens: /chunks\/screens-/u };
/** The smaller modules of a file are added up in one line. */
const SHOWN = 25;
/** These plugins write or delete files, or minify. */
const OMITTED = ['emptied', 'minified', 'integrity-table', 'notices'];

process.chdir(root);
const config = /** @type {import('rollup').RollupOptions & { plugins: import('rollup').Plugin[] }} */ (
  rollupConfig({ configCdn: true })
);
const bundle = await rollup({ ...config, plugins: config.plugins.filter(({ name }) => !OMITTED.includes(name)) });
const { output } = await bundle.generate({ .../** @type {import('rollup').OutputOptions} */ (config.output) });
await bundle.close();

for (const [file, pattern] of Object.entries(FILES)) {
  const chunk = output.find((each) => each.type === 'chunk' && pattern.test(each.fileName));
  if (chunk?.type !== 'chunk') throw new Error(`the build has no file for "${file}"`);
  const modules = Object.entries(chunk.modules).map(([id, { code }]) => ({ id, code: code ?? '' }));
  const whole = await sizeOf(modules);
  const shares = await Promise.all(
    modules.map(async ({ id }) => ({ id, bytes: whole - (await sizeOf(modules.filter((each) => each.id !== id))) })),
  );
  shares.sort((a, b) => b.bytes - a.bytes);
  console.log(`${file}: ${modules.length} modules, ${whole} bytes`);
  for (const { id, bytes } of shares.slice(0, SHOWN)) console.log(`${String(bytes).padStart(6)}  ${nameOf(id)}`);
  const rest = shares.slice(SHOWN).reduce((sum, { bytes }) => sum + bytes, 0);
  if (rest > 0) console.log(`${String(rest).padStart(6)}  ${shares.length - SHOWN} smaller modules`);
  const named = Object.fromEntries(shares.map(({ id, bytes }) => [nameOf(id), bytes]));
  console.log(JSON.stringify({ bench: 'modules', file, gzip: whole, modules: named }));
}

/** @param {readonly { code: string }[]} modules */
async function sizeOf(modules) {
  const { code } = await minify(modules.map((module) => module.code).join('\n'), {
    module: false,
    mangle: { toplevel: true },
    compress: { passes: 2, ecma: 2022 },
    format: { comments: false },
  });
  return gzipSync(code, { level: 9 }).length;
}

/** @param {string} id */
function nameOf(id) {
  return id.startsWith(join(root, 'src/')) ? id.slice(root.length + 5) : id.replace(/^.*node_modules\//u, '');
}
