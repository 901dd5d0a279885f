/** `npm run bench`: runs every file of test/bench in sequence, so that no benchmark affects the timings of another. */
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('bench/', import.meta.url));
for (const file of readdirSync(folder)
  .filter((name) => /\.(?:mjs|ts)$/u.test(name))
  .sort()) {
  console.log(`\n${file}`);
  const { status } = spawnSync(process.execPath, ['--import', 'tsx', folder + file], { stdio: 'inherit' });
  if (status !== 0) process.exitCode = 1;
}
