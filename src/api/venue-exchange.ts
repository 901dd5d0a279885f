/** Posts a signed transfer to the venue's exchange, and checks the exchange's URL before the first signature. */
import { HubPayError } from '../errors.js';
import { isRecord } from '../shared/patterns.js';
import { request, type HttpDeps } from './http.js';

/**
 * The answer of the exchange.
 * `done`: the exchange has executed the transfer.
 * `used`: the exchange has executed a transfer with this nonce before.
 * `refused`: the exchange refuses the transfer. `reason` is its text.
 */
export type ExchangeAnswer = { outcome: 'done' | 'used' } | { outcome: 'refused'; reason: string };

const LIMITS = { timeoutMs: 10_000, maxBytes: 64 * 1024, tries: 1 };
const LONGEST_REASON = 200;
const PROBE_MS = 4_000;

/**
 * Posts a question of the info API, which an exchange refuses. Returns what is wrong with the URL: `details` is
 * the HTTP status, or says that nobody answered. `isWrong` is false if the exchange can answer later. Null if an
 * exchange answers at this URL.
 * @throws after an abort, the signal's reason
 */
export async function exchangeFault(
  url: string,
  user: string,
  deps: HttpDeps,
  signal: AbortSignal,
): Promise<{ details: string; isWrong: boolean } | null> {
  const body = { type: 'clearinghouseState', user };
  const call = { ...LIMITS, timeoutMs: PROBE_MS, method: 'POST', url: new URL(url), body, signal } as const;
  try {
    const read = (json: unknown): boolean => isRecord(json) && json['status'] === 'err';
    const isRefused = await request({ ...call, loose: true, read }, deps);
    return isRefused ? null : { details: 'answered 200 to a question that an exchange refuses', isWrong: true };
  } catch (error) {
    signal.throwIfAborted();
    return faultOf(error);
  }
}

/** An exchange answers 400 or 422 to a body that is no transfer. */
function faultOf(error: unknown): { details: string; isWrong: boolean } | null {
  const [, status] = /answered (\d+)/.exec(error instanceof Error ? error.message : '') ?? [];
  if (status === undefined) return { details: 'gave no answer', isWrong: false };
  if (status === '400' || status === '422') return null;
  return { details: `answered ${status}`, isWrong: /^(3|40[0-57]|410)/.test(status) };
}

/**
 * Posts the transfer once. To post the same signed transfer again is safe, because the exchange executes a nonce only
 * once.
 * @throws HubPayError if the exchange gave no answer that says what became of the transfer; after an abort, the
 *   signal's reason
 */
export function postTransfer(
  url: string,
  body: Readonly<Record<string, unknown>>,
  deps: HttpDeps,
  signal: AbortSignal,
): Promise<ExchangeAnswer> {
  return request({ ...LIMITS, method: 'POST', url: new URL(url), body, signal, read: answerOf }, deps);
}

function answerOf(json: unknown): ExchangeAnswer {
  const { status, response } = isRecord(json) ? json : {};
  if (status === 'ok') return { outcome: 'done' };
  if (status !== 'err') throw new HubPayError('service-down', 'The exchange answered nothing that is known.');
  const reason = typeof response === 'string' ? response.slice(0, LONGEST_REASON) : '';
  return /duplicate nonce|nonce .*\b(used|duplicate)/i.test(reason)
    ? { outcome: 'used' }
    : { outcome: 'refused', reason };
}
