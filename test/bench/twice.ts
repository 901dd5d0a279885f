/** Builds the package in two folders, and compares all files byte for byte. `npm run bench -- twice` runs it. */
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { check, report } from '../tools/figures.js';
import { ownFiles, root } from '../tools/sources.js';

const parent = mkdtempSync(join(tmpdir(), 'hub-pay-twice-'));
try {
  // The folders differ in depth, and in the letters that an order by path would see.
  const [one, two] = [built('z'), built('a/deeper')];
  const files = [...new Set([...filesOf(one), ...filesOf(two)])];
  const different = files.filter((file) => {
    const [first, second] = [join(one, file), join(two, file)];
    return !existsSync(first) || !existsSync(second) || !readFileSync(first).equals(readFileSync(second));
  });
  for (const file of different) console.error(file);
  const row = check(`different files of ${files.length}`, different.length, 0);
  report('twice', [row]);
  if (files.length < 100 || row['verdict'] !== 'ok') process.exitCode = 1;
} finally {
  rmSync(parent, { recursive: true });
}

/** Copies the repository into this folder, and builds the copy. */
function built(name: string): string {
  const folder = join(parent, name);
  for (const file of ownFiles()) cpSync(join(root, file), join(folder, file));
  cpSync(join(root, 'node_modules'), join(folder, 'node_modules'), {
    recursive: true,
    filter: (path) => !path.includes('node_modules/.cache'),
  });
  execFileSync('npm', ['run', '-s', 'build'], { cwd: folder, stdio: 'inherit' });
  return folder;
}

function filesOf(folder: string): string[] {
  const files = readdirSync(join(folder, 'dist'), { recursive: true }).map((file) => `dist/${String(file)}`);
  return [...files.filter((file) => statSync(join(folder, file)).isFile()), 'custom-elements.json'];
}
