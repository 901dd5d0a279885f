/** Tells whether `dist/` is the build of the present sources, so that one build serves the tests and the demo. */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const INPUTS = ['src', 'test/support', 'rollup.config.mjs', 'tsconfig.json', 'package.json', 'package-lock.json'];
const OUTPUTS = ['dist', 'custom-elements.json'];
/** Holds the hashes of the inputs and of the outputs of the last build. It is no part of the package. */
const KEPT = 'dist/.inputs';

/** Returns a hash of all files that the build reads. */
export const readInputs = () => hashOf(INPUTS);

/** Whether `dist/` is what a build made of the present inputs, and nobody has changed it since. */
export const isBuilt = () =>
  existsSync(join(root, KEPT)) && readFileSync(join(root, KEPT), 'utf8') === record(readInputs());

/**
 * Notes that the outputs are the build of these inputs.
 *
 * @param {string} inputs the hash that `readInputs` returned before and after the build
 */
export const keepInputs = (inputs) => writeFileSync(join(root, KEPT), record(inputs));

/** @param {string} inputs */
const record = (inputs) => `${inputs} ${hashOf(OUTPUTS)}`;

/**
 * Returns a hash of the content of files and of all files in folders.
 *
 * @param {readonly string[]} paths files and folders, relative to the root
 */
export function hashOf(paths) {
  const hash = createHash('sha256');
  for (const path of paths.flatMap(filesOf)) {
    hash
      .update(path)
      .update('\0')
      .update(readFileSync(join(root, path)))
      .update('\0');
  }
  return hash.digest('hex').slice(0, 16);
}

/** @param {string} path a file or a folder, relative to the root */
function filesOf(path) {
  if (!existsSync(join(root, path))) return [];
  if (!statSync(join(root, path)).isDirectory()) return [path];
  const entries = readdirSync(join(root, path), { recursive: true }).map((name) => `${path}/${String(name)}`);
  return entries.filter((name) => name !== KEPT && statSync(join(root, name)).isFile()).sort();
}
