/** Limits the requests of each client, which the proxy counts in memory if the merchant provides no limiter. */
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { isRecord } from '../../shared/text/patterns.js';
import { inTime, platformClock } from '../../shared/time/clock.js';
import { ProxyError } from './proxy-error.js';

/** A rate limiter with the interface of `rate-limiter-flexible`. */
export type Limiter = {
  /**
   * Counts a request of the client. Rejects after too many requests, with `{ msBeforeNext }`: the milliseconds to wait.
   */
  consume(client: string): Promise<unknown>;
};

/** Maximum number of requests per minute. During a payment, a page sends about 60, because it polls once a second. */
const PER_MINUTE = 180;

/** Maximum time of the merchant's limiter in milliseconds, because its database can be slow or hang. */
const LIMITER_MS = 3_000;

const MOST_SECONDS = 24 * 60 * 60;

/** Creates a limiter that counts the requests of each client in this process. */
export const memoryLimiter = (perMinute: number = PER_MINUTE): Limiter =>
  new RateLimiterMemory({ points: perMinute, duration: 60 });

/**
 * Counts one request of the client, and throws if the client has sent too many requests.
 * @throws ProxyError with `Retry-After`: 429 if the client exceeds the limit; 503 if the limiter fails or does not
 *   answer
 */
export async function checkLimit(limiter: Limiter, client: string): Promise<void> {
  const late = (): Error => new Error('The limiter is late.');
  try {
    await inTime({ ms: LIMITER_MS, clock: platformClock, signal: undefined, late }, () => limiter.consume(client));
  } catch (cause) {
    const wait = isRecord(cause) ? Number(cause['msBeforeNext']) : NaN;
    if (Number.isNaN(wait))
      throw new ProxyError(503, 'The proxy cannot check the request limit now.', { 'retry-after': '5' });
    const seconds = Math.min(Math.max(1, Math.ceil(wait / 1000)), MOST_SECONDS);
    throw new ProxyError(429, `Too many requests. Ask again in ${seconds} s.`, { 'retry-after': String(seconds) });
  }
}
