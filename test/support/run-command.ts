/** Runs the package's command from its sources. */
import { execFile } from 'node:child_process';
import process from 'node:process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

export type Result = { code: number; out: string; err: string };

/** Runs the command as `npm run registry` does. */
export const runCommand = (...parameters: string[]): Promise<Result> => runCommandIn(root, {}, ...parameters);

/** Runs the command in a folder, with further variables of the environment. */
export function runCommandIn(
  cwd: string,
  variables: Readonly<Record<string, string>>,
  ...parameters: string[]
): Promise<Result> {
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      ['--import', import.meta.resolve('tsx'), join(root, 'src/cli.ts'), ...parameters],
      { cwd, env: { ...process.env, ...variables } },
      (_error, out, err) => resolve({ code: child.exitCode ?? -1, out, err }),
    );
  });
}
