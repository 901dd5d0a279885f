/** Limits the requests of each client to the proxy. The counts are in Redis, or in the memory of this process. */
import { Redis } from 'ioredis';
import { RateLimiterMemory, RateLimiterRedis } from 'rate-limiter-flexible';
import type { Limiter } from '../../src/server/index.js';

export interface Limits {
  limiter: Limiter;
  close: () => void;
}

/** @throws if no Redis server answers at `redisUrl`, because the proxy would then refuse every request */
export async function openLimits(redisUrl: string | undefined, perMinute: number): Promise<Limits> {
  const options = { points: perMinute, duration: 60, keyPrefix: 'hub-pay' };
  if (redisUrl === undefined) return { limiter: new RateLimiterMemory(options), close: () => undefined };
  // Redis commands fail at once instead of waiting in a queue. So the proxy refuses requests while Redis is down.
  const redis = new Redis(redisUrl, { lazyConnect: true, enableOfflineQueue: false, maxRetriesPerRequest: 0 });
  redis.on('error', ({ message }) => console.error(`Redis: ${message}`));
  await redis.connect();
  return { limiter: new RateLimiterRedis({ ...options, storeClient: redis }), close: () => redis.disconnect() };
}
