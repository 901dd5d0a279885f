/** How often one client may ask. In memory for one process; several share a limiter of the merchant's. */
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { isObject } from '../../api/responses/reader.js';
import { ProxyError } from './proxy-error.js';

/** As `rate-limiter-flexible` has it: `consume` rejects with `{ msBeforeNext }` where the client asked too often. */
export type Limiter = { consume(client: string): Promise<unknown> };

/** A payer's page asks once a second while a payment is under way. */
const PER_MINUTE = 180;

export const memoryLimiter = (perMinute: number = PER_MINUTE): Limiter =>
  new RateLimiterMemory({ points: perMinute, duration: 60 });

/** @throws Refused: 429 with `Retry-After`, or 503 where the limiter itself cannot be asked: no limit is no pass */
export async function checkLimit(limiter: Limiter, client: string): Promise<void> {
  try {
    await limiter.consume(client);
  } catch (cause) {
    const wait = isObject(cause) ? Number(cause['msBeforeNext']) : NaN;
    if (Number.isNaN(wait)) throw new ProxyError(503, 'The limits cannot be checked now.', { 'retry-after': '5' });
    const seconds = Math.max(1, Math.ceil(wait / 1000));
    throw new ProxyError(429, `Too many requests. Ask again in ${seconds} s.`, { 'retry-after': String(seconds) });
  }
}
