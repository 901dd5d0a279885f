/**
 * Publishes the package as it stands in a clean clone. `npm run release` runs it, and `npm run release -- --dry-run`
 * only prints what would be published: the version, its entry of the changelog, and the files. `npm run release --
 * --record` writes the public names of the version to a file, which belongs to the commit that raises the version.
 *
 * It refuses a tag that is not the version, a version without an entry or without its names, and files that are not
 * committed.
 */
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { read, root } from '../sources.js';
import { publicDeclarations, RECORD } from './public-names.js';
import { releaseProblems, releaseEntry } from './release-entry.js';

type Packed = { filename: string; size: number; unpackedSize: number; files: { path: string; size: number }[] };

const command = (name: string, ...words: string[]): string =>
  execFileSync(name, words, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });

const { name, version } = JSON.parse(read('package.json')) as { name: string; version: string };

if (process.argv.includes('--record')) {
  writeFileSync(join(root, RECORD), `${JSON.stringify({ version, names: publicDeclarations().names }, null, 2)}\n`);
  console.log(`${RECORD} has the public names of ${version} now.`);
  process.exit();
}

const changelog = read('CHANGELOG.md');
const { version: recorded } = JSON.parse(read(RECORD)) as { version: string };
const changed = command('git', 'status', '--porcelain').split('\n').filter(Boolean);
const problems = releaseProblems({ version, changelog, changed, recorded, tag: process.env['RELEASE_TAG'] });

const [packed] = JSON.parse(command('npm', 'pack', '--dry-run', '--json', '--loglevel=error')) as [Packed];
console.log(`${name}@${version}, ${packed.files.length} files, ${Math.ceil(packed.size / 1000)} kB packed\n`);
console.log(releaseEntry(changelog, version) ?? '(no entry)');
for (const { path, size } of packed.files) console.log(`${String(size).padStart(9)}  ${path}`);
for (const problem of problems) console.error(problem);
if (problems.length > 0) process.exitCode = 1;
else if (!process.argv.includes('--dry-run'))
  console.log(command('npm', 'publish', '--provenance', '--access', 'public'));
