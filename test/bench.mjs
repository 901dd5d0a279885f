/**
 * `npm run bench`: runs every file of test/bench in sequence, so that no benchmark affects the timings of another.
 * `npm run bench -- paint many` runs these files only. `npm run bench -- peers` compares with other packages, and
 * `npm run bench -- install` installs this one. Both download packages. `npm run bench -- twice` copies all
 * packages. These three run only by name.
 */
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('bench/', import.meta.url));
/** These files run only by name. */
const BY_NAME = ['install', 'peers', 'twice'];
const options = process.argv.slice(2).filter((word) => word.startsWith('--'));
const wanted = process.argv.slice(2).filter((word) => !options.includes(word));
const files = new Map(
  readdirSync(folder)
    .filter((file) => /\.(?:mjs|ts)$/u.test(file))
    .map((file) => [file.replace(/\.\w+$/u, ''), file]),
);
const unknown = wanted.filter((name) => !files.has(name));
if (unknown.length > 0)
  throw new Error(`No benchmark is called ${unknown.join(', ')}: ${[...files.keys()].join(', ')}`);

for (const [name, file] of [...files].sort()) {
  if (wanted.length > 0 ? !wanted.includes(name) : BY_NAME.includes(name)) continue;
  console.log(`\n${file}`);
  const { status } = spawnSync(process.execPath, ['--import', 'tsx', folder + file, ...options], { stdio: 'inherit' });
  if (status !== 0) process.exitCode = 1;
}
