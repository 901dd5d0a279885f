/** Packs the package as npm would publish it, and installs it into the new folder of a test shop. Needs `dist/`. */
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { pack } from '../../tools/package/pack.js';
import { read, root } from '../../tools/sources.js';

const run = promisify(execFile);

export type PackedShop = {
  /** The folder of the shop. */
  folder: string;
  /** The path of the packed package. */
  tarball: string;
  /** The folder of the installed package. */
  installed: string;
  /** The paths of the packed files. */
  packed: readonly string[];
  /** Runs the code as a module in the folder of the shop. Returns its standard output. */
  inNode(code: string, type?: 'module' | 'commonjs'): Promise<string>;
  /** Compiles files of the shop with this tsconfig. Returns TypeScript's messages. */
  compiled(config: object): Promise<string>;
  /** Deletes the folder. */
  remove(): void;
};

export async function openPackedShop(): Promise<PackedShop> {
  const folder = mkdtempSync(join(tmpdir(), 'hub-pay-package-'));
  const installed = join(folder, 'node_modules/hub-pay');
  const { tarball, files } = await pack(folder);
  mkdirSync(installed, { recursive: true });
  await run('tar', ['xzf', tarball, '--strip-components=1', '-C', installed]);
  const { dependencies } = JSON.parse(read('package.json')) as { dependencies: Record<string, string> };
  for (const name of [...Object.keys(dependencies), 'react', '@types/react']) {
    mkdirSync(dirname(join(folder, 'node_modules', name)), { recursive: true });
    symlinkSync(join(root, 'node_modules', name), join(folder, 'node_modules', name));
  }
  return {
    folder,
    tarball,
    installed,
    packed: files,
    async inNode(code, type = 'module') {
      return (await run(process.execPath, [`--input-type=${type}`, '-e', code], { cwd: folder })).stdout.trim();
    },
    async compiled(config) {
      writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config));
      const tsc = join(root, 'node_modules/typescript/bin/tsc');
      const result = run(process.execPath, [tsc], { cwd: folder });
      return (await result.catch((error: unknown) => error as { stdout: string })).stdout;
    },
    remove: () => {
      rmSync(folder, { recursive: true });
    },
  };
}
