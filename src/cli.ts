#!/usr/bin/env node
/** The command line of the package: `hub-pay registry` and `hub-pay orders`. Errors go to stderr, with exit code 1. */
import process from 'node:process';
import { done, messageOf, type Outcome } from './cli/command.js';
import { registryCommand } from './cli/registry-command.js';

const COMMANDS = [registryCommand];
const USAGE = `Usage: ${COMMANDS.map(({ usage }) => usage).join('\n       ')}`;

try {
  const { text, exitCode } = await outcomeOf(process.argv.slice(2));
  process.stdout.write(text);
  process.exitCode = exitCode;
} catch (error) {
  process.stderr.write(`${messageOf(error)}\n`);
  process.exitCode = 1;
}

async function outcomeOf([name, ...words]: string[]): Promise<Outcome> {
  const command = COMMANDS.find((each) => each.name === name);
  if (name === '--help' || (command && words.includes('--help')))
    return done(`${command ? `Usage: ${command.usage}` : USAGE}\n`);
  if (!command) throw new Error(USAGE);
  return command.run(words);
}
