/** Tells whether `dist/` is the build of the present sources, so that one build serves the tests and the demo. */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const INPUTS = ['src', 'test/support', 'rollup.config.mjs', 'tsconfig.json', 'package.json', 'package-lock.json'];
/** A build deletes this file with the rest of the folder, so it never describes another build. */
const KEPT = join(root, 'dist/.inputs');

/** Returns a hash of all files that the build reads. */
export function readInputs() {
  const hash = createHash('sha256');
  for (const path of INPUTS.flatMap(filesOf)) {
    hash
      .update(path)
      .update('\0')
      .update(readFileSync(join(root, path)))
      .update('\0');
  }
  return hash.digest('hex').slice(0, 16);
}

/** Whether `dist/` was built from the present inputs. */
export const isBuilt = () => existsSync(KEPT) && readFileSync(KEPT, 'utf8') === readInputs();

/**
 * Notes that `dist/` was built from these inputs.
 *
 * @param {string} inputs the hash that `readInputs` returned before and after the build
 */
export const keepInputs = (inputs) => writeFileSync(KEPT, inputs);

/** @param {string} path a file or a folder, relative to the root */
function filesOf(path) {
  if (!statSync(join(root, path)).isDirectory()) return [path];
  const entries = readdirSync(join(root, path), { recursive: true }).map((name) => `${path}/${String(name)}`);
  return entries.filter((name) => statSync(join(root, name)).isFile()).sort();
}
