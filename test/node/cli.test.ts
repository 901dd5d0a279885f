/** Tests what the package's command does before one of its commands runs. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runCommand } from '../support/run-command.js';

test('hub-pay command prints its usage for --help and for an unknown command', async () => {
  const [help, wrong] = [await runCommand('--help'), await runCommand('regsitry')];
  assert.deepEqual([help.code, wrong.code], [0, 1]);
  for (const parameters of [help.out, wrong.err])
    assert.match(parameters, /^Usage: npx --no-install hub-pay registry --base-url /u);
});
