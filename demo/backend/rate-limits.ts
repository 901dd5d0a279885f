/** Rate limits of the proxy for each client. They are in memory, or in Redis if several processes share them. */
import { Redis } from 'ioredis';
import { RateLimiterMemory, RateLimiterRedis } from 'rate-limiter-flexible';
import type { Limiter } from '../../src/server/index.js';

export interface Limits {
  limiter: Limiter;
  close: () => void;
}

/** @throws if Redis does not answer at the URL, because the proxy would then refuse every request */
export async function openLimits(redisUrl: string | undefined, perMinute: number): Promise<Limits> {
  const options = { points: perMinute, duration: 60, keyPrefix: 'hub-pay' };
  if (redisUrl === undefined) return { limiter: new RateLimiterMemory(options), close: () => undefined };
  // Fail at once instead of queueing: the proxy refuses requests while Redis is down.
  const redis = new Redis(redisUrl, { lazyConnect: true, enableOfflineQueue: false, maxRetriesPerRequest: 0 });
  redis.on('error', ({ message }) => console.error(`Redis: ${message}`));
  await redis.connect();
  return { limiter: new RateLimiterRedis({ ...options, storeClient: redis }), close: () => redis.disconnect() };
}
