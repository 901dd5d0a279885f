/**
 * The node of a chain. The listing and the registry contain the URL of this node. The node forwards JSON-RPC requests
 * to the chain. With the faults `node` and `svmNode`, the node gives false answers. The demo wallets and the solver do
 * not use this node, because real wallets also use their own nodes.
 */

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Faults } from './orders/faults.js';

export interface Node {
  readonly url: string;
  /** Stops the server and closes every connection. */
  stop(): Promise<void>;
}

/** Starts the node on a free port of 127.0.0.1. `chainUrl` is the JSON-RPC URL of the chain. */
export async function startNode(chainUrl: string, faults: Faults, isSvm = false): Promise<Node> {
  const server = createServer((request, response) => {
    forward(request, chainUrl, faults, isSvm)
      .catch((error: unknown) => ({ status: 502, text: String(error) }))
      .then((answer) => send(response, answer), console.error);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

type Answer = { status: number; text: string };

async function forward(request: IncomingMessage, chainUrl: string, { on }: Faults, isSvm: boolean): Promise<Answer> {
  if (request.method === 'OPTIONS') return { status: 204, text: '' };
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  if (on.node === 'down' || (isSvm && on.svmNode === 'down')) return { status: 503, text: 'The node is down' };
  if (isSvm && on.svmNode === 'busy') return { status: 429, text: '{"error":"Too many requests"}' };
  if (isSvm && on.svmNode === 'html') return { status: 502, text: '<html><body>Bad gateway</body></html>' };
  const body = Buffer.concat(chunks).toString('utf8');
  const response = await fetch(chainUrl, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
  const text = await response.text();
  const isFalse = on.node === 'reverted' && text.includes('"transactionHash"');
  return { status: response.status, text: isFalse ? withFailedReceipts(text) : text };
}

/**
 * Changes every receipt in the answer, as if the transaction had failed without an event. Does not change answers of
 * `eth_getLogs`, because they contain no receipts.
 */
function withFailedReceipts(text: string): string {
  return JSON.stringify(JSON.parse(text), (_, value: unknown) => {
    const isReceipt = typeof value === 'object' && value !== null && 'cumulativeGasUsed' in value;
    return isReceipt ? { ...value, status: '0x0', logs: [] } : value;
  });
}

function send(response: ServerResponse, { status, text }: Answer): void {
  response.writeHead(status, {
    'content-type': 'application/json',
    'access-control-allow-origin': '*',
    'access-control-allow-methods': 'POST',
    'access-control-allow-headers': '*',
  });
  response.end(text);
}
