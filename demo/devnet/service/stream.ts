/** The status websocket: sends each new status of a request to its subscribers. */

import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { randomUUID } from 'node:crypto';
import { WebSocketServer, type WebSocket } from 'ws';
import type { Order } from '../orders/order-state.js';
import type { Service } from './endpoint.js';
import { statusBody } from './status.js';

export const STREAM_PATH = '/stream';

const EVENT = 'request.status.updated';
const MAX_MESSAGE = 4 * 1024;

/** Adds the websocket to the HTTP server. Returns a function that closes every websocket connection. */
export function serveStream(server: Server, { state, faults }: Service): () => void {
  const sockets = new WebSocketServer({ noServer: true, maxPayload: MAX_MESSAGE });
  const subscribers = new Map<WebSocket, Set<string>>();

  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    if (request.url !== STREAM_PATH || faults.on.stream === 'dead') socket.destroy();
    else sockets.handleUpgrade(request, socket, head, welcome);
  });

  function welcome(socket: WebSocket): void {
    const wanted = new Set<string>();
    subscribers.set(socket, wanted);
    socket.on('close', () => subscribers.delete(socket));
    socket.on('error', () => socket.terminate());
    socket.on('message', (data: Buffer) => onMessage(socket, wanted, data.toString('utf8')));
    send(socket, { type: 'connection', status: 'ready', data: { id: randomUUID() } });
  }

  function onMessage(socket: WebSocket, wanted: Set<string>, text: string): void {
    const { type, event, filters } = readMessage(text);
    const id = filters?.id;
    const isValid = (type === 'subscribe' || type === 'unsubscribe') && event === EVENT && typeof id === 'string';
    if (!isValid) {
      send(socket, { type, status: 'error', data: { message: 'Invalid message' } });
      return;
    }
    if (type === 'subscribe') wanted.add(id.toLowerCase());
    else wanted.delete(id.toLowerCase());
    send(socket, { type, status: 'success', data: { event, filters } });
  }

  function send(socket: WebSocket, message: unknown): void {
    if (faults.on.stream !== 'silent')
      socket.send(faults.on.stream === 'garbage' ? '{"type":' : JSON.stringify(message));
  }

  state.onMove((order: Order) => {
    const { requestId } = order;
    const { status, inTxHashes, txHashes, updatedAt, originChainId, destinationChainId } = statusBody(order);
    const data = { status, inTxHashes, txHashes, updatedAt, originChainId, destinationChainId, requestId };
    for (const [socket, wanted] of subscribers) {
      if (wanted.has(requestId)) send(socket, { event: EVENT, data, publishedAt: Date.now() });
    }
  });

  return () => {
    for (const socket of subscribers.keys()) socket.terminate();
    sockets.close();
  };
}

type Message = { type?: unknown; event?: unknown; filters?: { id?: unknown } | null };

function readMessage(text: string): Message {
  try {
    const message: unknown = JSON.parse(text);
    return typeof message === 'object' && message !== null ? message : {};
  } catch {
    return {};
  }
}
