/** Limits the requests of each client, which the proxy counts in memory if the merchant provides no limiter. */
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { isRecord } from '../../shared/text/patterns.js';
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

/** Creates a limiter that counts the requests of each client in this process. */
export const memoryLimiter = (perMinute: number = PER_MINUTE): Limiter =>
  new RateLimiterMemory({ points: perMinute, duration: 60 });

/**
 * Counts one request of the client, and throws if the client has sent too many requests.
 * @throws ProxyError 429 with `Retry-After` if the client exceeds the limit; 503 if the limiter fails
 */
export async function checkLimit(limiter: Limiter, client: string): Promise<void> {
  try {
    await limiter.consume(client);
  } catch (cause) {
    const wait = isRecord(cause) ? Number(cause['msBeforeNext']) : NaN;
    if (Number.isNaN(wait))
      throw new ProxyError(503, 'The proxy cannot check the request limit now.', { 'retry-after': '5' });
    const seconds = Math.max(1, Math.ceil(wait / 1000));
    throw new ProxyError(429, `Too many requests. Ask again in ${seconds} s.`, { 'retry-after': String(seconds) });
  }
}
