/** Tests the text of an error that a command prints. */
import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { test } from 'node:test';
import { messageOf } from '../../src/cli/command.js';
import { freePort } from '../support/free-port.mjs';

test('messageOf names each attempt when an error of several attempts has no text', async () => {
  const port = await freePort();
  const refused = (address: string): Error => new Error(`connect ECONNREFUSED ${address}:${port}`);
  const cause = new AggregateError([refused('::1'), refused('127.0.0.1')]);
  assert.equal(messageOf(cause), `connect ECONNREFUSED ::1:${port}, connect ECONNREFUSED 127.0.0.1:${port}`);
  const real = await new Promise<Error>((resolve) => connect(port, 'localhost').on('error', resolve));
  assert.match(messageOf(real), new RegExp(`ECONNREFUSED .*:${port}`, 'u'));
});

test('messageOf returns the text of any other value that was thrown', () => {
  assert.deepEqual(
    [messageOf(new TypeError('no')), messageOf('text'), messageOf(new RangeError())],
    ['no', 'text', 'RangeError'],
  );
});
