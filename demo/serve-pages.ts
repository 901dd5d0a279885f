/** Serves the demo's pages and its backend. The content security policy follows stories/docs/security.md. */
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname } from 'node:path';
import { nodeListener, type FetchHandler } from '../src/server/index.js';

/** All files by path. The response to any other path is 404. */
export type Pages = ReadonlyMap<string, string | Buffer>;

type Handlers = Readonly<Record<string, FetchHandler>>;

export interface PageServer {
  /** `http://127.0.0.1:<port>/` */
  readonly url: string;
  /**
   * Replaces the served pages. Pages may connect only to their own origin and `connectTo`. `handlers` maps path
   * prefixes to handlers. A page that a handler makes has the same policy. The prefix `/index.html` also means `/`.
   */
  show(pages: Pages, connectTo: readonly string[], handlers: Handlers): void;
  close(): Promise<void>;
}

/** Default port. With a fixed port, the shop's URL is the same at every start. */
const USUAL_PORT = 4280;

/**
 * Starts the server on 127.0.0.1. Without `port`, uses port 4280, or a free port if another program uses 4280.
 * @throws if the given `port` is not available
 */
export async function servePages(port?: number): Promise<PageServer> {
  let pages: Pages = new Map();
  let headers: HeaderMap = {};
  let listeners: [prefix: string, listener: RequestListener][] = [];
  const server = createServer((request, response) => {
    const path = pathOf(request);
    const [, listener] = listeners.find(([prefix]) => path.startsWith(prefix)) ?? [];
    if (listener) listener(request, response);
    else answer(request, response, pages, headers);
  });
  if (port === undefined) await listen(server, USUAL_PORT).catch(() => listen(server, 0));
  else await listen(server, port);
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    show(shown, connectTo, handlers) {
      pages = shown;
      listeners = Object.entries(handlers).map(([prefix, handle]) => [
        prefix,
        nodeListener(async (request) => withPolicy(await handle(request), headers)),
      ]);
      headers = {
        'content-security-policy': policyOf(connectTo),
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-embedder-policy': 'require-corp',
      };
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Pages may run and load only the shop's own files, and may connect only to the shop and `connectTo`. */
function policyOf(connectTo: readonly string[]): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    `connect-src 'self' ${connectTo.join(' ')}`,
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types lit-html',
  ].join('; ');
}

function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = (cause: NodeJS.ErrnoException): void => {
      const problem = `Port ${port} is not available: ${cause.code ?? cause.message}.`;
      reject(new Error(`${problem} Choose another port: npm start -- --port 4000`, { cause }));
    };
    server.once('error', fail);
    server.listen(port, '127.0.0.1', () => {
      server.off('error', fail);
      resolve();
    });
  });
}

type HeaderMap = Record<string, string>;

/** Adds the policy to a page, and leaves every other response unchanged. */
function withPolicy(response: Response, policy: HeaderMap): Response {
  if (!response.headers.get('content-type')?.startsWith('text/html')) return response;
  const headers = new Headers(response.headers);
  for (const [name, value] of Object.entries(policy)) headers.set(name, value);
  return new Response(response.body, { status: response.status, headers });
}

/** Returns the path of the request. A path that ends in `/` names the page `index.html`. */
function pathOf(request: IncomingMessage): string {
  const { pathname } = new URL(request.url ?? '/', 'http://shop');
  return pathname.endsWith('/') ? `${pathname}index.html` : pathname;
}

function answer(request: IncomingMessage, response: ServerResponse, pages: Pages, policy: HeaderMap): void {
  const path = pathOf(request);
  const body = pages.get(path);
  const headers = { ...policy, 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' };
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    response.writeHead(405, { ...headers, allow: 'GET, HEAD' }).end();
  } else if (body === undefined) {
    response.writeHead(404, { ...headers, 'content-type': 'text/plain; charset=utf-8' }).end('No such page.\n');
  } else {
    const type = TYPES[extname(path)] ?? 'application/octet-stream';
    response.writeHead(200, { ...headers, 'content-type': type, 'content-length': Buffer.byteLength(body) });
    response.end(request.method === 'HEAD' ? undefined : body);
  }
}

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
};
