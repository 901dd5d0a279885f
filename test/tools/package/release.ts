/**
 * Publishes the package as it stands in a clean clone. `npm run release` runs it, and `npm run release -- --dry-run`
 * only prints what would be published: the version, its entry of the changelog, and the files. After publishing, it
 * records the public names of the version.
 *
 * It refuses a tag that is not the version, a version without an entry, and files that are not committed.
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

const isDry = process.argv.includes('--dry-run');
const { name, version } = JSON.parse(read('package.json')) as { name: string; version: string };
const changelog = read('CHANGELOG.md');
const changed = command('git', 'status', '--porcelain').split('\n').filter(Boolean);
const problems = releaseProblems({ version, changelog, changed, tag: process.env['RELEASE_TAG'] });

const [packed] = JSON.parse(command('npm', 'pack', '--dry-run', '--json', '--loglevel=error')) as [Packed];
console.log(`${name}@${version}, ${packed.files.length} files, ${Math.ceil(packed.size / 1000)} kB packed\n`);
console.log(releaseEntry(changelog, version) ?? '(no entry)');
for (const { path, size } of packed.files) console.log(`${String(size).padStart(9)}  ${path}`);
for (const problem of problems) console.error(problem);
if (problems.length > 0) process.exitCode = 1;
else if (!isDry) {
  console.log(command('npm', 'publish', '--provenance', '--access', 'public'));
  const record = { version, names: publicDeclarations().names };
  writeFileSync(join(root, RECORD), `${JSON.stringify(record, null, 2)}\n`);
  console.log(`Commit ${RECORD}, which now has the names of ${version}.`);
}
