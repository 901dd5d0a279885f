/** How often a client may ask the proxy: counted in memory, or in Redis, where several processes share the limit. */
import { Redis } from 'ioredis';
import { RateLimiterMemory, RateLimiterRedis } from 'rate-limiter-flexible';
import type { Limiter } from '../../src/server/index.js';

export interface Limits {
  limiter: Limiter;
  close: () => void;
}

/** @throws where there is no Redis at the address: better than a proxy that refuses everybody. */
export async function openLimits(redisUrl: string | undefined, perMinute: number): Promise<Limits> {
  const options = { points: perMinute, duration: 60, keyPrefix: 'hub-pay' };
  if (redisUrl === undefined) return { limiter: new RateLimiterMemory(options), close: () => undefined };
  // An answer is better than a place in a queue: the proxy refuses while Redis is away.
  const redis = new Redis(redisUrl, { lazyConnect: true, enableOfflineQueue: false, maxRetriesPerRequest: 0 });
  redis.on('error', ({ message }) => console.error(`Redis: ${message}`));
  await redis.connect();
  return { limiter: new RateLimiterRedis({ ...options, storeClient: redis }), close: () => redis.disconnect() };
}
