/** Packs the package as npm would publish it. Needs `dist/`. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { root } from '../sources.js';

/** The path of the tarball, and the paths of the files in it. */
export type Packed = { tarball: string; files: readonly string[] };

/**
 * Packs what `dist/` contains now into a tarball in this folder, without a build.
 * @throws if npm cannot pack
 */
export async function pack(folder: string): Promise<Packed> {
  const command = ['pack', '--json', '--ignore-scripts', '--pack-destination', folder];
  const { stdout } = await promisify(execFile)('npm', command, { cwd: root });
  const [{ filename, files }] = JSON.parse(stdout) as [{ filename: string; files: { path: string }[] }];
  return { tarball: join(folder, filename), files: files.map(({ path }) => path) };
}
