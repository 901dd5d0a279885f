/** Starts a Redis server for tests, if `redis-server` is installed. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { createInterface } from 'node:readline';

export const REDIS_PACKAGE = 'redis-server';

export const hasRedis = () => spawnSync('redis-server', ['--version']).status === 0;

/** Returns a list with one message if Redis is not installed. Otherwise, returns an empty list. */
export const missingRedis = () =>
  hasRedis() ? [] : [`redis-server is not installed: its test is SKIPPED. Debian: apt install ${REDIS_PACKAGE}`];

/**
 * Starts Redis on a free port of 127.0.0.1. Redis stores nothing on the disk.
 *
 * @returns {Promise<{ url: string, stop(): Promise<void> }>}
 */
export async function startRedis() {
  const port = await freePort();
  const options = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
  const redis = spawn('redis-server', options, { stdio: ['ignore', 'pipe', 'inherit'] });
  const stop = async () => {
    if (redis.exitCode !== null) return;
    redis.kill();
    await once(redis, 'exit');
  };
  for await (const line of createInterface(redis.stdout)) {
    if (!/ready to accept connections/iu.test(line)) continue;
    redis.stdout.resume();
    return { url: `redis://127.0.0.1:${port}`, stop };
  }
  throw new Error('redis-server ended before it was ready.');
}

/** @returns {Promise<number>} */
function freePort() {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}
