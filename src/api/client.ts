/** The service's endpoints, one method each (service.md "Endpoints"). Answers are checked at the door by parse.ts. */
import type { Clock } from '../shared/clock.js';
import { platformClock } from '../shared/clock.js';
import { errorInfo, HubPayError } from '../errors.js';
import type { ChainRecord } from '../types.js';
import type { CurrenciesBody, ExecuteBody, PermitBody, QuoteBody, RequestsQuery } from './requests/types.js';
import type { ExecuteAnswer } from './responses/types.js';
import type { HttpCall, HttpDeps } from './http.js';
import { parseBaseUrl } from './input.js';
import { parseRequestId } from './input.js';
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
import { serviceError } from './service-error.js';
import type { WireAttestation, WireCurrencyRecord, WireRequests, WireStatus, WireStep } from './responses/types.js';

export type HubClientOptions = {
  /** The service, or a merchant's proxy of it; http or https. */
  baseUrl: string;
  /** For servers only: whoever reads it can spend the sponsor's money. Sent as the header `x-api-key`. */
  apiKey?: string;
  fetch?: typeof fetch;
  clock?: Clock;
  /** Cryptographic randomness is not needed here: it spreads retries. */
  random?: (bytes: number) => Uint8Array;
};

export type CallOptions = { signal?: AbortSignal };

/** Where each endpoint is. Those that service.md does not show are as the service answers them. */
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
const LONGEST_QUIET_MS = 300_000;

/**
 * Every method rejects with a HubPayError: `service-down`, `offline`, `rate-limited`, `service-refused`, or what the
 * service's code stands for (service-error.ts); with the signal's reason where that was aborted. What is wrong with a
 * body or a query is `config`, with the field's name in `attribute`, and nothing is asked.
 */
export class HubClient {
  readonly #base: URL;
  readonly #headers: Readonly<Record<string, string>>;
  readonly #deps: HttpDeps;
  #deprecationTold = false;
  /** Until when the service wants no question about a status (`Retry-After`), whoever asks. */
  #quietUntil = 0;

  /** @throws HubPayError `config` for a base URL that is no plain http or https address */
  constructor(options: HubClientOptions) {
    this.#base = parseBaseUrl(options.baseUrl);
    this.#headers = options.apiKey === undefined ? {} : { 'x-api-key': options.apiKey };
    this.#deps = {
      fetch: options.fetch ?? ((input, init) => globalThis.fetch(input, init)),
      clock: options.clock ?? platformClock,
      random: options.random ?? ((bytes) => crypto.getRandomValues(new Uint8Array(bytes))),
    };
  }

  /** The chains listing. About 290 kB for 80 chains: load it once. */
  chains(o?: CallOptions): Promise<ChainRecord[]> {
    return this.#get(paths.chains, { ...LARGE, tries: TRIES, read: parseChains }, o);
  }

  /** A quote as it came: the guard reads it (`guardQuote`). Asking again changes nothing at the service. */
  async quote(body: QuoteBody, o?: CallOptions): Promise<unknown> {
    const { assertBody: mustBe, quoteBody } = await import('./requests/index.js');
    mustBe(body, quoteBody);
    const read = (json: unknown): unknown => {
      // The shape decides and not the status: an error may come as 200.
      if (isErrorBody(json)) throw serviceError(`POST ${paths.quote}`, 200, json);
      return json;
    };
    return this.#post(paths.quote, body, { ...NORMAL, tries: TRIES, read }, o);
  }

  /**
   * The status of a request. Tried once: whoever watches a payment asks again anyway, at most once a second.
   */
  async status(requestId: string, o?: CallOptions): Promise<WireStatus> {
    const id = parseRequestId(requestId);
    const read = (json: unknown): WireStatus => parseStatus(json, id);
    const left = this.#quietUntil - this.#deps.clock.now();
    if (left > 0)
      throw new HubPayError('service-down', 'The service wants no question yet.', { retryAfter: left / 1000 });
    try {
      return await this.#get(`${paths.status}?requestId=${id}`, { ...SHORT, tries: 1, read }, o);
    } catch (error) {
      const { retryAfter = 0 } = error as Partial<HubPayError>;
      const quiet = Math.min(retryAfter * 1000, LONGEST_QUIET_MS);
      this.#quietUntil = Math.max(this.#quietUntil, this.#deps.clock.now() + quiet);
      throw error;
    }
  }

  /** Request history; members of `query` that are undefined are left out. */
  async requests(query: RequestsQuery, o?: CallOptions): Promise<WireRequests> {
    const { assertBody: mustBe, requestsQuery } = await import('./requests/index.js');
    mustBe(query, requestsQuery);
    if (query.apiKey !== undefined && !this.#headers['x-api-key'])
      throw keyError('is for servers: make the client with an apiKey, or leave it out');
    const read = (json: unknown, headers: Headers): WireRequests => {
      this.#tellDeprecation(headers);
      return parseRequests(json);
    };
    return this.#get(paths.requests, { ...LARGE, tries: TRIES, read }, o, query);
  }

  /** Currencies by name, address or group: an array of groups of the same currency on several chains. */
  async currencies(body: CurrenciesBody, o?: CallOptions): Promise<WireCurrencyRecord[][]> {
    const { assertBody: mustBe, currenciesBody } = await import('./requests/index.js');
    mustBe(body, currenciesBody);
    return this.#post(paths.currencies, body, { ...NORMAL, tries: TRIES, read: parseCurrencies }, o);
  }

  /** The solver's signature over what a request is for. */
  async attestation(requestId: string, o?: CallOptions): Promise<WireAttestation> {
    return this.#get(
      paths.attestation(parseRequestId(requestId)),
      { ...NORMAL, tries: TRIES, read: parseAttestation },
      o,
    );
  }

  /**
   * Has raw calls executed gasless. It needs an `apiKey`, on a server, or a proxy that holds one; it spends what the
   * sponsor of that key pays. Asked once, since asking again may execute again: `outcome-unknown` where no answer tells
   * what became of it.
   */
  async execute(body: ExecuteBody, o?: CallOptions): Promise<ExecuteAnswer> {
    const { assertBody: mustBe, executeBody } = await import('./requests/index.js');
    mustBe(body, executeBody);
    try {
      return await this.#post(paths.execute, body, { ...NORMAL, tries: 1, read: parseExecuted }, o);
    } catch (cause) {
      const { code, details } = errorInfo(cause);
      if (o?.signal?.aborted) throw cause;
      if (details === '401' && !this.#headers['x-api-key'])
        throw keyError('is missing: ask through your proxy, or make the client with one on a server');
      if ((code !== 'service-down' && code !== 'offline') || details === '404') throw cause;
      throw new HubPayError('outcome-unknown', 'The service may have queued the calls: look before asking again.', {
        cause,
      });
    }
  }

  /**
   * Posts what a wallet signed, where a signature step says (`post.endpoint`, `post.body`). The signature stands in the
   * query of this one request. Tried once; the same may be posted again, since it can be used once at most.
   * @returns steps that the service adds to the quote's: neither guarded nor confirmed by anybody
   */
  async authorize(
    endpoint: string,
    body: Readonly<Record<string, unknown>>,
    signature: string,
    o?: CallOptions,
  ): Promise<{ steps: WireStep[] }> {
    const { assertBody: mustBe, assertSignature: mustBeSignature, permitBody } = await import('./requests/index.js');
    mustBeSignature(signature);
    if (endpoint === paths.permits) mustBe(body as PermitBody, permitBody);
    const call = { ...NORMAL, tries: 1, loose: true, read: parseAuthorized } as const;
    return this.#post(endpoint, body, call, o, { signature });
  }

  /** Tells the service early of a deposit's transaction. Best effort: it never rejects, and need not be awaited. */
  async indexTransaction(transaction: { txHash: string; chainId: number | string }, o?: CallOptions): Promise<void> {
    const body = { txHash: transaction.txHash, chainId: String(transaction.chainId) };
    await this.#post(paths.indexTransaction, body, { ...SHORT, tries: 1, read: () => undefined }, o).catch(
      () => undefined,
    );
  }

  /** Tells the service early of a payment that stays on one chain. Best effort, like `indexTransaction`. */
  async singleTransaction(
    { tx, chainId, requestId }: { tx: string; chainId: number | string; requestId: string },
    o?: CallOptions,
  ): Promise<void> {
    const body = { tx, chainId: String(chainId), requestId };
    await this.#post(paths.singleTransaction, body, { ...SHORT, tries: 1, read: () => undefined }, o).catch(
      () => undefined,
    );
  }

  #get<T>(endpoint: string, call: CallShape<T>, o: CallOptions = {}, query: RequestsQuery = {}): Promise<T> {
    const url = endpointUrl(this.#base, endpoint);
    for (const [name, value] of Object.entries(query)) {
      if (value !== undefined) url.searchParams.set(name, String(value));
    }
    return request({ ...call, method: 'GET', url, headers: this.#headers, signal: o.signal }, this.#deps);
  }

  #post<T>(
    endpoint: string,
    body: unknown,
    call: CallShape<T>,
    o: CallOptions = {},
    query: Readonly<Record<string, string>> = {},
  ): Promise<T> {
    const url = endpointUrl(this.#base, endpoint);
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    return request({ ...call, method: 'POST', url, body, headers: this.#headers, signal: o.signal }, this.#deps);
  }

  #tellDeprecation(headers: Headers): void {
    const since = headers.get('deprecation');
    if (since === null || this.#deprecationTold) return;
    this.#deprecationTold = true;
    console.warn(`hub-pay: the service retires ${paths.requests} (${headers.get('sunset') ?? since})`);
  }
}

const keyError = (message: string): HubPayError =>
  new HubPayError('config', `apiKey: ${message}`, { attribute: 'apiKey' });

type CallShape<T> = Pick<HttpCall<T>, 'timeoutMs' | 'maxBytes' | 'tries' | 'loose' | 'read'>;

const isErrorBody = (json: unknown): boolean =>
  typeof json === 'object' && json !== null && 'errorCode' in json && !('steps' in json);
