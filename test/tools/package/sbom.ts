/**
 * Prints the bill of materials of the package in the format CycloneDX: the locked version of every package that the
 * package needs or that `dist/cdn` contains. `npm run sbom` runs it.
 *
 * `npm sbom --omit dev` also leaves out packages that a tool uses, such as lit. So npm reads copies of `package.json`
 * and `package-lock.json` without the tools. Optional packages are left out too: npm refuses two versions of
 * `utf-8-validate`, which nothing here calls.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { read } from '../sources.js';

type Locked = { dev?: boolean; optional?: boolean; devOptional?: boolean; devDependencies?: unknown };

const manifest = JSON.parse(read('package.json')) as { devDependencies?: unknown };
const lock = JSON.parse(read('package-lock.json')) as { packages: Record<string, Locked> };
delete manifest.devDependencies;
delete lock.packages['']?.devDependencies;
const needed = ({ dev, optional, devOptional }: Locked): boolean => !dev && !optional && !devOptional;
const packages = Object.entries(lock.packages).filter(([, locked]) => needed(locked));

const parent = mkdtempSync(join(tmpdir(), 'hub-pay-sbom-'));
try {
  // npm names the package after its folder.
  const folder = join(parent, 'hub-pay');
  mkdirSync(folder);
  const write = (file: string, json: object): void => writeFileSync(join(folder, file), JSON.stringify(json));
  write('package.json', manifest);
  write('package-lock.json', { ...lock, packages: Object.fromEntries(packages) });
  const words = ['sbom', '--sbom-format=cyclonedx', '--package-lock-only', '--loglevel=error'];
  process.stdout.write(execFileSync('npm', words, { cwd: folder, stdio: ['ignore', 'pipe', 'inherit'] }));
} finally {
  rmSync(parent, { recursive: true });
}
