/**
 * Tests in a Node process of its own how the proxy ends its requests. `HUB_PAY_NODE` names another `node` than the one
 * that runs the tests; only then the test waits for the real 15 seconds.
 */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import { build } from 'esbuild';

const { HUB_PAY_NODE: node = process.execPath } = process.env;
/** Node keeps a few objects of its own. A proxy that keeps a signal or a timer keeps several kilobytes. */
const MOST_BYTES = 1_000;

let folder: string;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hub-pay-proxy-'));
  const entry = 'test/support/fakes/proxy-process.ts';
  await build({
    entryPoints: [entry],
    bundle: true,
    platform: 'node',
    format: 'cjs',
    outfile: join(folder, 'proxy.cjs'),
  });
});
after(() => rm(folder, { recursive: true }));

async function printed(what: string): Promise<unknown> {
  const { stdout } = await promisify(execFile)(node, ['--expose-gc', join(folder, 'proxy.cjs'), what]);
  return JSON.parse(stdout) as unknown;
}

test('createProxy keeps less than 1 kB for each of 20,000 requests', async () => {
  const bytes = (await printed('kept')) as number;
  assert.ok(bytes < MOST_BYTES, `${bytes} bytes for each request`);
});

// Elsewhere, forward.test.ts tests the same with a virtual time.
if (process.env['HUB_PAY_NODE'] !== undefined)
  test('createProxy answers 502 after 15 seconds when garbage is collected while the service is silent', async () => {
    const [status, ms] = (await printed('late')) as [number, number];
    assert.equal(status, 502);
    assert.ok(ms >= 14_900, `${ms} ms`);
  });
