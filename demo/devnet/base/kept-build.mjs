/** Keeps builds by a hash of their inputs, so that a build runs only when an input has changed. */
import { existsSync } from 'node:fs';
import { readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';

/**
 * Returns the folder of the build with this key. If there is none, calls `build` with a new folder. The build becomes
 * visible only when it is whole, so that other processes never see a part of it.
 *
 * @param {string} cache
 * @param {string} key
 * @param {(folder: string) => Promise<void>} build
 * @returns {Promise<string>}
 */
export async function keptBuild(cache, key, build) {
  const folder = join(cache, key);
  if (existsSync(folder)) return folder;
  const aside = `${folder}-${process.pid}`;
  await build(aside);
  await rename(aside, folder).catch(() => rm(aside, { recursive: true }));
  await deleteOldBuilds(cache);
  return folder;
}

/**
 * Deletes builds that are more than a day old. A running process can still use a younger one.
 *
 * @param {string} cache
 */
async function deleteOldBuilds(cache) {
  for (const name of await readdir(cache)) {
    // Another process can have renamed its build since the folder was read.
    const kept = await stat(join(cache, name)).catch(() => undefined);
    if (kept && Date.now() - kept.mtimeMs > 86_400_000) await rm(join(cache, name), { recursive: true, force: true });
  }
}
