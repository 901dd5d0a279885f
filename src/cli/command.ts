/**
 * Defines what several commands of `hub-pay` share: their type, the check of their options, the writing of a file, and
 * the text of an error.
 */
import { rename, rm, writeFile } from 'node:fs/promises';
import process from 'node:process';
import { parseArgs, type ParseArgsConfig } from 'node:util';
import { nearestName } from '../shared/text/edit-distance.js';

/** Writes text to stdout. Resolves after the text was passed to the operating system, or after an error. */
export type Print = (text: string) => Promise<void>;

/** A command of `hub-pay`. */
export type Command = {
  /** The first word after `hub-pay`. */
  name: string;
  /** The whole command with its options, on one line. */
  usage: string;
  /** What the command does, in a sentence. */
  about: string;
  /** What each option means, in a sentence. */
  options: Readonly<Record<string, string>>;
  /** What the exit codes mean, except 0 and 1, which mean the same for each command. */
  exits?: Readonly<Record<number, string>>;
  /**
   * Receives the words after the name, and resolves to the exit code.
   * @throws an error whose message is for the merchant
   */
  run(words: string[], print: Print): Promise<number>;
};

/**
 * Refuses an option that the command does not have.
 * @throws an error that names the first unknown option and, if a known one resembles it, the option that was meant
 */
export function assertKnownOptions(words: string[], options: NonNullable<ParseArgsConfig['options']>): void {
  const { tokens } = parseArgs({ args: words, strict: false, tokens: true, options });
  const unknown = tokens.find((each) => each.kind === 'option' && !Object.hasOwn(options, each.name));
  if (unknown?.kind !== 'option') return;
  const meant = nearestName(unknown.name, Object.keys(options));
  throw new Error(`${unknown.rawName} is unknown${meant === undefined ? '.' : `: did you mean --${meant}?`}`);
}

/**
 * Writes the text into another file, and then renames that file in one step. So a failed or stopped write leaves no
 * incomplete file under this name.
 * @throws an error for the merchant if the file cannot be written
 */
export async function save(file: string, text: string): Promise<void> {
  const part = `${file}.${process.pid}.part`;
  try {
    await writeFile(part, text);
    await rename(part, file);
  } catch (cause) {
    await rm(part, { force: true }).catch(() => undefined);
    throw new Error(`--out ${file}: the file could not be written. ${messageOf(cause)}`, { cause });
  }
}

/**
 * Returns the text of an error. An `AggregateError`, as after failed connections to two addresses of a host, can have
 * no text of its own. Its text is then that of the errors in it. For any other error without a text, returns its name.
 */
export function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.message !== '') return error.message;
  return error instanceof AggregateError ? error.errors.map(messageOf).join(', ') : error.name;
}
