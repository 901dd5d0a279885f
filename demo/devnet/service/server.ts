/** The HTTP server of the service. The server also applies the fault switches. */

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FaultSwitches } from '../orders/faults.js';
import { requestError, RequestError } from '../base/request-error.js';
import { authorize } from './authorize.js';
import { chains } from './chains.js';
import { currencies } from './currencies.js';
import type { ServiceEndpoint, Service } from './endpoint.js';
import { execute } from './execute.js';
import { faultSwitches } from './fault-switches.js';
import { indexTransaction, singleTransaction } from './index-transaction.js';
import { permits } from './permits.js';
import { quote } from './quote.js';
import { requests } from './requests.js';
import { signature } from './signature.js';
import { status } from './status.js';
import { serveStream, STREAM_PATH } from './stream.js';

export interface RunningService {
  readonly url: string;
  /** URL of the status websocket. */
  readonly streamUrl: string;
  /** Stops the server and closes every connection. */
  stop(): Promise<void>;
}

interface HttpAnswer {
  readonly status: number;
  readonly body: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** If true, the server closes the connection before the end of the body. */
  readonly cut?: boolean;
}

const ENDPOINTS: readonly ServiceEndpoint[] = [
  chains,
  quote,
  status,
  requests,
  signature,
  currencies,
  permits,
  authorize,
  indexTransaction,
  singleTransaction,
  execute,
];
const MAX_BODY = 256 * 1024;

/** Starts the server on a free port of 127.0.0.1. */
export async function serve(service: Service): Promise<RunningService> {
  const server = createServer((request, response) => {
    void respond(request, service)
      .catch(failed)
      .then((answer) => answer && send(response, answer, request));
  });
  const dropStreams = serveStream(server, service);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const stop = (): Promise<void> =>
    new Promise((resolve) => {
      dropStreams();
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return { url: `http://127.0.0.1:${port}`, streamUrl: `ws://127.0.0.1:${port}${STREAM_PATH}`, stop };
}

/** Resolves with undefined if the fault `hang` prevents a response. */
async function respond(request: IncomingMessage, service: Service): Promise<HttpAnswer | undefined> {
  if (request.method === 'OPTIONS') return { status: 204, body: '' };
  const { pathname, searchParams } = new URL(request.url!, 'http://devnet');
  const text = await readBody(request);
  const run = async (endpoints: readonly ServiceEndpoint[]): Promise<HttpAnswer> => {
    for (const endpoint of endpoints) {
      const match = endpoint.path.exec(pathname);
      if (!match || endpoint.method !== request.method) continue;
      const call = { match, query: searchParams, body: parse(text), headers: request.headers };
      return { status: 200, body: JSON.stringify(await endpoint.answer(call, service)) };
    }
    throw requestError(404, 'NOT_FOUND', `Route ${request.method}:${pathname} not found`);
  };
  if (pathname.startsWith('/devnet/')) return run(faultSwitches);

  const { faults } = service;
  if (faults.on.delayMs) await sleep(faults.on.delayMs);
  const { hang, cutBody, answer } = faults.on;
  if (hang !== undefined && pathname.startsWith(hang)) return undefined;
  if (answer && pathname.startsWith(answer.path)) {
    const { times } = answer;
    if (times !== undefined) faults.set({ answer: times > 1 ? { ...answer, times: times - 1 } : null });
    return replacement(answer);
  }
  const honest = await run(ENDPOINTS).catch(failed);
  return { ...honest, cut: cutBody !== undefined && pathname.startsWith(cutBody) };
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    // Read the whole body, even above the limit. Otherwise, the client would not receive the response.
    if (size <= MAX_BODY) chunks.push(chunk);
  }
  if (size > MAX_BODY) throw requestError(413, 'BODY_TOO_LARGE', `The body is larger than ${MAX_BODY} bytes`);
  return Buffer.concat(chunks).toString('utf8');
}

function parse(text: string): unknown {
  if (text === '') return {};
  try {
    return JSON.parse(text);
  } catch {
    throw requestError(400, 'INVALID_REQUEST', 'The body is not JSON');
  }
}

function failed(error: unknown): HttpAnswer {
  if (error instanceof RequestError) return { status: error.status, body: JSON.stringify(error.body) };
  console.error('devnet: an endpoint failed:', error);
  const message = error instanceof Error ? error.message : String(error);
  return { status: 500, body: JSON.stringify({ message, errorCode: 'UNKNOWN_ERROR' }) };
}

function replacement({ status, body, headers }: NonNullable<FaultSwitches['answer']>): HttpAnswer {
  const text = typeof body === 'string';
  const type = text ? 'text/html; charset=utf-8' : 'application/json';
  return { status, body: text ? body : JSON.stringify(body), headers: { 'content-type': type, ...headers } };
}

function send(response: ServerResponse, { status, body, headers, cut }: HttpAnswer, request: IncomingMessage): void {
  const length = cut ? { 'content-length': String(Buffer.byteLength(body)) } : {};
  response.writeHead(status, { ...corsHeaders(request), ...headers, ...length });
  if (cut) response.write(body.slice(0, body.length / 2), () => response.destroy());
  else response.end(body);
}

function corsHeaders(request: IncomingMessage): Record<string, string> {
  const { 'access-control-request-headers': requested } = request.headers;
  return {
    'content-type': 'application/json; charset=utf-8',
    'access-control-allow-origin': '*',
    'access-control-allow-methods': 'GET,POST,DELETE',
    'access-control-allow-headers': typeof requested === 'string' ? requested : '*',
    'access-control-expose-headers': 'retry-after,deprecation,sunset,link',
  };
}
