/** Adapts a fetch handler to Node's http server. Many frameworks accept a fetch handler; see stories/docs/server.md. */
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';

export type FetchHandler = (request: Request) => Promise<Response>;

/** Sets the header `x-forwarded-for` to the IP address of the connection. A value from the client is ignored. */
export function nodeListener(handle: FetchHandler): RequestListener {
  return (incoming, outgoing) => {
    handle(requestOf(incoming, outgoing))
      .then((response) => send(response, outgoing))
      .catch(() => outgoing.writeHead(500).end());
  };
}

function requestOf(incoming: IncomingMessage, outgoing: ServerResponse): Request {
  const { method = 'GET', url = '/', headers, socket } = incoming;
  const disconnected = new AbortController();
  outgoing.once('close', () => disconnected.abort());
  const named = Object.entries(headers).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : []));
  const own = { ...(Object.fromEntries(named) as object), 'x-forwarded-for': socket.remoteAddress ?? '' };
  const init: RequestInit & { duplex?: 'half' } = { method, headers: own, signal: disconnected.signal };
  if (method !== 'GET' && method !== 'HEAD') {
    init.body = Readable.toWeb(incoming) as ReadableStream<Uint8Array>;
    init.duplex = 'half';
  }
  return new Request(new URL(url, `http://${headers.host ?? 'localhost'}`), init);
}

async function send(response: Response, outgoing: ServerResponse): Promise<void> {
  const body = Buffer.from(await response.arrayBuffer());
  outgoing.writeHead(response.status, Object.fromEntries(response.headers)).end(body);
}
