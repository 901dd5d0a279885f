/**
 * The proxy between a page and the service, which adds the API key, forwards only allowed requests, and logs nothing.
 */
import { parseBaseUrl } from '../../api/input.js';
import { endpointUrl, textOf } from '../../api/http.js';
import { inTime, platformClock } from '../../shared/time/clock.js';
import type { Issue } from '../../shared/validation.js';
import {
  apiKeyText,
  callable,
  copyJson,
  flag,
  having,
  integer,
  list,
  unchecked,
  writtenText,
} from '../../shared/validation.js';
import { isRecord } from '../../shared/text/patterns.js';
import { assertBody, UNDEFINED, undefinedExcept, type BodyShape } from '../../api/requests/checks.js';
import { config } from '../../errors.js';
import { asRequest } from '../../shared/as-request.js';
import { BODY_MS, MAX_BODY } from './body-limits.js';
import { clientOf } from './client-key.js';
import type { Endpoint } from './allowed-endpoints.js';
import { checkBody, checkQuery, endpointsAt } from './allowed-endpoints.js';
import type { ServiceAnswer } from './forward.js';
import { forward, hidden } from './forward.js';
import type { Limiter } from './rate-limit.js';
import { checkLimit, memoryLimiter } from './rate-limit.js';
import { ProxyError } from './proxy-error.js';
import type { SponsorRules, UnitRules } from './sponsor-rules.js';
import { checkedRules, checkExecution, sponsoredQuote } from './sponsor-rules.js';

/** Options of `createProxy`. */
export type ProxyOptions = {
  /** The URL of the service. */
  baseUrl: string;
  /** Your API key for the service, which must not be empty. The proxy sends it only to the service. */
  apiKey: string;
  /**
   * The path at which the proxy is mounted, such as `/hub`.
   * @default both `/hub` and `/`
   */
  path?: string;
  /** The origins of the pages that may use the proxy, such as `https://shop.example`, including your own. */
  origins: string[];
  /**
   * Returns an id of the client that sent the request, by which the rate limit counts. All clients whose id is empty or
   * no text share one limit. IPv6 addresses of one network (/64) count as one client.
   * @default the address in `x-forwarded-for`; if there are several and `trustedProxies` is absent, the last one that
   *   is not private, or else the first one. Without the header, all clients share one limit.
   */
  client?(request: Request): string;
  /**
   * The number of servers in front of the proxy that append an address to `x-forwarded-for`. The client is then the
   * address that the first of them has appended. If the header has fewer addresses, the client has no id of its own.
   * Leave it out if your platform replaces the header, or behind `nodeListener`, which has the same option.
   */
  trustedProxies?: number;
  /**
   * The maximum number of requests that one client may send per minute. Each process of the proxy counts them in its
   * memory.
   * @default 180
   */
  perMinute?: number;
  /**
   * Replaces the proxy's own count of requests, so that several processes can share one limit. `perMinute` then has no
   * effect, and is refused.
   */
  limiter?: Limiter;
  /**
   * If true, the proxy forwards `/execute`. The proxy sends the calls with your API key, and the service can charge you
   * for their gas.
   * @default false
   */
  execute?: boolean;
  /** Rules for the fees that you sponsor. Without them, the proxy refuses every field that would make you pay fees. */
  sponsor?: SponsorRules;
  /**
   * Replaces the platform's `fetch`.
   * @default `globalThis.fetch`
   */
  fetch?: typeof fetch;
};

/** The members of the options. Without this check, a misspelt limit would have no effect. */
const proxyShape: BodyShape<ProxyOptions> = {
  name: 'the proxy’s options',
  checks: {
    baseUrl: writtenText,
    apiKey: apiKeyText,
    path: writtenText,
    origins: list(writtenText),
    client: callable,
    trustedProxies: integer(1),
    perMinute: integer(1),
    limiter: having('consume'),
    execute: flag,
    sponsor: unchecked,
    fetch: callable,
  },
  needed: [],
  rules: [],
};

/**
 * Only these options may be present but undefined, because none of them limits what the proxy allows or pays. For any
 * other option, undefined is treated as a mistake.
 */
const MAY_BE_UNDEFINED: readonly string[] = ['path', 'execute', 'sponsor', 'fetch'];

const PREFLIGHT = {
  'access-control-allow-methods': 'GET, POST',
  'access-control-allow-headers': 'content-type, accept',
  'access-control-max-age': '600',
};

/**
 * Creates a request handler for runtimes with the Fetch API. The response to a refused request has the body
 * `{ message }`. The handler rejects only if it gets no `Request` of the Fetch API.
 * @throws HubPayError `config` for invalid options
 */
export function createProxy(options: ProxyOptions): (request: Request) => Promise<Response> {
  const { base, origins, mounts, rules } = checkedOptions(options);
  const limiter = options.limiter ?? memoryLimiter(options.perMinute);
  const hideKey = hidden(options.apiKey);

  const answerTo = async (request: Request): Promise<ServiceAnswer> => {
    const { pathname, searchParams } = new URL(request.url);
    const paths = mounts.flatMap((mount) => (pathname.startsWith(mount) ? [pathname.slice(mount.length)] : []));
    const [found] = paths.map((path) => ({ path, endpoints: endpointsAt(path) })).filter(hasEndpoints);
    if (!found) throw new ProxyError(404, 'The proxy does not know this path.');
    const { path, endpoints } = found;
    const origin = request.headers.get('origin');
    if (origin !== null && !origins.has(origin)) {
      throw new ProxyError(403, `The origin ${origin} is not among the \`origins\` of createProxy.`);
    }
    if (request.method === 'OPTIONS') return { status: 204, json: '', headers: PREFLIGHT };
    const endpoint = endpoints.find(({ method }) => method === request.method);
    if (!endpoint) {
      const allow = endpoints.map(({ method }) => method);
      throw new ProxyError(405, 'The proxy does not forward this method.', { allow: allow.join(', ') });
    }
    if (endpoint.sponsors === 'execute' && options.execute !== true) {
      throw new ProxyError(403, 'This proxy does not forward executions.');
    }
    await checkLimit(limiter, clientOf(request, options));
    checkQuery(searchParams, endpoint);
    const body = endpoint.body && (await bodyOf(request, endpoint, rules));
    const url = endpointUrl(base, path);
    url.search = searchParams.toString();
    const { method } = endpoint;
    const { fetch = globalThis.fetch } = options;
    return forward({ method, url, body, apiKey: options.apiKey, hideKey, fetch, signal: request.signal });
  };

  return async (given) => {
    const request = asRequest(given);
    const answer = await answerTo(request).catch(refusal);
    const origin = request.headers.get('origin') ?? '';
    return new Response(answer.json === '' ? null : answer.json, {
      status: answer.status,
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
        vary: 'origin',
        ...answer.headers,
        ...(origins.has(origin) && {
          'access-control-allow-origin': origin,
          'access-control-expose-headers': 'retry-after, deprecation, sunset',
        }),
      },
    });
  };
}

/**
 * Checks the options of the proxy. Plain JavaScript can leave any of them undefined, for example if an environment
 * variable is not set.
 */
function checkedOptions(options: Partial<ProxyOptions>): {
  base: URL;
  origins: Set<string>;
  mounts: string[];
  rules: UnitRules | undefined;
} {
  assertBody(options as ProxyOptions, proxyShape);
  const { baseUrl, apiKey, origins, path, sponsor, client, trustedProxies, perMinute, limiter } = options;
  const base = parseBaseUrl(baseUrl, 'baseUrl');
  if (apiKey === undefined) throw config('apiKey', 'is missing');
  if (!origins?.length) throw config('origins', 'is empty, so no page could use the proxy');
  const unset = undefinedExcept(options, MAY_BE_UNDEFINED);
  if (unset) throw config(unset, UNDEFINED);
  const strange = origins.find((each) => !URL.canParse(each) || new URL(each).origin !== each);
  if (strange !== undefined) throw config('origins', `"${strange}" is not an origin such as https://shop.example`);
  if (path !== undefined && !path.startsWith('/')) throw config('path', `"${path}" does not begin with /`);
  if (client && trustedProxies !== undefined) throw config('trustedProxies', 'has no effect if client is set');
  if (limiter && perMinute !== undefined) throw config('perMinute', 'has no effect if limiter is set');
  const mounts = path === undefined ? ['/hub', ''] : [path.replace(/\/+$/, '')];
  return { base, origins: new Set(origins), mounts, rules: sponsor === undefined ? undefined : checkedRules(sponsor) };
}

async function bodyOf(request: Request, endpoint: Endpoint, rules: UnitRules | undefined): Promise<unknown> {
  if (!/^application\/json\b/i.test(request.headers.get('content-type') ?? '')) {
    throw new ProxyError(415, 'The content type of the body is not JSON.');
  }
  const body = jsonIn(await textIn(request));
  if (!isRecord(body)) throw new ProxyError(400, 'The body is not a JSON object.');
  checkBody(body, endpoint.body ?? {});
  if (endpoint.sponsors === 'execute') checkExecution(body, rules);
  return endpoint.sponsors === 'quote' ? sponsoredQuote(body, rules) : body;
}

async function textIn(request: Request): Promise<string> {
  const late = (): ProxyError => new ProxyError(408, 'The body did not arrive in time.');
  try {
    return await inTime({ ms: BODY_MS, clock: platformClock, signal: undefined, late }, (end) =>
      textOf(request, MAX_BODY, end),
    );
  } catch (cause) {
    if (cause instanceof ProxyError) throw cause;
    throw cause instanceof RangeError
      ? new ProxyError(413, `The body is longer than ${MAX_BODY} bytes.`)
      : new ProxyError(400, 'The body cannot be read.');
  }
}

/**
 * Parses JSON. In the result, each field occurs only once, even if the text repeats it. Returns undefined if the text
 * is invalid or nested too deeply, or has a field with a dangerous name. `textIn` has limited its length.
 */
function jsonIn(text: string): unknown {
  const issues: Issue[] = [];
  try {
    const copy = copyJson(JSON.parse(text), text.length, issues);
    return issues.length === 0 ? copy : undefined;
  } catch {
    return undefined;
  }
}

const hasEndpoints = ({ endpoints }: { endpoints: readonly Endpoint[] }): boolean => endpoints.length > 0;

function refusal(error: unknown): ServiceAnswer {
  const { status, message, headers } =
    error instanceof ProxyError ? error : new ProxyError(500, 'The proxy could not answer this request.');
  return { status, json: JSON.stringify({ message }), headers };
}
