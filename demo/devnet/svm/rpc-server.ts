/** Serves the SVM's JSON-RPC over HTTP, and its subscriptions over a websocket on the same port. */

import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { WebSocketServer, type WebSocket } from 'ws';
import type { SvmChain } from './chain.js';
import { createRpcMethods, RpcError, type RpcMethods, type SvmFault } from './rpc-methods.js';

export interface SvmRpc {
  readonly httpRpcUrl: string;
  readonly wsRpcUrl: string;
  /** Stops the server and closes every connection. */
  close(): Promise<void>;
}

type RpcRequest = { id?: unknown; method?: unknown; params?: unknown };

/** Starts the server on a free port of 127.0.0.1. `fault` returns the value of the fault switch `svm`. */
export async function serveSvmRpc(chain: SvmChain, fault: () => SvmFault): Promise<SvmRpc> {
  const methods = createRpcMethods(chain, fault);
  const server = createServer((request, response) => {
    void respond(request, methods).then(({ status, body }) => {
      // Web3 libraries send their own headers, so the server allows every requested header.
      const { 'access-control-request-headers': requested = 'content-type' } = request.headers;
      response.writeHead(status, {
        'content-type': 'application/json',
        'access-control-allow-origin': '*',
        'access-control-allow-methods': 'POST',
        'access-control-allow-headers': requested,
        'access-control-max-age': '600',
      });
      response.end(body);
    });
  });
  const sockets = new WebSocketServer({ server });
  sockets.on('connection', (socket: WebSocket) => serveSubscriptions(socket, chain, methods));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    httpRpcUrl: `http://127.0.0.1:${port}`,
    wsRpcUrl: `ws://127.0.0.1:${port}`,
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets.clients) socket.terminate();
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function respond(request: IncomingMessage, methods: RpcMethods): Promise<{ status: number; body: string }> {
  if (request.method === 'OPTIONS') return { status: 204, body: '' };
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  const asked = parse(Buffer.concat(chunks).toString('utf8'));
  if (asked === undefined) return { status: 400, body: 'The body is not JSON' };
  const answers = Array.isArray(asked)
    ? asked.map((each) => answer(each as RpcRequest, methods))
    : answer(asked, methods);
  return { status: 200, body: JSON.stringify(answers) };
}

function answer({ id = null, method, params }: RpcRequest, methods: RpcMethods): unknown {
  const head = { jsonrpc: '2.0', id };
  try {
    const run = typeof method === 'string' && Object.hasOwn(methods, method) ? methods[method] : undefined;
    if (!run) throw new RpcError(-32601, 'Method not found');
    return { ...head, result: run(Array.isArray(params) ? params : []) };
  } catch (error) {
    const { code, message, data } = error instanceof RpcError ? error : new RpcError(-32603, String(error));
    return { ...head, error: { code, message, ...(data === undefined ? {} : { data }) } };
  }
}

/**
 * Tells the client when the chain executes a transaction (`signatureSubscribe`, `signatureUnsubscribe`). Answers any
 * other single request as over HTTP. Ignores `ping` and messages that are not JSON.
 */
function serveSubscriptions(socket: WebSocket, chain: SvmChain, methods: RpcMethods): void {
  const waiting = new Map<number, string>();
  let last = 0;
  const stop = chain.onSlot(() => {
    for (const [subscription, signature] of waiting) {
      const found = chain.landed(signature);
      if (!found || found.slot >= chain.slot) continue;
      waiting.delete(subscription);
      const result = { context: { slot: chain.slot }, value: { err: found.err } };
      const params = { subscription, result };
      socket.send(JSON.stringify({ jsonrpc: '2.0', method: 'signatureNotification', params }));
    }
  });
  socket.on('close', stop);
  socket.on('error', () => socket.terminate());
  socket.on('message', (data: Buffer) => {
    const request = parse(data.toString('utf8'));
    if (!request || request.method === 'ping') return;
    const reply = (result: unknown): void => socket.send(JSON.stringify({ jsonrpc: '2.0', id: request.id, result }));
    const [first] = Array.isArray(request.params) ? (request.params as unknown[]) : [];
    if (request.method === 'signatureSubscribe') {
      waiting.set(++last, String(first));
      reply(last);
    } else if (request.method === 'signatureUnsubscribe') reply(waiting.delete(Number(first)));
    else socket.send(JSON.stringify(answer(request, methods)));
  });
}

function parse(text: string): RpcRequest | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}
