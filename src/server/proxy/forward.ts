/**
 * Sends the proxy's request to the service. Of the response, the page gets only the JSON body, a few headers and the
 * status, which is 200 after every success.
 */
import { textOf } from '../../api/http.js';
import { inTime, platformClock } from '../../shared/time/clock.js';
import { ProxyError } from './proxy-error.js';

/** A request that the proxy has checked. */
export type ForwardedRequest = {
  method: string;
  /** The URL at the service, with the query. */
  url: URL;
  body?: unknown;
  /** The API key, sent in the header `x-api-key`. */
  apiKey: string;
  /** Replaces the API key in a text. */
  hideKey: (text: string) => string;
  fetch: typeof fetch;
  /** Aborts when the client disconnects. */
  signal: AbortSignal;
};

/** The response for the page. `json` is the body as text, or empty if there is none. */
export type ServiceAnswer = { status: number; json: string; headers: Readonly<Record<string, string>> };

/** Maximum time until the service's response is complete, in milliseconds. */
const ANSWER_LIMIT_MS = 15_000;
const MAX_BYTES = 4 * 1024 * 1024;

const DATE = /^(?:[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT)$/;
/** The response headers that the page gets too, each only if its value has one of the listed forms. */
const PASSED_ON: readonly [name: string, forms: readonly RegExp[]][] = [
  ['retry-after', [/^\d{1,9}$/, DATE]],
  ['deprecation', [/^@\d{1,12}$/, /^true$/, DATE]],
  ['sunset', [DATE]],
];

/**
 * Sends the request to the service.
 * @throws ProxyError 502 if the service gives no usable response; the error has no `cause`, because a cause could
 *   contain the API key
 */
export async function forward({ signal, ...request }: ForwardedRequest): Promise<ServiceAnswer> {
  const limit = { ms: ANSWER_LIMIT_MS, clock: platformClock, signal, late: () => new Error('The service is late.') };
  try {
    return await inTime(limit, (end) => answerTo(request, end));
  } catch {
    throw new ProxyError(502, 'The payments service gave no answer that the proxy can forward.');
  }
}

async function answerTo(request: Omit<ForwardedRequest, 'signal'>, end: AbortSignal): Promise<ServiceAnswer> {
  const { method, url, body, apiKey, hideKey, fetch } = request;
  const headers = { accept: 'application/json', 'x-api-key': apiKey };
  const init: RequestInit = { method, redirect: 'error', credentials: 'omit', cache: 'no-store', signal: end, headers };
  if (body !== undefined) {
    init.headers = { ...headers, 'content-type': 'application/json' };
    init.body = JSON.stringify(body);
  }
  const response = await fetch(url.href, init);
  const text = await textOf(response, MAX_BYTES, end);
  const { ok, status } = response;
  // A redirect is no answer. A service can also send a status such as 999, with which no `Response` can be created.
  if (!ok && !(status >= 400 && status <= 599)) throw new TypeError(`The status ${status} cannot be forwarded.`);
  return {
    status: ok ? 200 : status,
    json: hideKey(ok && text === '' ? '{}' : withoutEscapes(text)),
    headers: headersOf(response.headers),
  };
}

/**
 * Returns the JSON text in a form in which `hideKey` finds the API key. Only a backslash can begin an escape, so a text
 * without one stays as it is.
 * @throws SyntaxError if the text is no JSON
 */
function withoutEscapes(text: string): string {
  const json = JSON.parse(text) as unknown;
  return text.includes('\\') ? JSON.stringify(json) : text;
}

function headersOf(headers: Headers): Record<string, string> {
  const found = PASSED_ON.flatMap(([name, forms]) => {
    const value = headers.get(name) ?? '';
    return forms.some((form) => form.test(value)) ? [[name, value] as const] : [];
  });
  return Object.fromEntries(found);
}

/**
 * Creates a function that replaces the API key in a text by `[redacted]`, also in its JSON-escaped and percent-encoded
 * forms.
 */
export function hidden(apiKey: string): (text: string) => string {
  const forms = [...new Set([apiKey, JSON.stringify(apiKey).slice(1, -1), encodeURIComponent(apiKey)])];
  return (text) => forms.reduce((left, form) => left.replaceAll(form, '[redacted]'), text);
}
