/**
 * HTTP client for the service, with one method for each kind of request. It checks every response that it returns,
 * except a quote. Of a record of `requests`, it checks only the id and the status.
 */
import type { Clock } from '../shared/time/clock.js';
import { platformClock } from '../shared/time/clock.js';
import { inSlices } from '../shared/time/slices.js';
import { errorInfo, HubPayError } from '../errors.js';
import type { ChainRecord } from '../types.js';
import type { CurrenciesBody, ExecuteBody, PermitBody, QuoteBody, RequestsQuery } from './requests/types.js';
import type {
  ExecuteAnswer,
  WireAttestation,
  WireCurrencyRecord,
  WireRequests,
  WireStatus,
  WireStep,
} from './responses/types.js';
import type { HttpCall, HttpDeps } from './http.js';
import { parseBaseUrl, parseRequestId } from './input.js';
import { apiKeyText, callable, having, writtenText } from '../shared/validation.js';
import { assertBody, type BodyShape } from './requests/checks.js';
import { loaded } from '../shared/load-code.js';
import type * as OtherBodies from './requests/other-bodies.js';
import { quoteBody } from './requests/quote-body.js';
import { assertNoPause, notePause, pauseOf, type EndpointPauses } from './endpoint-pauses.js';
import { request, endpointUrl } from './http.js';
import {
  parseAttestation,
  parseAuthorized,
  parseChains,
  parseCurrencies,
  parseExecuted,
  parseRequests,
  parseStatus,
} from './responses/parse.js';
import { loadedServiceError, statusOf } from './response-error.js';
import { logWarning } from '../shared/log-warning.js';

/** Options of the `HubClient` constructor. */
export type HubClientOptions = {
  /** The http or https URL of the service, or of the merchant's proxy. */
  baseUrl: string;
  /**
   * The API key. The client sends it in the header `x-api-key`. Set the key only on a server, because anyone who reads
   * it can make its owner pay fees.
   */
  apiKey?: string;
  /**
   * Replaces the platform's `fetch`.
   * @default `globalThis.fetch`
   */
  fetch?: typeof fetch;
  /**
   * Replaces the platform's clock, for example in tests.
   * @default the wall clock, corrected if it is set back by more than 250 ms
   */
  clock?: Clock;
  /**
   * Returns random bytes, which vary the pause before a retry.
   * @default `crypto.getRandomValues`
   */
  random?: (bytes: number) => Uint8Array;
  /**
   * The pauses that the service has asked for with `Retry-After`, by endpoint. Clients with the same map share these
   * pauses.
   * @default a new map
   */
  pauses?: EndpointPauses;
};

const clientShape: BodyShape<HubClientOptions> = {
  name: 'the client’s options',
  checks: {
    baseUrl: writtenText,
    apiKey: apiKeyText,
    fetch: callable,
    clock: having('now', 'setTimeout', 'clearTimeout'),
    random: callable,
    pauses: having('get', 'set'),
  },
  needed: [],
  rules: [],
};

/** Options that every method of `HubClient` accepts. */
export type CallOptions = {
  /**
   * Aborts the request. The method then rejects with the signal's reason, unless it ignores failed requests.
   * @default no signal
   */
  signal?: AbortSignal;
};

const callShape: BodyShape<CallOptions> = {
  name: 'the options of a request',
  checks: { signal: having('addEventListener', 'throwIfAborted') },
  needed: [],
  rules: [],
};

const paths = {
  chains: '/chains',
  quote: '/quote/v2',
  status: '/intents/status/v3',
  requests: '/requests/v2',
  currencies: '/currencies/v1',
  attestation: (requestId: string) => `/requests/${requestId}/signature`,
  execute: '/execute',
  permits: '/execute/permits',
  indexTransaction: '/transactions/index',
  singleTransaction: '/transactions/single',
} as const;

const SHORT = { timeoutMs: 5_000, maxBytes: 512 * 1024 };
const NORMAL = { timeoutMs: 10_000, maxBytes: 512 * 1024 };
const LARGE = { timeoutMs: 10_000, maxBytes: 4 * 1024 * 1024 };
const TRIES = 3;

/**
 * Sends requests to the service. A method rejects with a `HubPayError` if its request fails, or with the signal's
 * reason after an abort. If the caller's body or query is invalid, the method sends no request, and the error's code is
 * `config`. Two kinds of methods check less: `authorize` checks only the body of a permit, and the methods that report
 * a transaction check no body. These reports also ignore failed requests.
 */
export class HubClient {
  readonly #base: URL;
  readonly #headers: Readonly<Record<string, string>>;
  readonly #deps: HttpDeps;
  #hasWarned = false;
  readonly #pauses: EndpointPauses;

  /**
   * Creates a client.
   * @throws HubPayError `config` if an option is unknown or invalid, or if `baseUrl` is missing or no plain http or
   *   https URL
   */
  constructor(options: HubClientOptions) {
    assertBody(options, clientShape);
    this.#base = parseBaseUrl(options.baseUrl);
    this.#headers = options.apiKey === undefined ? {} : { 'x-api-key': options.apiKey };
    this.#deps = {
      fetch: options.fetch ?? ((input, init) => globalThis.fetch(input, init)),
      clock: options.clock ?? platformClock,
      random: options.random ?? ((bytes) => crypto.getRandomValues(new Uint8Array(bytes))),
    };
    this.#pauses = options.pauses ?? (new Map() as EndpointPauses);
  }

  /** Fetches the chains listing. The response is about 290 kB for 80 chains, so call this method rarely. */
  async chains(o?: CallOptions): Promise<ChainRecord[]> {
    const read = (json: unknown): Promise<ChainRecord[]> => parseChains(json, inSlices(this.#deps.clock));
    return this.#get(paths.chains, { ...LARGE, tries: TRIES, reason: 'listing-unavailable', read }, o);
  }

  /** Fetches a quote. The client does not check the quote, so pass it to `guardQuote`. */
  async quote(body: QuoteBody, o?: CallOptions): Promise<unknown> {
    assertBody(body, quoteBody);
    const read = async (json: unknown): Promise<unknown> => {
      // The service can report an error in the response even with the status 200.
      if (isErrorBody(json)) throw await loadedServiceError(`POST ${paths.quote}`, 200, json);
      return json;
    };
    return this.#post(paths.quote, body, { ...NORMAL, tries: TRIES, read }, o);
  }

  /**
   * How many milliseconds remain until the client can send the next quote request, or 0 if there is no pause. A
   * `Retry-After` of the service starts a pause.
   */
  get quotePause(): number {
    return pauseOf(this.#pauses, paths.quote, this.#deps.clock.now());
  }

  /** Fetches the status of a request, without retries, because callers poll it. */
  async status(requestId: string, o?: CallOptions): Promise<WireStatus> {
    const id = parseRequestId(requestId);
    const read = (json: unknown): WireStatus => parseStatus(json, id);
    return this.#get(`${paths.status}?requestId=${id}`, { ...SHORT, tries: 1, read }, o);
  }

  /** Fetches records of requests. Members of `query` that are undefined are not sent. */
  async requests(query: RequestsQuery, o?: CallOptions): Promise<WireRequests> {
    assertBody(query, (await otherBodies()).requestsQuery);
    if (query.apiKey !== undefined && !this.#headers['x-api-key'])
      throw keyError('is only for servers: create the client with an apiKey, or leave this field out');
    const read = (json: unknown, headers: Headers): WireRequests => {
      this.#warnIfDeprecated(headers);
      return parseRequests(json);
    };
    return this.#get(paths.requests, { ...LARGE, tries: TRIES, read }, o, query);
  }

  /**
   * Searches currencies, for example by name, address or group. Each inner array contains the readable records of one
   * currency, which can be on several chains. An inner array can be empty.
   */
  async currencies(body: CurrenciesBody, o?: CallOptions): Promise<WireCurrencyRecord[][]> {
    assertBody(body, (await otherBodies()).currenciesBody);
    return this.#post(paths.currencies, body, { ...NORMAL, tries: TRIES, read: parseCurrencies }, o);
  }

  /** Fetches the attestation: the payment data that the solver signed. */
  async attestation(requestId: string, o?: CallOptions): Promise<WireAttestation> {
    return this.#get(
      paths.attestation(parseRequestId(requestId)),
      { ...NORMAL, tries: TRIES, read: parseAttestation },
      o,
    );
  }

  /**
   * Asks the service to execute contract calls (`POST /execute`). The owner of the API key pays the gas. A page sends
   * this request through a proxy that adds the key. The method does not retry, because a retry could execute the calls
   * twice. If the service may have queued the calls, it rejects with `outcome-unknown` or, after an abort, with the
   * signal's reason.
   */
  async execute(body: ExecuteBody, o?: CallOptions): Promise<ExecuteAnswer> {
    assertBody(body, (await otherBodies()).executeBody);
    assertNoPause(this.#pauses, paths.execute, this.#deps.clock.now());
    try {
      return await this.#post(paths.execute, body, { ...NORMAL, tries: 1, read: parseExecuted }, o);
    } catch (cause) {
      const { code, reason } = errorInfo(cause);
      if (o?.signal?.aborted) throw cause;
      if (statusOf(cause) === 401 && !this.#headers['x-api-key'])
        throw keyError('is missing: ask through your proxy, or create the client with an apiKey on a server');
      if ((code !== 'service-down' && code !== 'offline') || reason === 'not-found') throw cause;
      throw new HubPayError('outcome-unknown', 'The service may have queued the calls: check before you ask again.', {
        cause,
      });
    }
  }

  /**
   * Posts a signature to the `post.endpoint` of a signature step, with the step's `post.body`. The method itself does
   * not retry, but the caller can safely post the same signature again.
   * @returns additional steps from the service, which the guard has not checked
   * @throws HubPayError `config` for a malformed signature or permit body; `quote-unsafe` for an endpoint that is not a
   *   plain path
   */
  async authorize(
    endpoint: string,
    body: Readonly<Record<string, unknown>>,
    signature: string,
    o?: CallOptions,
  ): Promise<{
    /** The additional steps; empty if the service sends none. */
    steps: WireStep[];
  }> {
    const { assertSignature, permitBody } = await otherBodies();
    assertSignature(signature);
    if (endpoint === paths.permits) assertBody(body as PermitBody, permitBody);
    const call = { ...NORMAL, tries: 1, loose: true, read: parseAuthorized } as const;
    return this.#post(endpoint, body, call, o, { signature });
  }

  /**
   * Reports a deposit transaction, so that the service finds the payment sooner. Ignores a failed request.
   * @throws HubPayError `config` if `o` is malformed, because no request can succeed with such options
   */
  async indexTransaction(
    transaction: {
      /** The transaction's hash. */
      txHash: string;
      /** The id of the transaction's chain. */
      chainId: number | string;
      /** The quote's `referrer`, a text that the service stores with the request; absent if none is known. */
      referrer?: string;
    },
    o?: CallOptions,
  ): Promise<void> {
    await this.#report(paths.indexTransaction, transaction, o);
  }

  /**
   * Reports a payment within one chain, so that the service finds the payment sooner. Ignores a failed request.
   * @throws HubPayError `config` if `o` is malformed, because no request can succeed with such options
   */
  async singleTransaction(
    transaction: {
      /** The transaction as JSON text: `from`, `to`, `data`, `value`, `chainId` and `txHash`. */
      tx: string;
      /** The id of the transaction's chain. */
      chainId: number | string;
      /** The service's id of the payment: 32 bytes in hex, with the prefix `0x`. */
      requestId: string;
      /** The quote's `referrer`, a text that the service stores with the request; absent if none is known. */
      referrer?: string;
    },
    o?: CallOptions,
  ): Promise<void> {
    await this.#report(paths.singleTransaction, transaction, o);
  }

  /**
   * Posts a report of a transaction, with the chain's id as text. Ignores a failed request, because no payment needs
   * this report. Does not ignore malformed options, for which `#post` throws before the request.
   */
  async #report(endpoint: string, transaction: { chainId: number | string }, o?: CallOptions): Promise<void> {
    const body = { ...transaction, chainId: String(transaction.chainId) };
    await this.#post(endpoint, body, { ...SHORT, tries: 1, read: () => undefined }, o).catch(() => undefined);
  }

  #get<T>(endpoint: string, call: CallShape<T>, o: CallOptions = {}, query: RequestsQuery = {}): Promise<T> {
    assertBody(o, callShape);
    const url = endpointUrl(this.#base, endpoint);
    for (const [name, value] of Object.entries(query)) {
      if (value !== undefined) url.searchParams.set(name, String(value));
    }
    return this.#send(endpoint, { ...call, method: 'GET', url, headers: this.#headers, signal: o.signal });
  }

  #post<T>(
    endpoint: string,
    body: unknown,
    call: CallShape<T>,
    o: CallOptions = {},
    query: Readonly<Record<string, string>> = {},
  ): Promise<T> {
    assertBody(o, callShape);
    const url = endpointUrl(this.#base, endpoint);
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    return this.#send(endpoint, { ...call, method: 'POST', url, body, headers: this.#headers, signal: o.signal });
  }

  /** Sends a request. Rejects during a pause of the endpoint, which an error response with `Retry-After` starts. */
  async #send<T>(endpoint: string, call: HttpCall<T>): Promise<T> {
    const { clock } = this.#deps;
    assertNoPause(this.#pauses, endpoint, clock.now());
    try {
      return await request(call, this.#deps);
    } catch (error) {
      notePause(this.#pauses, endpoint, error, clock.now());
      throw error;
    }
  }

  #warnIfDeprecated(headers: Headers): void {
    const since = headers.get('deprecation');
    if (since === null || this.#hasWarned) return;
    this.#hasWarned = true;
    logWarning(`<hub-pay> the service retires ${paths.requests} (${headers.get('sunset') ?? since})`);
  }
}

/** Loads the checks of all bodies and queries except the quote body, because many payments need none of them. */
const otherBodies = (): Promise<typeof OtherBodies> => loaded(import('./requests/other-bodies.js'), 'checks requests');

const keyError = (message: string): HubPayError =>
  new HubPayError('config', `apiKey: ${message}`, { attribute: 'apiKey' });

type CallShape<T> = Pick<HttpCall<T>, 'timeoutMs' | 'maxBytes' | 'tries' | 'loose' | 'reason' | 'read'>;

const isErrorBody = (json: unknown): boolean =>
  typeof json === 'object' && json !== null && 'errorCode' in json && !('steps' in json);
