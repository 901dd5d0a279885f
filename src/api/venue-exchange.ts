/** Posts a signed transfer to the venue's exchange, and checks the exchange's URL before the first signature. */
import { HubPayError } from '../errors.js';
import { isRecord } from '../shared/text/patterns.js';
import { request, type HttpDeps } from './http.js';
import { statusOf } from './response-error.js';

/**
 * The answer of the exchange:
 * - `done`: the exchange has executed the transfer.
 * - `used`: the exchange refuses the transfer because its nonce was used before.
 * - `refused`: the exchange refuses the transfer. `reason` is the start of its text, or empty if it gives none.
 */
export type ExchangeAnswer = { outcome: 'done' | 'used' } | { outcome: 'refused'; reason: string };

const LIMITS = { timeoutMs: 10_000, maxBytes: 64 * 1024, tries: 1 };
const LONGEST_REASON = 200;
const PROBE_MS = 4_000;

/**
 * Checks that an exchange answers at this URL. Posts a query of the info API, which an exchange refuses. Returns null
 * after this refusal, or else what is wrong with the URL. `details` describes the answer, and `isWrong` is false if the
 * exchange may still answer later.
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
    return isRefused ? null : { details: 'accepted a question that an exchange refuses', isWrong: true };
  } catch (error) {
    signal.throwIfAborted();
    return faultOf(error);
  }
}

/**
 * Finds what is wrong with the URL. An exchange answers 400 or 422 to a body that is not a transfer, so these two
 * statuses show that the URL is right.
 */
function faultOf(error: unknown): { details: string; isWrong: boolean } | null {
  const status = statusOf(error);
  if (status === undefined) return { details: 'gave no answer', isWrong: false };
  if (status === 400 || status === 422) return null;
  return { details: `answered ${status}`, isWrong: /^(3|40[0-57]|410)/.test(String(status)) };
}

/**
 * Posts the transfer once. The caller can safely post the same signed transfer again, because the exchange executes
 * each nonce only once.
 * @throws HubPayError if the exchange gives no answer, or one that does not show what happened to the transfer; after
 *   an abort, the signal's reason
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
  if (status !== 'err') throw new HubPayError('service-down', 'The exchange gave an unknown answer.');
  const reason = typeof response === 'string' ? response.slice(0, LONGEST_REASON) : '';
  return /duplicate nonce|nonce .*\b(used|duplicate)/i.test(reason)
    ? { outcome: 'used' }
    : { outcome: 'refused', reason };
}
