/** Limits the requests of each client. If the merchant provides no limiter, the proxy counts the requests in memory. */
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { isRecord } from '../../shared/text/patterns.js';
import { beforeLate, platformClock } from '../../shared/time/clock.js';
import { ProxyError } from './proxy-error.js';

/** A rate limiter with the interface of `rate-limiter-flexible`. */
export type Limiter = {
  /**
   * Counts a request of the client. Rejects after too many requests, with `{ msBeforeNext }`: the milliseconds to wait.
   */
  consume(client: string): Promise<unknown>;
};

/**
 * The default of `perMinute`. During a payment, a page sends about 60 requests a minute, because it polls once a
 * second.
 */
const PER_MINUTE = 180;

/**
 * The longest wait for the limiter, in milliseconds, because the database of the merchant's limiter can be slow or
 * hang.
 */
const LIMITER_MS = 3_000;

const MOST_SECONDS = 24 * 60 * 60;

/** Creates a limiter that counts the requests of each client in this process. */
export const memoryLimiter = (perMinute: number = PER_MINUTE): Limiter =>
  new RateLimiterMemory({ points: perMinute, duration: 60 });

/**
 * Counts one request of the client, and throws if the client has sent too many requests.
 * @throws ProxyError with `Retry-After`: 429 if the client exceeds the limit; 503 if the limiter fails or does not
 *   answer within 3 seconds
 */
export async function checkLimit(limiter: Limiter, client: string): Promise<void> {
  const late = (): Error => new Error('The limiter is late.');
  try {
    await beforeLate({ ms: LIMITER_MS, clock: platformClock, late }, limiter.consume(client));
  } catch (cause) {
    const wait = isRecord(cause) ? Number(cause['msBeforeNext']) : NaN;
    if (Number.isNaN(wait))
      throw new ProxyError(503, 'The proxy cannot check the request limit now.', { 'retry-after': '5' });
    const seconds = Math.min(Math.max(1, Math.ceil(wait / 1000)), MOST_SECONDS);
    throw new ProxyError(429, `Too many requests. Ask again in ${seconds} s.`, { 'retry-after': String(seconds) });
  }
}
