/**
 * Limits how many requests each client can send to the proxy. Redis or the memory of this process stores the counts.
 */
import { Redis } from 'ioredis';
import { RateLimiterMemory, RateLimiterRedis } from 'rate-limiter-flexible';
import type { Limiter } from '../../src/server/index.js';

export interface Limits {
  limiter: Limiter;
  close: () => void;
}

/** @throws if no Redis server answers at `redisUrl` */
export async function openLimits(redisUrl: string | undefined, perMinute: number): Promise<Limits> {
  const options = { points: perMinute, duration: 60, keyPrefix: 'hub-pay' };
  if (redisUrl === undefined) return { limiter: new RateLimiterMemory(options), close: () => undefined };
  // While Redis is down, commands fail at once and the proxy refuses requests.
  const redis = new Redis(redisUrl, { lazyConnect: true, enableOfflineQueue: false, maxRetriesPerRequest: 0 });
  redis.on('error', ({ message }) => console.error(`Redis: ${message}`));
  await redis.connect();
  return { limiter: new RateLimiterRedis({ ...options, storeClient: redis }), close: () => redis.disconnect() };
}
