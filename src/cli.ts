#!/usr/bin/env node
/**
 * Runs the commands of the package: `hub-pay registry`, `orders` and `messages`. If a command fails, its error goes to
 * stderr, and the exit code is 1.
 */
import process from 'node:process';
import { messageOf, type Print } from './cli/command.js';
import { helpOf, packageVersion, usageOf } from './cli/help.js';
import { messagesCommand } from './cli/messages-command.js';
import { ordersCommand } from './cli/orders-command.js';
import { registryCommand } from './cli/registry-command.js';
import { visibleText } from './shared/text/visible-text.js';

const COMMANDS = [registryCommand, ordersCommand, messagesCommand];

// A program that reads the output, such as `head`, can close the pipe early, which is not an error. After any other
// error of stdout, the process ends with the exit code 1 and without a message.
process.stdout.on('error', ({ code }: NodeJS.ErrnoException) => process.exit(code === 'EPIPE' ? 0 : 1));

const print: Print = (text) => new Promise((resolve) => process.stdout.write(text, () => resolve()));

try {
  process.exitCode = await exitCodeOf(process.argv.slice(2));
} catch (error) {
  process.stderr.write(`${visibleText(messageOf(error))}\n`);
  process.exitCode = 1;
}

async function exitCodeOf([name, ...words]: string[]): Promise<number> {
  const command = COMMANDS.find((each) => each.name === name);
  if (command && !words.includes('--help')) return command.run(words, print);
  const text = command ? helpOf([command]) : answers()[name ?? ''];
  if (text === undefined) process.stderr.write(`${usageOf(COMMANDS)}\n`);
  else await print(text);
  return text === undefined ? 1 : 0;
}

/** The answers to the options that no command has. */
function answers(): Readonly<Record<string, string>> {
  return { '--help': helpOf(COMMANDS), '--version': `${packageVersion()}\n` };
}
