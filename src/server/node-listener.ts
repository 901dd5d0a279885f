/** Connects a fetch handler, such as the proxy, to Node's http server and to Express. */

/** A request handler of the Fetch API, such as the result of `createProxy`. */
export type FetchHandler = (request: Request) => Promise<Response>;

/** The members of Node's `IncomingMessage` that `nodeListener` reads. */
export type NodeRequest = AsyncIterable<Uint8Array> & {
  /** The HTTP method. */
  method?: string | undefined;
  /** The request's path and query. */
  url?: string | undefined;
  /** The request's headers. */
  headers: Readonly<Record<string, string | string[] | undefined>>;
  /** The network connection of the request. */
  socket: {
    /** The IP address of the client. */
    remoteAddress?: string | undefined;
  };
};

/** The members of Node's `ServerResponse` that `nodeListener` uses. */
export type NodeResponse = {
  /** True after the headers were sent. */
  headersSent: boolean;
  /** Adds a listener for the end of the connection. */
  once(event: 'close', listener: () => void): unknown;
  /** Sends status and headers. `headers` lists names and values in turn. */
  writeHead(status: number, headers?: string[]): unknown;
  /** Sends the body and ends the response. */
  end(body?: Uint8Array): unknown;
};

/**
 * Creates a listener for Node's http server from a fetch handler. It sets the header `x-forwarded-for` to the IP
 * address of the connection, whatever the client sent. It answers 400 if the Fetch API cannot represent the request,
 * and 500 if the handler fails, whose error goes to the console and never to the client. The listener never throws.
 */
export function nodeListener(handle: FetchHandler): (incoming: NodeRequest, outgoing: NodeResponse) => void {
  return (incoming, outgoing) => void respond(handle, incoming, outgoing);
}

async function respond(handle: FetchHandler, incoming: NodeRequest, outgoing: NodeResponse): Promise<void> {
  // Every error becomes an HTTP status, because an uncaught one would end the process.
  let status = 400;
  let request: Request | undefined;
  try {
    request = requestOf(incoming, outgoing);
    status = 500;
    const response = (await handle(request)) as Response | undefined;
    if (!response) throw new TypeError('The handler returned no Response.');
    const body = new Uint8Array(await response.arrayBuffer());
    outgoing.writeHead(response.status, [...response.headers].flat());
    outgoing.end(body);
  } catch (error) {
    // A client that leaves aborts what the handler does for it, which is no error of the handler.
    const hasLeft = request?.signal.aborted && (error as Partial<Error> | null)?.name === 'AbortError';
    if (request && !hasLeft)
      console.error(`nodeListener: ${incoming.method ?? 'GET'} ${pathOf(incoming)} failed:`, error);
    if (!outgoing.headersSent) outgoing.writeHead(status);
    outgoing.end();
  }
}

/** The path without the query, which can contain secrets. */
const pathOf = ({ url = '/' }: NodeRequest): string => url.split('?', 1)[0] ?? '';

/**
 * Converts Node's request to a `Request`.
 * @throws TypeError if a `Request` cannot contain the method, the path or a header
 */
function requestOf(incoming: NodeRequest, outgoing: NodeResponse): Request {
  const { method = 'GET', url = '/', headers, socket } = incoming;
  const base = new URL(`http://${String(headers['host'] ?? 'localhost')}`);
  const target = new URL(url, base);
  // Refuse a path such as `//other.example/`, because it names another host.
  if (target.origin !== base.origin) throw new TypeError('The path names another host.');
  const disconnected = new AbortController();
  outgoing.once('close', () => disconnected.abort());
  const named = Object.entries(headers).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : []));
  const own = { ...(Object.fromEntries(named) as object), 'x-forwarded-for': socket.remoteAddress ?? '' };
  const init: RequestInit & { duplex?: 'half' } = { method, headers: own, signal: disconnected.signal };
  if (method !== 'GET' && method !== 'HEAD') {
    init.body = streamOf(incoming);
    init.duplex = 'half';
  }
  return new Request(target, init);
}

/** Converts the request's body to a stream, which reads it only as fast as the handler does. */
function streamOf(incoming: NodeRequest): ReadableStream<Uint8Array> {
  const chunks = incoming[Symbol.asyncIterator]();
  return new ReadableStream({
    async pull(controller) {
      const next = await chunks.next();
      if (next.done === true) controller.close();
      else controller.enqueue(new Uint8Array(next.value));
    },
  });
}
