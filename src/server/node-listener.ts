/** Connects a fetch handler, such as the proxy, to Node's http server and to Express. */
import { assertBody, UNDEFINED, undefinedExcept, type BodyShape } from '../api/requests/checks.js';
import { config } from '../errors.js';
import { integer } from '../shared/validation.js';
import { BODY_MS, MAX_BODY } from './proxy/body-limits.js';
import { forwardedFor } from './proxy/client-key.js';
import { readBody, RefusedBody, type ReadBody } from './node-body.js';

/** A request handler of the Fetch API, such as the result of `createProxy`. */
export type FetchHandler = (request: Request) => Promise<Response>;

/** The members of Node's `IncomingMessage` that `nodeListener` uses. */
export type NodeRequest = AsyncIterable<Uint8Array> & {
  /** The HTTP method. */
  method?: string | undefined;
  /** The request's path and query. */
  url?: string | undefined;
  /**
   * The path and query as the client sent them. Express sets this member, because it removes the path of a mounted
   * router from `url`.
   */
  originalUrl?: string | undefined;
  /** True after something has read from the body, such as `express.json()`. */
  readableDidRead?: boolean | undefined;
  /** The request's headers. */
  headers: Readonly<Record<string, string | string[] | undefined>>;
  /** True after the whole request has arrived. */
  complete: boolean;
  /** The network connection of the request. */
  socket: {
    /** The IP address at the other end: that of the client, or of a server in front of Node. */
    remoteAddress?: string | undefined;
    /** Closes the connection at once. */
    destroy(): unknown;
  };
};

/** The members of Node's `ServerResponse` that `nodeListener` uses. */
export type NodeResponse = {
  /** True after the headers were sent. */
  headersSent: boolean;
  /** Adds a listener for the end of the response, or of its connection. */
  once(event: 'close', listener: () => void): unknown;
  /** Sends the status and the headers. `headers` lists names and values in turn. */
  writeHead(status: number, headers?: string[]): unknown;
  /** Sends a part of the body. */
  write(body: Uint8Array): unknown;
  /** Sends the body and ends the response. */
  end(body?: Uint8Array): unknown;
};

/** Options of `nodeListener`. */
export type NodeListenerOptions = {
  /**
   * The maximum length of a request's body in bytes. The response is 413 if the header `content-length` names more, or
   * if the handler reads more. The listener ignores the body of a `GET` or `HEAD` request.
   * @default 131072, which is 128 KiB
   */
  maxBytes?: number;
  /**
   * The maximum time in milliseconds that the handler waits in total for the parts of a body. The response to a slower
   * body is 408.
   * @default 30000
   */
  bodyTimeoutMs?: number;
  /**
   * The number of servers in front of Node that append an address to `x-forwarded-for`, such as a load balancer and
   * nginx. In `x-forwarded-for`, the handler then finds the address that the first of them has appended. If the header
   * has fewer addresses, the handler finds that of the connection.
   * @default 0: the handler finds the address of the connection
   */
  trustedProxies?: number;
};

const optionShape: BodyShape<NodeListenerOptions> = {
  name: 'the options of nodeListener',
  checks: { maxBytes: integer(0), bodyTimeoutMs: integer(1, 2 ** 31 - 1), trustedProxies: integer(0) },
  needed: [],
  rules: [],
};

/** Statuses of responses that have no body. The listener adds no `content-length` to them. */
const NO_BODY = [204, 304];

/**
 * The longest time for which the connection stays open after a response that comes before the end of the request, in
 * milliseconds.
 */
const LINGER_MS = 1_000;

/**
 * Creates a listener for Node's http server from a fetch handler. In Express, the handler sees the path that the client
 * sent, wherever the listener is mounted. The header `x-forwarded-for` of its request contains at most one address:
 * that of the connection or, with `trustedProxies`, that of the client.
 *
 * The listener answers 400 if the Fetch API cannot represent the request. It answers 413 if the body is too long, and
 * 408 if it is too slow, and a page of any origin may read these two answers. If the handler fails, the listener
 * answers 500. The error goes to the console and never to the client; an abort because the client has left goes to
 * neither. The listener itself never throws.
 * @throws HubPayError `config` if `handle` is no function, or if an option is unknown, undefined or invalid
 */
export function nodeListener(
  handle: FetchHandler,
  options: NodeListenerOptions = {},
): (incoming: NodeRequest, outgoing: NodeResponse) => void {
  if (typeof handle !== 'function') throw config('handle', 'is not a function');
  assertBody(options, optionShape);
  const unset = undefinedExcept(options);
  if (unset) throw config(unset, UNDEFINED);
  const limits = { maxBytes: MAX_BODY, bodyTimeoutMs: BODY_MS, trustedProxies: 0, ...options };
  return (incoming, outgoing) => void respond(handle, incoming, outgoing, limits);
}

async function respond(
  handle: FetchHandler,
  incoming: NodeRequest,
  outgoing: NodeResponse,
  limits: Required<NodeListenerOptions>,
): Promise<void> {
  const client = new AbortController();
  let isAnswered = false;
  outgoing.once('close', () => {
    // Node emits `close` after every response, and an abort for each of them would cost time.
    if (!isAnswered) client.abort();
  });
  // Every error is caught here, because an uncaught one would end the process.
  try {
    const answer = await answerTo(handle, incoming, limits, client).catch((error: unknown) => {
      // Aborts what the handler still does for this request.
      client.abort();
      return failure(error);
    });
    isAnswered = true;
    await send(incoming, outgoing, answer);
  } catch (error) {
    log(incoming, error);
    if (!outgoing.headersSent) outgoing.writeHead(500);
    outgoing.end();
  }
}

/** A response as Node sends it. `headers` lists names and values in turn. */
type Answer = { status: number; headers: string[]; body: Uint8Array };

async function answerTo(
  handle: FetchHandler,
  incoming: NodeRequest,
  limits: Required<NodeListenerOptions>,
  client: AbortController,
): Promise<Answer> {
  const body = readBody(incoming, limits, client);
  const request = requestOf(incoming, body, limits, client.signal);
  try {
    if (body && incoming.readableDidRead)
      throw new TypeError('The body was read before. Mount this listener before middleware such as express.json().');
    const handled = handle(request);
    const response = (await (body ? Promise.race([handled, body.refused]) : handled)) as Response | undefined;
    if (!response) throw new TypeError('The handler returned no Response.');
    const bytes = new Uint8Array(await response.arrayBuffer());
    return { status: response.status, headers: [...response.headers].flat(), body: bytes };
  } catch (error) {
    // If the client leaves, the work of the handler is aborted, which is no error of the handler.
    if (!(error instanceof RefusedBody) && !(client.signal.aborted && isAbort(error))) log(incoming, error);
    throw error;
  }
}

/** Returns the response to a request that the handler could not answer. */
function failure(error: unknown): Answer {
  if (!(error instanceof RefusedBody))
    return { status: error instanceof InvalidRequest ? 400 : 500, headers: [], body: new Uint8Array() };
  const body = new TextEncoder().encode(JSON.stringify({ message: error.message }));
  // The handler, which knows the allowed origins, has not answered. This text has no secret, so every page may read it.
  const headers = ['content-type', 'application/json', 'access-control-allow-origin', '*'];
  return { status: error.status, headers, body };
}

/**
 * Sends the response. If the request has not arrived completely, closes the connection, because nobody reads the rest.
 * It first stays open for `LINGER_MS`, because a client that still sends to a closed connection can lose the response.
 */
async function send(incoming: NodeRequest, outgoing: NodeResponse, { status, headers, body }: Answer): Promise<void> {
  // Node reads a body that came together with the headers only after this turn of the event loop.
  if (!incoming.complete) await nextTurn();
  const hasLength = headers.some((name, index) => index % 2 === 0 && name.toLowerCase() === 'content-length');
  const needsLength = !hasLength && !NO_BODY.includes(status) && incoming.method !== 'HEAD';
  const length = needsLength ? ['content-length', String(body.byteLength)] : [];
  if (incoming.complete) {
    outgoing.writeHead(status, [...headers, ...length]);
    outgoing.end(body);
    return;
  }
  outgoing.writeHead(status, [...headers, ...length, 'connection', 'close']);
  outgoing.write(body);
  const timer = setTimeout(() => incoming.socket.destroy(), LINGER_MS);
  outgoing.once('close', () => {
    clearTimeout(timer);
  });
}

/**
 * Resolves in the next turn of the event loop. This file uses no types of Node, so that users of the package need none.
 */
const nextTurn = (): Promise<void> =>
  new Promise((resolve) => {
    (globalThis as unknown as { setImmediate: (run: () => void) => void }).setImmediate(resolve);
  });

function log(incoming: NodeRequest, error: unknown): void {
  console.error(`nodeListener: ${incoming.method ?? 'GET'} ${pathOf(incoming)} failed:`, error);
}

/** True if the error is an `AbortError`, or has one among its nearest causes. */
function isAbort(error: unknown): boolean {
  for (let each = error as Partial<Error> | null | undefined, depth = 0; each && depth < 8; depth += 1) {
    if (each.name === 'AbortError') return true;
    each = each.cause as Partial<Error> | undefined;
  }
  return false;
}

/** The path without the query, which can contain secrets. */
const pathOf = ({ url = '/', originalUrl = url }: NodeRequest): string => originalUrl.split('?', 1)[0] ?? '';

/** The error for a request that a `Request` cannot represent. */
class InvalidRequest extends Error {}

/**
 * Converts Node's request to a `Request`.
 * @throws InvalidRequest if a `Request` cannot contain the method, the path or a header, or if the path names another
 *   host
 */
function requestOf(
  { method = 'GET', url = '/', originalUrl = url, headers, socket }: NodeRequest,
  body: ReadBody | null,
  { trustedProxies }: Required<NodeListenerOptions>,
  signal: AbortSignal,
): Request {
  const named = Object.entries(headers).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : []));
  const { 'x-forwarded-for': chain = null, ...others } = Object.fromEntries(named) as Record<string, string>;
  const client = (trustedProxies > 0 && forwardedFor(chain, trustedProxies)) || (socket.remoteAddress ?? '');
  const init: RequestInit = { method, headers: { ...others, 'x-forwarded-for': client }, signal };
  const streamed = body && { body: body.stream, duplex: 'half' };
  try {
    const base = new URL(`http://${others['host'] ?? 'localhost'}`);
    const target = new URL(originalUrl, base);
    // Refuse a path such as `//other.example/`, because it names another host.
    if (target.origin !== base.origin) throw new TypeError('The path names another host.');
    return new Request(target.href, { ...init, ...streamed });
  } catch (cause) {
    throw new InvalidRequest('The request has no valid form.', { cause });
  }
}
