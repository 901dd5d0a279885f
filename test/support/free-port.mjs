/** Finds a port for a server that cannot choose one itself. */
import { once } from 'node:events';
import { createServer } from 'node:net';

/** Systems give higher ports to outgoing connections, so none of these takes the port meanwhile. */
const FIRST = 20_000;
const COUNT = 10_000;

/**
 * Returns a port on which nothing listens. The port is random, because several programs search at the same time.
 *
 * @returns {Promise<number>}
 * @throws If no port is free after many attempts
 */
export async function freePort() {
  for (let attempt = 1; ; attempt++) {
    const server = createServer();
    try {
      await once(server.listen(FIRST + Math.floor(Math.random() * COUNT)), 'listening');
    } catch (error) {
      if (attempt === 100) throw error;
      continue;
    }
    const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
    await once(server.close(), 'close');
    return port;
  }
}
