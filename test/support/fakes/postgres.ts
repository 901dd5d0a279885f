/** Starts a PostgreSQL server for tests. Several processes can use the server's embedded database through a port. */
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { PGlite } from '@electric-sql/pglite';

/** Starts the server on a free port of 127.0.0.1. */
export async function startPostgres(): Promise<{ url: string; stop(): Promise<void> }> {
  const db = await PGlite.create();
  let queue: Promise<unknown> = Promise.resolve();
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    socket.on('error', () => socket.destroy());
    // A client sends each message as one chunk.
    socket.on('data', (data) => {
      if (data.at(0) === 0x58) return void socket.end(); // "X": the client disconnects, but the database stays open
      queue = queue.then(async () => {
        const answer = await db.execProtocolRaw(new Uint8Array(data));
        socket.write(answer);
      });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    async stop() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
      await queue;
      await db.close();
    },
  };
}
