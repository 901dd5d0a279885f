/** Sends the requests of `HubClient` and of `venue-exchange.ts`, with limits on time and size (G50, G51). */
import { delayAfter } from '../shared/time/backoff.js';
import { inTime, pause, type Clock } from '../shared/time/clock.js';
import { isOffline } from '../shared/platform.js';
import { PRIVATE_REQUEST } from '../shared/page/private-request.js';
import { inSlices } from '../shared/time/slices.js';
import { HubPayError, type ErrorReason } from '../errors.js';
import { isEndpoint } from './responses/parse.js';
import { loadedServiceError } from './response-error.js';
import { toJson } from '../shared/builtins/to-json.js';

/** The platform functions that a request needs. `random` returns bytes that vary the pause before a retry. */
export type HttpDeps = { fetch: typeof fetch; clock: Clock; random: (bytes: number) => Uint8Array };

/** An HTTP request with its limits, and the function that reads its response. */
export type HttpCall<T> = {
  method: 'GET' | 'POST';
  url: URL;
  headers?: Readonly<Record<string, string>>;
  body?: unknown;
  /** Maximum time of one attempt in milliseconds, including the whole response. */
  timeoutMs: number;
  /** Maximum size of the response body, in bytes. */
  maxBytes: number;
  /** Maximum number of attempts. It must be 1 if a second attempt could do harm, or if the caller itself retries. */
  tries: number;
  /** The `reason` to set on each `HubPayError` of this request, except on `offline`. */
  reason?: ErrorReason;
  /** If true, a successful response that is not JSON is accepted, and `read` receives undefined. */
  loose?: true;
  /** Converts a successful response. Can throw a `HubPayError`, for example if the response is invalid. */
  read(json: unknown, headers: Headers): T | Promise<T>;
  signal?: AbortSignal | undefined;
};

const FIRST_PAUSE_MS = 500;
const MAX_RETRY_AFTER_S = 300;

/** `parseJson` checks whether its slice is over after each group of this many strings, and once more at the end. */
const STRINGS_PER_PIECE = 500;
const JSON_TYPE = /^application\/([\w.+-]+\+)?json\b/i;

/**
 * Sends a request. Retries only after a `service-down` error without a valid `Retry-After` header.
 * @throws HubPayError `offline`, `service-down` or another error of `read`; `ResponseError` if the service answers with
 *   a failed status; after an abort, the signal's reason
 */
export async function request<T>(call: HttpCall<T>, deps: HttpDeps): Promise<T> {
  for (let tried = 1; ; tried += 1) {
    try {
      return await requestOnce(call, deps);
    } catch (error) {
      if (call.signal?.aborted || tried >= call.tries || !mayRetryNow(error)) throw withReason(error, call);
    }
    await pause(delayAfter(tried - 1, FIRST_PAUSE_MS, Infinity) * jitter(deps), deps.clock, call.signal);
  }
}

function withReason(error: unknown, { reason }: Pick<HttpCall<unknown>, 'reason'>): unknown {
  const isOfCall = reason !== undefined && error instanceof HubPayError && error.code !== 'offline';
  return isOfCall ? Object.assign(error, { reason }) : error;
}

/**
 * Appends an endpoint to the base URL, which can have a path such as `/hub`. Checks the endpoint, because it could
 * otherwise name another host, which would get the payer's signature (G50).
 * @throws HubPayError `quote-unsafe` if the endpoint is not a plain path
 */
export function endpointUrl(base: URL, endpoint: string): URL {
  const joined = isEndpoint(endpoint) ? new URL(`${base.origin}${base.pathname.replace(/\/+$/, '')}${endpoint}`) : null;
  if (joined?.origin !== base.origin) {
    throw new HubPayError('quote-unsafe', 'The service named an endpoint that is not a plain path', { details: 'G50' });
  }
  return joined;
}

function requestOnce<T>(call: HttpCall<T>, deps: HttpDeps): Promise<T> {
  const { timeoutMs: ms, signal } = call;
  const late = (): Error => serviceDown(call, `gave no complete answer in ${ms} ms`);
  return inTime({ ms, clock: deps.clock, signal, late }, (end) => fetchWithLimits(call, deps, end));
}

async function fetchWithLimits<T>(call: HttpCall<T>, { fetch, clock }: HttpDeps, signal: AbortSignal): Promise<T> {
  let response: Response;
  let text: string;
  try {
    response = await fetch(call.url.href, fetchInit(call, signal));
    text = await textOf(response, call.maxBytes, signal);
  } catch (cause) {
    throw isOffline()
      ? new HubPayError('offline', `${endpointName(call)}: the browser is offline`, { cause })
      : serviceDown(call, 'gave no answer', cause);
  }
  const json = JSON_TYPE.test(response.headers.get('content-type') ?? '') ? await parseJson(text, clock) : undefined;
  if (!response.ok) {
    const retryAfter = retryAfterOf(response.headers, clock);
    throw await loadedServiceError(endpointName(call), response.status, json, retryAfter, clock.now());
  }
  if (json === undefined && !call.loose) throw serviceDown(call, 'gave an answer that is not JSON');
  return call.read(json, response.headers);
}

function fetchInit({ method, body, headers }: HttpCall<unknown>, signal: AbortSignal): RequestInit {
  const common: RequestInit = { ...PRIVATE_REQUEST, method, signal };
  return body === undefined
    ? { ...common, headers: { accept: 'application/json', ...headers } }
    : {
        ...common,
        headers: { accept: 'application/json', 'content-type': 'application/json', ...headers },
        body: toJson(body),
      };
}

/** Throws for bytes that are not UTF-8. In Node, it is much faster to decode a whole text than its parts. */
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * Reads a body as text. If the page has replaced `fetch`, the response can lack a stream, and `text()` reads the body.
 * @throws RangeError if the body is longer than `maxBytes`; TypeError if a stream is not UTF-8; the error of the stream
 *   or of `text()`
 */
export async function textOf(
  response: Pick<Response, 'text'> & { readonly body?: Response['body'] },
  maxBytes: number,
  signal: AbortSignal,
): Promise<string> {
  const { body } = response;
  if (body === null) return '';
  const tooLong = (): RangeError => new RangeError(`The answer is longer than ${maxBytes} bytes`);
  if (body === undefined) {
    const text = await response.text();
    if (new TextEncoder().encode(text).byteLength > maxBytes) throw tooLong();
    return text;
  }
  const reader = body.getReader();
  const cancel = (): void => void reader.cancel().catch(() => undefined);
  signal.addEventListener('abort', cancel);
  // One buffer for all parts, because a body of many parts with one byte each would need much more memory.
  let all = new Uint8Array();
  let bytes = 0;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return decoder.decode(all.subarray(0, bytes));
      const length = bytes + value.byteLength;
      if (length > maxBytes) throw tooLong();
      if (length > all.length) {
        const longer = new Uint8Array(Math.max(length, 2 * all.length));
        longer.set(all);
        all = longer;
      }
      all.set(value, bytes);
      bytes = length;
    }
  } catch (error) {
    cancel();
    throw error;
  } finally {
    signal.removeEventListener('abort', cancel);
  }
}

/**
 * Parses JSON. Returns undefined if the JSON is invalid or nested too deeply, or if an object repeats a member, because
 * two parsers can read a repeated member differently.
 */
async function parseJson(text: string, clock: Clock): Promise<unknown> {
  try {
    const json: unknown = JSON.parse(text);
    const nextSlice = inSlices(clock);
    let written = 0;
    let count = 0;
    for (const [, colon] of text.matchAll(/"[^"\\]*(?:\\.[^"\\]*)*"(\s*:)?/g)) {
      if (colon) written += 1;
      if ((count += 1) % STRINGS_PER_PIECE === 0) await nextSlice();
    }
    await nextSlice();
    return written === keysIn(json) ? json : undefined;
  } catch {
    return undefined;
  }
}

function keysIn(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  const own = Array.isArray(value) ? 0 : Object.keys(value).length;
  return Object.values(value).reduce((sum: number, each) => sum + keysIn(each), own);
}

/** The beginning of a date in a header: its day of the week, in full only in an obsolete form. */
const HTTP_DATE = /^(Mon|Tues?|Wed(nes)?|Thu(rs)?|Fri|Sat(ur)?|Sun)(day)?\b/;

/**
 * Returns the response header `Retry-After` as whole seconds from 0 to 300. The header contains seconds or a date (RFC
 * 9110). Returns undefined if the header is absent, or if it is neither. `Date.parse` alone does not decide, because
 * some engines also read numbers such as `1.5` as a date.
 */
function retryAfterOf(headers: Headers, clock: Clock): number | undefined {
  const text = headers.get('retry-after')?.trim();
  if (!text) return undefined;
  const date = HTTP_DATE.test(text) ? Date.parse(text) : NaN;
  const seconds = /^\d+$/.test(text) ? Number(text) : (date - clock.now()) / 1000;
  return Number.isNaN(seconds) ? undefined : Math.min(Math.max(Math.ceil(seconds), 0), MAX_RETRY_AFTER_S);
}

/**
 * True if `request` may retry after a short pause. `isPassing` in `backoff.ts` also includes errors that need a longer
 * pause.
 */
const mayRetryNow = (error: unknown): boolean =>
  error instanceof HubPayError && error.code === 'service-down' && error.retryAfter === undefined;

/** Returns the method and the path of a request. Leaves out the query, which can contain a signature (G52). */
const endpointName = ({ method, url }: Pick<HttpCall<unknown>, 'method' | 'url'>): string =>
  `${method} ${url.pathname}`;

const serviceDown = (call: HttpCall<unknown>, what: string, cause?: unknown): HubPayError =>
  new HubPayError('service-down', `${endpointName(call)} ${what}`, { cause });

function jitter({ random }: HttpDeps): number {
  const [high = 0, low = 0] = random(2);
  return (high * 256 + low) / 65_536;
}
