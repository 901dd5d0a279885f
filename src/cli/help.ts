/** Writes what `hub-pay --help` and `hub-pay --version` print. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Command } from './command.js';

/** The width of the column with the names of options. */
const NAME = 14;

/** Writes the usage of each command, and then one line for each command, option and exit code. */
export function helpOf(commands: readonly Command[]): string {
  const parts = commands.map(({ name, about, options, exits }) =>
    [
      `${name}: ${about}`,
      ...Object.entries(options).map(([option, text]) => `  ${`--${option}`.padEnd(NAME)}${text}`),
      ...Object.entries({ 0: 'The command has done its work.', 1: 'It has failed: stderr says why.', ...exits }).map(
        ([code, text]) => `  ${`exit code ${code}`.padEnd(NAME)}${text}`,
      ),
    ].join('\n'),
  );
  const always =
    commands.length > 1 ? ['--help: Prints this text.\n--version: Prints the version of the package.'] : [];
  return `${[usageOf(commands), ...parts, ...always].join('\n\n')}\n`;
}

/** Writes the usage of each command. */
export const usageOf = (commands: readonly Command[]): string =>
  `Usage: ${commands.map(({ usage }) => usage).join('\n       ')}`;

/**
 * Returns the version of this package, from its `package.json` above the running file.
 * @throws an error for the merchant if this file is missing
 */
export function packageVersion(from: string = fileURLToPath(import.meta.url)): string {
  for (let folder = dirname(from); folder !== dirname(folder); folder = dirname(folder)) {
    const file = join(folder, 'package.json');
    if (!existsSync(file)) continue;
    const { name, version } = JSON.parse(readFileSync(file, 'utf8')) as { name?: unknown; version?: unknown };
    if (name === 'hub-pay' && typeof version === 'string') return version;
  }
  throw new Error('The package.json of hub-pay is missing: install the package again.');
}
