/** Starts a Redis server for tests, if `redis-server` is installed. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

export const REDIS_PACKAGE = 'redis-server';

export const hasRedis = () => spawnSync('redis-server', ['--version']).status === 0;

/** Returns a list with one message if Redis is not installed. Otherwise, returns an empty list. */
export const missingRedis = () =>
  hasRedis() ? [] : [`redis-server is not installed: its test is SKIPPED. Debian: apt install ${REDIS_PACKAGE}`];

/**
 * Starts Redis on a socket in a folder of its own, because another process could take a port that was free before.
 * Redis stores nothing on the disk.
 *
 * @returns {Promise<{ url: string, stop(): Promise<void> }>}
 */
export async function startRedis() {
  const folder = mkdtempSync(join(tmpdir(), 'hub-pay-redis-'));
  const url = join(folder, 'redis.sock');
  const options = ['--port', '0', '--unixsocket', url, '--save', '', '--appendonly', 'no'];
  const redis = spawn('redis-server', options, { stdio: ['ignore', 'pipe', 'inherit'] });
  const stop = async () => {
    if (redis.exitCode !== null) return;
    redis.kill();
    await once(redis, 'exit');
    rmSync(folder, { recursive: true });
  };
  for await (const line of createInterface(redis.stdout)) {
    if (!/ready to accept connections/iu.test(line)) continue;
    redis.stdout.resume();
    return { url, stop };
  }
  throw new Error('redis-server ended before it was ready.');
}
