/** Serves a relay on a port of this machine, for pages in a browser and for processes. */
import type { AddressInfo } from 'node:net';
import { WebSocketServer } from 'ws';
import { Relay } from './relay.js';

/** Starts the relay. `stop` ends every connection. */
export async function startRelay(): Promise<{ relay: Relay; stop: () => Promise<void> }> {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  await new Promise((resolve) => server.once('listening', resolve));
  const url = `ws://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const relay = new Relay(url, { now: () => Date.now() });
  server.on('connection', (socket, { url: path = '/' }) => {
    const connection = relay.connect(new URL(path, url).href, {
      send: (frame) => socket.send(frame),
      close: (code, reason) => socket.close(code, reason),
      cut: () => socket.terminate(),
    });
    // Clients in Node end a connection that was silent for 35 seconds.
    const beat = setInterval(() => socket.ping(), 20_000);
    socket.on('close', () => {
      clearInterval(beat);
      connection?.gone();
    });
    socket.on('message', (data: Buffer) => connection?.receive(data.toString()));
  });
  const stop = async (): Promise<void> => {
    for (const socket of server.clients) socket.terminate();
    await new Promise((resolve) => server.close(resolve));
  };
  return { relay, stop };
}
