/** Runs the package's command from its sources. */
import { execFile } from 'node:child_process';
import { rmSync } from 'node:fs';
import process from 'node:process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** One bundle for all runs of a test file, because a run of the sources takes a second more. */
const folder = join(root, `node_modules/.cache/command-${process.pid}`);
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
let bundle: Promise<string> | undefined;

/** Returns the path of the bundled command, for `node`. */
export const commandFile = (): Promise<string> =>
  (bundle ??= build({
    entryPoints: [join(root, 'src/cli.ts')],
    outdir: folder,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    packages: 'external',
    target: 'es2022',
  }).then(() => join(folder, 'cli.js')));

export type Result = { code: number; out: string; err: string };

/** Runs the command as `npm run registry` does. */
export const runCommand = (...parameters: string[]): Promise<Result> => runCommandIn(root, {}, ...parameters);

/** Runs the command in a folder, with further variables of the environment. */
export async function runCommandIn(
  cwd: string,
  variables: Readonly<Record<string, string>>,
  ...parameters: string[]
): Promise<Result> {
  const program = await commandFile();
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      [program, ...parameters],
      { cwd, env: { ...process.env, ...variables } },
      (_error, out, err) => resolve({ code: child.exitCode ?? -1, out, err }),
    );
  });
}
