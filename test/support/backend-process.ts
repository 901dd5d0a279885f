/** Runs the demo's back end in a process of its own: `node --import tsx backend-process.ts <options as JSON>`. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { nodeListener } from '../../demo/backend/node-listener.js';
import { openBackend, type BackendOptions } from '../../demo/backend/index.js';

const { handlers } = await openBackend(JSON.parse(process.argv[2] ?? '') as BackendOptions);
const server = createServer((request, response) => {
  const [, handle] = Object.entries(handlers).find(([prefix]) => request.url?.startsWith(prefix)) ?? [];
  if (handle) nodeListener(handle)(request, response);
  else response.writeHead(404).end();
});
server.listen(0, '127.0.0.1', () => console.log((server.address() as AddressInfo).port));

// The process exits when its parent exits, because the parent's exit closes stdin.
process.stdin.on('end', () => process.exit()).resume();
