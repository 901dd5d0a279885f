/** Builds Storybook once for the site of `npm run site` and for the tests of the stories. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { hashOf } from './build-inputs.mjs';
import { keptBuild } from './devnet/base/kept-build.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const cache = join(root, 'node_modules/.cache/storybook-builds');
/** The stories import samples from `test/support`. */
const INPUTS = ['src', 'stories', 'test/support', 'package.json', 'package-lock.json', 'tsconfig.json'];

/** Returns the folder of the built Storybook. If no input has changed, returns the earlier build. */
export function buildStorybook(): Promise<string> {
  return keptBuild(cache, hashOf(INPUTS), async (folder) => {
    const options = ['--loglevel', 'error', '-o', folder];
    await promisify(execFile)('npm', ['run', '-s', 'build-storybook', '--', ...options], { cwd: root });
  });
}
