/** Tests what the package's command does before one of its commands runs. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runCommand } from '../support/run-command.js';
import { read } from '../tools/sources.js';

test('hub-pay command prints its usage for --help and for an unknown command', async () => {
  const [help, wrong] = [await runCommand('--help'), await runCommand('regsitry')];
  assert.deepEqual([help.code, wrong.code], [0, 1]);
  for (const parameters of [help.out, wrong.err])
    assert.match(parameters, /^Usage: npx --no-install hub-pay registry --base-url /u);
});

test('hub-pay --help has a line for each command, option and exit code, and that of a command only its own', async () => {
  const [all, orders] = [await runCommand('--help'), await runCommand('orders', '--help')];
  for (const line of ['\nregistry: ', '\norders: ', '\nmessages: ', '\n  --base-url    ', '\n--version: '])
    assert.ok(all.out.includes(line), line);
  for (const option of ['database', 'prefix', 'registry', 'all', 'json'])
    assert.match(orders.out, new RegExp(`^  --${option} {2,}[A-Z].*\\.?$`, 'mu'));
  assert.match(orders.out, /\n {2}exit code 2 {3}A payment needs a person\.\n$/u);
  assert.doesNotMatch(orders.out, /base-url/u);
  assert.deepEqual([all.code, orders.code, all.err], [0, 0, '']);
});

test('hub-pay --version prints the version of the package', async () => {
  const { version } = JSON.parse(read('package.json')) as { version: string };
  assert.deepEqual(await runCommand('--version'), { code: 0, out: `${version}\n`, err: '' });
});
