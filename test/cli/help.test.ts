/** Tests the help of the command. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Command } from '../../src/cli/command.js';
import { helpOf, packageVersion, usageOf } from '../../src/cli/help.js';

const command: Command = {
  name: 'ship',
  usage: 'npx hub-pay ship [--to x]',
  about: 'Ships it.',
  options: { to: 'Where to.' },
  exits: { 2: 'It is lost.' },
  run: () => Promise.resolve(0),
};

test('the help of a command has its usage, its options and its exit codes', () => {
  assert.equal(
    helpOf([command]),
    `Usage: npx hub-pay ship [--to x]

ship: Ships it.
  --to          Where to.
  exit code 0   The command has done its work.
  exit code 1   It has failed: stderr says why.
  exit code 2   It is lost.
`,
  );
  assert.match(helpOf([command, command]), /\n--help: .*\n--version: .*\n$/u);
  assert.equal(usageOf([command, command]), 'Usage: npx hub-pay ship [--to x]\n       npx hub-pay ship [--to x]');
});

test('the version is that of the nearest package.json with this name, or an error', () => {
  assert.match(packageVersion(), /^\d+\.\d+\.\d+/u);
  assert.throws(() => packageVersion('/nowhere/dist/cli.js'), /package\.json of hub-pay is missing/u);
});
